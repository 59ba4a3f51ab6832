/** Fills untranslated fields with the text of another language, in groups and in rows with the same id. */
import type { Field } from '../app/schema.ts'
import { mapFields } from './map-fields.ts'
import { same, type Values } from './values.ts'

/** The values, with those of `from` where a localized field is empty. Unchanged values are returned as they are. */
export function translatedFrom(fields: readonly Field[], values: Values, from: Values | null | undefined): Values {
  const translated = mapFields(fields, [values, from], ({ field, values: [value, words], inside }) => {
    if (field.localized) return same(value, null) ? (words ?? value) : value
    const filled = inside()
    return same(filled, value) ? value : filled
  })
  return same(translated, values) ? values : translated
}
