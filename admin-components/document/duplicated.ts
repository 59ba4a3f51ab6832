/** What a copy of a document begins with: the values of the form, the words of its other languages, and rows of their own. */
import type { Field } from '../desk/schema.ts'
import { type Values, withIds } from './values.ts'

/** The document as it is stored, with every language, and the language of the form. */
export interface Whole {
  stored: Values
  locale: string
}

/** Without `whole` nothing is localized. Leaves out values that no two documents may share. */
export const duplicated = (fields: readonly Field[], values: Values, whole: Whole | undefined): Values =>
  new Copying(whole?.locale).values(fields, values, whole?.stored, false)

class Copying {
  readonly #locale: string | undefined

  constructor(locale: string | undefined) {
    this.#locale = locale
  }

  values(fields: readonly Field[], values: Values, stored: Values | undefined, isRow: boolean): Values {
    // Nothing inside rows is unique, slugs included.
    const kept = fields.filter(({ name, type, unique }) => values[name] !== undefined && (isRow || !(unique || type === 'slug')))
    return Object.fromEntries(
      kept.map((field) => {
        const [value, before] = [values[field.name], stored?.[field.name]]
        const isMap = field.localized && this.#locale !== undefined
        return [
          field.name,
          isMap ? this.#everyLocale(field, { ...before, [this.#locale!]: value }) : this.#value(field, value, before, isRow),
        ]
      }),
    )
  }

  #everyLocale(field: Field, words: Values): Values {
    const fields = Object.keys(words).map((locale) => ({ ...field, name: locale }))
    const known = withIds(fields, words)
    // Nothing in a localized list is localized again, so its rows need no others.
    return Object.fromEntries(fields.map((one) => [one.name, this.#value(one, known[one.name], undefined, false)]))
  }

  #value(field: Field, value: any, stored: any, isRow: boolean): unknown {
    if ((field.base ?? field.type) === 'group') return value && this.values(field.fields ?? [], value, stored, isRow)
    return (field.fields || field.blocks) && Array.isArray(value) ? this.#rows(field, value, stored) : value
  }

  #rows({ fields, blocks }: Field, rows: readonly Values[], stored: unknown): Values[] {
    const known = new Map((Array.isArray(stored) ? stored : []).map((row: Values) => [row['id'], row]))
    return rows.map((row) => ({
      ...(blocks && { blockType: row['blockType'] }),
      ...this.values(fields ?? blocks!.find(({ slug }) => slug === row['blockType'])?.fields ?? [], row, known.get(row['id']), true),
    }))
  }
}
