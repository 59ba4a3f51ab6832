/** Rows copied in the form and not saved yet. The form shows one language; on save, a copy takes the others from its original. */
import type { Field } from '../app/schema.ts'
import { fieldsOfRow, hasRows, mapFields } from './map-fields.ts'
import { newRowId } from './row-ids.ts'
import { type FieldValue, isTree, type Values } from './values.ts'

/** Maps the ids of copies to the ids of their originals. */
export type Originals = Record<string, string>

export class CopiedRows {
  #originals: Originals = {}

  get originals(): Originals {
    return this.#originals
  }

  get isEmpty(): boolean {
    return Object.keys(this.#originals).length === 0
  }

  /** A copy with new ids, also for the rows inside it. JSON and text values are cloned unchanged. */
  copyOf(field: Field, row: Values): Values {
    const inside = mapFields(fieldsOfRow(field, row), [row], (stop) => {
      const value = stop.inside()
      return hasRows(stop.field) && Array.isArray(value) ? value.map((one: Values) => this.#own(one)) : structuredClone(value)
    })
    return this.#own(inside)
  }

  #own(row: Values): Values {
    const id = newRowId()
    if (row['id'] !== undefined) this.take({ [id]: this.#originals[row['id']] ?? row['id'] })
    return { ...row, id }
  }

  take(originals: Originals): void {
    this.#originals = { ...this.#originals, ...originals }
  }

  saved(originals: Originals): void {
    this.#originals = Object.fromEntries(Object.entries(this.#originals).filter(([id]) => !(id in originals)))
  }

  /** Turns a save in one language into one in every language. `known`: rows that are not stored any more. */
  inEveryLocale(
    fields: readonly Field[],
    body: Values,
    locale: string,
    stored: Values,
    known: { get(id: unknown): Values | undefined },
  ): Values {
    const rows = rowsIn(stored)
    const originalOf = (id: unknown): Values | undefined => {
      const original = this.#originals[String(id)]
      if (original !== undefined) return rows.get(original) ?? known.get(original)
      return rows.has(id) ? undefined : known.get(id)
    }
    return mapFields(fields, [body], ({ field, values: [value], place, inside }) => {
      if (value === undefined || !field.localized) return inside()
      const at = place.findLastIndex((step) => typeof step !== 'string')
      const [row, ...path] = place.slice(at)
      const original = typeof row === 'object' ? originalOf(row.id) : undefined
      return { ...path.reduce<FieldValue>((one, step) => one?.[step as string], original), [locale]: value }
    })
  }
}

/** One language of a document that holds every language. */
export const inLocale = (fields: readonly Field[], whole: Values, locale: string): Values =>
  mapFields(fields, [whole], ({ field, values: [value], inside }) => (field.localized ? (value?.[locale] ?? null) : inside()))

/** All rows by id, at any depth. */
export function rowsIn(value: unknown, rows = new Map<unknown, Values>()): ReadonlyMap<unknown, Values> {
  if (!isTree(value)) return rows
  if (typeof value['id'] === 'string') rows.set(value['id'], value)
  for (const one of Object.values(value)) rowsIn(one, rows)
  return rows
}
