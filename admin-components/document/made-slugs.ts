/** Slugs that the server generated for a new document. They follow their source field
 * until somebody edits them by hand or the document is published.
 * Tested by test/admin-components/begun-before.test.ts.
 */
import type { Entity, Field } from '../app/schema.ts'
import { topField } from './places.ts'
import { same, type Values } from './values.ts'

type MadeSlug = Field & { from: string }

/** Slug fields that the server fills in. */
export const madeSlugsIn = (entity: Entity): readonly MadeSlug[] =>
  entity.fields.filter((field): field is MadeSlug => (field.base ?? field.type) === 'slug' && field.from !== undefined)

export class MadeSlugs {
  /** The fields that still follow their source. */
  #fields: readonly MadeSlug[]
  /** By field name. */
  readonly #made = new Map<string, unknown>()

  constructor(entity: Entity) {
    this.#fields = madeSlugsIn(entity)
  }

  /** The slugs to send as null, so that the server generates them again. */
  again(changed: Values, values: Values): Values {
    const outdated = this.#fields.filter(
      ({ name, from }) => this.#made.has(name) && same(values[name], this.#made.get(name)) && Object.hasOwn(changed, topField(from)),
    )
    return Object.fromEntries(outdated.map(({ name }) => [name, null]))
  }

  saved(sent: Values, doc: Values): void {
    this.#fields = doc['status'] === 'published' ? [] : this.#fields.filter(({ name }) => same(sent[name], null))
    for (const { name } of this.#fields) this.#made.set(name, doc[name])
  }
}
