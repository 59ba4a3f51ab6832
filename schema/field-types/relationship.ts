/** References to documents of other collections. Tested by test/field-types.test.ts. */
import { fieldType, LIST_WORDS } from './field-type.ts'
import { madeTargets } from './sample-targets.ts'

export const relationship = fieldType({
  name: 'relationship',
  sentence: 'One or several documents of a collection.',
  json: () => ({ type: 'integer' }),
  holds: 'id',
  queryable: true,
  many: true,
  words: ['relation', 'filterOptions', ...LIST_WORDS],
  sample: madeTargets,
})
