/** Text of several lines. Tested by test/field-types.test.ts. */
import { fieldType, TEXT_WORDS } from './field-type.ts'
import { textFor } from './sample-text.ts'

export const textarea = fieldType({
  name: 'textarea',
  sentence: 'Several lines of text.',
  json: () => ({ type: 'string' }),
  scalar: 'Text',
  holds: 'text',
  queryable: true,
  words: TEXT_WORDS,
  sample: textFor,
})
