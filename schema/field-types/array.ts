/** Rows that all have the same fields. Tested by test/field-types.test.ts. */
import { childrenOf } from '../model.ts'
import { fieldType, LIST_WORDS } from './field-type.ts'

export const array = fieldType({
  name: 'array',
  sentence: 'Rows that all have the same fields.',
  json: () => ({ type: 'array' }),
  holds: 'json',
  queryable: false,
  words: LIST_WORDS,
  sample: (field, _, sampler) => Promise.all(Array.from({ length: field.minRows ?? 1 }, () => sampler.values(childrenOf(field), {}))),
})
