/** The part of a URL that identifies a document. Tested by test/field-types.test.ts. */
import { messages } from '../messages.ts'
import { fieldType } from './field-type.ts'

export const slug = fieldType({
  name: 'slug',
  sentence: 'The part of a URL that identifies a document. Generated from another field if empty; always unique.',
  json: () => ({ type: 'string', format: 'slug' }),
  format: {
    name: 'slug',
    validate: (value) => value === '' || /^[\p{L}\p{M}\p{N}]+([-_][\p{L}\p{M}\p{N}]+)*$/u.test(value),
    message: messages.noSlug,
  },
  scalar: 'Slug',
  holds: 'text',
  queryable: true,
  words: ['from', 'maxLength'],
  sample: (_, n) => `made-${n}`,
})
