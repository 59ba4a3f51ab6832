/** The words for a document, file or person that is referred to, but was deleted or may not be read. Ids say nothing to people.
 * Tested by test/admin-components/out-of-sight.test.ts.
 */
import type { App } from '../app/app.ts'
import type { CmsElement } from '../element.ts'

export function outOfSight(host: CmsElement, slug: string): string {
  if (slug === 'users') return host.t(readsEveryone(host.app) ? 'relation.gone.deletedPerson' : 'relation.gone.person')
  return host.t(slug === 'media' ? 'relation.gone.file' : 'relation.gone')
}

/** Admins may read everyone, unless a rule makes exceptions. */
const readsEveryone = (app: App): boolean => app.user?.role === 'admin' && app.collection('users')?.may.dependsOnDocument !== true
