/** People are named by their names, as everywhere else, and by their email address where that is all one may know.
 * Tested by test/admin-components/named-people.test.ts.
 */
import type { RelatedDocuments } from '../app/related.ts'
import type { CmsElement } from '../element.ts'

export interface Person {
  id: number | string | null
  email: string | null
}

/** Without a person, it was the system. */
export function personName(host: CmsElement, person: Person | null, related: RelatedDocuments): string {
  const { id, email } = person ?? { id: null, email: null }
  const known = typeof id === 'number' ? related.find('users', id, host) : null
  return known?.['name'] || email || host.t('someone.system')
}
