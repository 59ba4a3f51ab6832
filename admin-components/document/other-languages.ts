/** Whether two states of a document say the same in a language. Tested by test/admin-components/versions-in-languages.test.ts. */
import type { Field } from '../app/schema.ts'
import { hasRows, isGroup, mapFields } from './map-fields.ts'
import { same, type Values } from './values.ts'

/** Each state is read in the language, without what other languages say in its place. Only what is translated counts. */
export function readsTheSame(fields: readonly Field[], before: Values, after: Values): boolean {
  return same(wordsOf(fields, before), wordsOf(fields, after))
}

function wordsOf(fields: readonly Field[], state: Values): Values {
  const words = mapFields(fields, [state], ({ field, values: [value], inside }) => {
    if (field.localized) return value
    return isGroup(field) || hasRows(field) ? inside() : undefined
  })
  return Object.fromEntries(fields.map(({ name }) => [name, words[name]]))
}
