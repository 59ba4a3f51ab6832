/** What isn't translated yet begins with the words of another language: in groups, and in rows of the same id. */
import type { Field } from '../desk/schema.ts'
import { mapFields } from './map-fields.ts'
import { same, type Values } from './values.ts'

/** The values, with those of `from` where a localized field is empty. What has nothing to add is left as it is. */
export function translatedFrom(fields: readonly Field[], values: Values, from: Values | null | undefined): Values {
  const translated = mapFields(fields, [values, from], ({ field, values: [value, words], inside }) => {
    if (field.localized) return same(value, null) ? (words ?? value) : value
    const filled = inside()
    return same(filled, value) ? value : filled
  })
  return same(translated, values) ? values : translated
}
