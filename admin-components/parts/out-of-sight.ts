/** The words for a document, file or person that is referred to, but was deleted or may not be read. Ids say nothing to people.
 * Tested by test/admin-components/out-of-sight.test.ts.
 */
import type { App } from '../app/app.ts'
import type { CmsElement } from '../element.ts'

export function outOfSight(host: CmsElement, slug: string): string {
  const isCertain = readsAll(host.app, slug)
  if (slug === 'users') return host.t(isCertain ? 'relation.gone.deletedPerson' : 'relation.gone.person')
  return host.t(isCertain ? 'relation.gone.deleted' : 'relation.gone')
}

/** No rule of this collection keeps a document from admins. */
const readsAll = (app: App, slug: string): boolean => app.user?.role === 'admin' && app.collection(slug)?.may.readsAll === true
