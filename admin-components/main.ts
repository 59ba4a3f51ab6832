/** Everything that a page may use by its tag: the whole admin, and its parts by themselves. */
export { CmsDocument } from './document/cms-document.ts'
export { CmsElement, define } from './element.ts'
export { CmsList } from './list/cms-list.ts'
export { CmsAdmin } from './shell/cms-admin.ts'
export { CmsLogin } from './sign-in/cms-login.ts'
