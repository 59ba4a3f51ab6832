/** Everything that a page can use by tag: the whole admin, and its parts on their own. Tested by test/admin-components/embedded.test.ts. */
import { expireEdits } from './document/edits-in-browser.ts'

export { CmsDocument } from './document/cms-document.ts'
export { CmsElement, define } from './element.ts'
export { CmsList } from './list/cms-list.ts'
export { CmsAdmin } from './shell/cms-admin.ts'
export { CmsLogin } from './sign-in/cms-login.ts'

/** Rarely used parts, loaded with the first element of their tag. */
const LATER: Record<string, () => Promise<unknown>> = {
  'cms-media': () => import('./media/cms-media.ts'),
  'cms-account': () => import('./system/cms-account.ts'),
  'cms-audit': () => import('./system/cms-audit.ts'),
  'cms-backups': () => import('./system/cms-backups.ts'),
  'cms-deliveries': () => import('./system/cms-deliveries.ts'),
  'cms-roles': () => import('./system/cms-roles.ts'),
  'cms-status': () => import('./system/cms-status.ts'),
}

/**
 * Loads the code of a part that is created after the page has loaded.
 *
 * @example
 * await load('cms-media')
 * document.body.append(document.createElement('cms-media'))
 */
export const load = (tag: string): Promise<unknown> => LATER[tag]?.() ?? Promise.resolve()

for (const tag of Object.keys(LATER)) if (document.querySelector(tag)) void load(tag)

expireEdits()
