/** Rows that all have the same fields. Tested by test/field-types.test.ts. */
import { fieldType, LIST_WORDS } from './field-type.ts'

export const array = fieldType({
  name: 'array',
  sentence: 'Rows that all have the same fields.',
  json: () => ({ type: 'array' }),
  kind: 'json',
  text: false,
  queryable: false,
  words: LIST_WORDS,
  sample: ({ fields, minRows = 1 }, _, sampler) => Promise.all(Array.from({ length: minRows }, () => sampler.values(fields!, {}))),
})
