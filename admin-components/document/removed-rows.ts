/** Remembers saved removals of rows. A form shows one language, but a row that an undo brings back needs all of them.
 * Tested by test/admin-components/undo-languages.test.ts.
 */
import type { Field } from '../app/schema.ts'
import { rowsIn } from './copied-rows.ts'
import type { Values } from './values.ts'

export class RemovedRows {
  readonly #rows = new Map<unknown, Values>()

  /** `whole`: the document before the removal, in every language. */
  remember(ids: readonly unknown[], whole: Values): void {
    const rows = rowsIn(whole)
    for (const id of ids) if (rows.has(id)) this.#rows.set(id, rows.get(id)!)
  }

  get(id: unknown): Values | undefined {
    return this.#rows.get(id)
  }

  /** Whether a save brings back a removed row. */
  areIn(body: Values, stored: Values): boolean {
    return missing(rowsIn(body), rowsIn(stored)).some((id) => this.#rows.has(id))
  }
}

/** The rows that a save removes. */
export function removedBy(body: Values, stored: Values): unknown[] {
  const before = Object.fromEntries(Object.keys(body).map((name) => [name, stored[name]]))
  return missing(rowsIn(before), rowsIn(body))
}

const missing = (rows: ReadonlyMap<unknown, Values>, others: ReadonlyMap<unknown, Values>): unknown[] =>
  [...rows.keys()].filter((id) => !others.has(id))

/** Whether rows contain localized fields. */
export const haveWords = (fields: readonly Field[], areInRow = false): boolean =>
  fields.some((field) => {
    if (areInRow && field.localized) return true
    const isInRow = areInRow || field.type === 'array' || field.base === 'array'
    return haveWords(field.fields ?? [], isInRow) || (field.blocks ?? []).some((block) => haveWords(block.fields, true))
  })
