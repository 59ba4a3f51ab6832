/** Adds the other languages of a document to values in one language. Tested by test/admin-components/begun-before.test.ts. */
import type { Field } from '../app/schema.ts'
import { mapFields } from './map-fields.ts'
import { withIds } from './relation-ids.ts'
import type { Values } from './values.ts'

/** `others` holds every language. Fields missing in `values` take their other languages too, except slugs, which the server generates. */
export function inEveryLocale(fields: readonly Field[], values: Values, locale: string, others: Values): Values {
  const localized = fields.filter(({ localized, type, base }) => localized && (base ?? type) !== 'slug')
  const all = { ...Object.fromEntries(localized.map(({ name }) => [name, null])), ...values }
  return mapFields(fields, [all, others], ({ field, values: [value, words], inside }) => {
    if (value === undefined || !field.localized) return inside()
    const inLocales = Object.keys(words ?? {}).map((name) => ({ ...field, name }))
    return { ...withIds(inLocales, words ?? {}), [locale]: value }
  })
}
