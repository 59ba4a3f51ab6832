/** The initial values of a copied document: the form's values, the other languages, and rows without ids. Tested by test/admin-components/duplicate.test.ts. */
import type { Field } from '../app/schema.ts'
import { type Change, hasRows, mapFields } from './map-fields.ts'
import type { Place } from './places.ts'
import { withIds } from './relation-ids.ts'
import type { Values } from './values.ts'

/** The stored document in every language, and the language of the form. */
export interface Whole {
  stored: Values
  locale: string
}

/** Without `whole`, nothing is localized. Leaves out values that must be unique. */
export function duplicated(fields: readonly Field[], values: Values, whole: Whole | undefined): Values {
  const copy = mapFields(fields, [values, whole?.stored], copying(whole?.locale))
  return Object.fromEntries(fields.filter(({ name }) => name in copy).map(({ name }) => [name, copy[name]]))
}

const copying =
  (locale: string | undefined): Change =>
  ({ field, values: [value, stored], place, inside }) => {
    const isInRow = place.some((step) => typeof step !== 'string')
    // Nothing inside rows is unique, not even a slug.
    if (value === undefined || (!isInRow && (field.unique || field.type === 'slug'))) return undefined
    if (field.localized && locale !== undefined) return inEveryLocale(field, { ...stored, [locale]: value }, place)
    const copy = inside()
    return hasRows(field) && Array.isArray(copy) ? copy.map(({ id: _, ...row }) => row) : copy
  }

/** Fields inside a localized list are not localized again. */
function inEveryLocale(field: Field, words: Values, place: Place): Values {
  const fields = Object.keys(words).map((locale) => ({ ...field, name: locale }))
  return mapFields(fields, [withIds(fields, words)], copying(undefined), place)
}
