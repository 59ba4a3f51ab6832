/** The rows of a document in every language, as last read. A form shows one language, but a row that comes back needs all of them: after an
 * undo, after somebody else removed it, and as the original of a copy. Tested by test/admin-components/undo-languages.test.ts.
 */
import type { Field } from '../app/schema.ts'
import { rowsIn } from './copied-rows.ts'
import { isTree, type Values } from './values.ts'

/** Rows by id. */
export type RowsInEveryLocale = Record<string, Values>

export class KnownRows {
  readonly #rows = new Map<unknown, Values>()

  /** `whole`: the document in every language. Rows that it lacks stay known. */
  remember(whole: Values): void {
    for (const [id, row] of rowsIn(whole)) this.#rows.set(id, row)
  }

  /** Adds rows that an earlier visit knew. What was read since then is newer. */
  take(rows: RowsInEveryLocale): void {
    for (const [id, row] of Object.entries(rows)) if (!this.#rows.has(id)) this.#rows.set(id, row)
  }

  get(id: unknown): Values | undefined {
    return this.#rows.get(id)
  }

  /** The known rows among those of some values. */
  of(values: Values): RowsInEveryLocale {
    const ids = [...rowsIn(values).keys()] as string[]
    return Object.fromEntries(
      ids.flatMap((id) => {
        const row = this.#rows.get(id)
        return row ? [[id, row]] : []
      }),
    )
  }

  /** Whether a save brings back a row that is not stored any more. */
  comeBackIn(body: Values, stored: Values): boolean {
    const there = rowsIn(stored)
    return [...rowsIn(body).keys()].some((id) => !there.has(id) && this.#rows.has(id))
  }
}

/** Whether rows contain localized fields. */
export const haveWords = (fields: readonly Field[], areInRow = false): boolean =>
  fields.some((field) => {
    if (areInRow && field.localized) return true
    const isInRow = areInRow || field.type === 'array' || field.base === 'array'
    return haveWords(field.fields ?? [], isInRow) || (field.blocks ?? []).some((block) => haveWords(block.fields, true))
  })

export const areRows = (rows: unknown): rows is RowsInEveryLocale =>
  isTree(rows) && !Array.isArray(rows) && Object.values(rows).every(isTree)
