/** Where a document of a tree belongs, so that two with the same title can be told apart. Tested by test/admin-components/tree-paths.test.ts. */
import type { Values } from '../app/doc.ts'
import { RelatedDocuments } from '../app/related.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { titleOf } from './title.ts'

const DEEPEST = 8

/** `Sport › Football`, from the top to the parent; empty at the top. Parents are shown as they arrive. */
export function pathAbove(host: CmsElement, related: RelatedDocuments, entity: Entity, doc: Values): string {
  const names: string[] = []
  const passed = new Set<unknown>([doc['id']])
  for (let parent = parentOf(entity, doc); parent !== undefined && !passed.has(parent) && names.length < DEEPEST; ) {
    passed.add(parent)
    const above = related.find(entity.slug, parent, host)
    if (!above) break
    names.unshift(titleOf(host, entity, above))
    parent = parentOf(entity, above)
  }
  return names.join(' › ')
}

/** `Sport › Football › North`. */
export function pathTo(host: CmsElement, related: RelatedDocuments, slug: string, id: number): string {
  const title = related.title(host, slug, id)
  const [entity, doc] = [host.app.collection(slug), related.find(slug, id, host)]
  const above = entity && doc ? pathAbove(host, related, entity, doc) : ''
  return above === '' ? title : `${above} › ${title}`
}

/** The parents of what a dialog offers, asked for while it is open. */
const offered = new WeakMap<CmsElement, RelatedDocuments>()

export function pathOfChoice(host: CmsElement, entity: Entity, doc: Values): string {
  const related = offered.get(host) ?? new RelatedDocuments(host.app)
  offered.set(host, related)
  return pathAbove(host, related, entity, doc)
}

function parentOf({ admin }: Entity, doc: Values): number | undefined {
  const value = admin.list?.tree === undefined ? undefined : doc[admin.list.tree]
  const id = typeof value === 'object' && value !== null ? value.id : value
  return typeof id === 'number' ? id : undefined
}
