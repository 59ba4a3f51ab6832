/** The title of a document in lists and links. Tested by test/admin-components/pages.test.ts. */
import type { Values } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'

export function titleOf(host: CmsElement, entity: Entity, doc: Values): string {
  const value = entity.title ? doc[entity.title] : undefined
  return typeof value === 'string' && value !== '' ? value : host.t('untitled', { id: doc['id'] })
}
