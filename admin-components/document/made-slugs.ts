/** Slugs that the server made of what a new document said first. They follow their field while the document is written,
 * until somebody writes them by hand or the document is published.
 */
import type { Entity, Field } from '../desk/schema.ts'
import { same, type Values } from './values.ts'

/** Fields that the server fills in. */
export const madeSlugsIn = (entity: Entity): readonly Field[] =>
  entity.fields.filter(({ type, base, from }) => (base ?? type) === 'slug' && from !== undefined)

export class MadeSlugs {
  /** Those that follow still. */
  #fields: readonly Field[]
  /** By the name of the field. */
  readonly #made = new Map<string, unknown>()

  constructor(entity: Entity) {
    this.#fields = madeSlugsIn(entity)
  }

  /** What a save says, so that the server makes them again. */
  again(changed: Values, values: Values): Values {
    const outdated = this.#fields.filter(
      ({ name, from }) => this.#made.has(name) && same(values[name], this.#made.get(name)) && Object.hasOwn(changed, from!.split('.')[0]!),
    )
    return Object.fromEntries(outdated.map(({ name }) => [name, null]))
  }

  saved(sent: Values, doc: Values): void {
    this.#fields = doc['status'] === 'published' ? [] : this.#fields.filter(({ name }) => same(sent[name], null))
    for (const { name } of this.#fields) this.#made.set(name, doc[name])
  }
}
