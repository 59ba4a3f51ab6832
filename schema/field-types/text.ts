/** A single line of text, or several such values. Tested by test/field-types.test.ts. */
import { fieldType, TEXT_WORDS } from './field-type.ts'
import { textFor } from './sample-text.ts'

export const text = fieldType({
  name: 'text',
  sentence: 'One line of text.',
  json: () => ({ type: 'string' }),
  scalar: 'String',
  holds: 'text',
  queryable: true,
  words: TEXT_WORDS,
  sample: (field, n) => (field.hasMany ? [textFor(field, n)] : textFor(field, n)),
})
