/** The words for a document, file or person that is referred to, but was deleted or may not be read. Ids say nothing to people.
 * Tested by test/admin-components/others-documents.test.ts.
 */
import type { CmsElement } from '../element.ts'

export const outOfSight = (host: CmsElement, slug: string): string =>
  host.t(slug === 'users' ? 'relation.gone.person' : slug === 'media' ? 'relation.gone.file' : 'relation.gone')
