/** The title of a document in lists and links. */
import type { Values } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { humanized } from '../texts/texts.ts'

/** Documents without titles are named by their kind and number, people by their names; only one whose title is empty is untitled. */
export function titleOf(host: CmsElement, entity: Entity, doc: Values): string {
  const { title, labels, slug } = entity
  if (!title) return `${host.app.label(labels.singular, humanized(slug))} ${doc['id']}`
  const value = (slug === 'users' && doc['name']) || doc[title]
  return typeof value === 'string' && value !== '' ? value : host.t('untitled', { id: doc['id'] })
}

/** Values of a new document that has the searched words as its title, if its kind has one that can be written. */
export function titledBy({ title, fields }: Entity, searched: string): Values {
  const field = fields.find(({ name, type, base, locked }) => name === title && (base ?? type) === 'text' && !locked?.create)
  return field && searched.trim() !== '' ? { [field.name]: searched.trim() } : {}
}
