/** What a copy of a document begins with: the values of the form, the words of its other languages, and rows of their own. */
import type { Field } from '../desk/schema.ts'
import { type Change, hasRows, mapFields } from './map-fields.ts'
import type { Place } from './places.ts'
import { withIds } from './relation-ids.ts'
import type { Values } from './values.ts'

/** The document as it is stored, with every language, and the language of the form. */
export interface Whole {
  stored: Values
  locale: string
}

/** Without `whole` nothing is localized. Leaves out values that no two documents may share. */
export function duplicated(fields: readonly Field[], values: Values, whole: Whole | undefined): Values {
  const copy = mapFields(fields, [values, whole?.stored], copying(whole?.locale))
  return Object.fromEntries(fields.filter(({ name }) => name in copy).map(({ name }) => [name, copy[name]]))
}

const copying =
  (locale: string | undefined): Change =>
  ({ field, values: [value, stored], place, inside }) => {
    const isInRow = place.some((step) => typeof step !== 'string')
    // Nothing inside rows is unique, slugs included.
    if (value === undefined || (!isInRow && (field.unique || field.type === 'slug'))) return undefined
    if (field.localized && locale !== undefined) return inEveryLocale(field, { ...stored, [locale]: value }, place)
    const copy = inside()
    return hasRows(field) && Array.isArray(copy) ? copy.map(({ id: _, ...row }) => row) : copy
  }

/** Nothing in a localized list is localized again. */
function inEveryLocale(field: Field, words: Values, place: Place): Values {
  const fields = Object.keys(words).map((locale) => ({ ...field, name: locale }))
  return mapFields(fields, [withIds(fields, words)], copying(undefined), place)
}
