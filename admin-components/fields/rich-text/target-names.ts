/** The name of a document that a text refers to. Tested by test/admin-components/rich-text-links.test.ts. */
import { outOfSight } from '../../parts/out-of-sight.ts'
import { titleOf } from '../../parts/title.ts'
import type { TextHost } from './text-host.ts'

export function nameOfTarget({ element, targets }: TextHost, collection: string, id: number): string {
  const doc = targets.get(collection, id)
  const entity = element.app.collection(collection)
  if (doc === undefined) return '…'
  if (doc === null || !entity) return outOfSight(element, collection)
  if (collection === 'media') return String(doc['originalName'])
  if (collection === 'users') return String(doc['name'] || doc['email'] || id)
  return titleOf(element, entity, doc)
}
