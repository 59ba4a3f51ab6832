/** Fields that belong together, each in its own column. Tested by test/field-types.test.ts. */
import { childrenOf } from '../model.ts'
import { fieldType } from './field-type.ts'

export const group = fieldType({
  name: 'group',
  sentence: 'Fields that belong together.',
  json: () => ({ type: 'object' }),
  holds: 'json',
  queryable: false,
  sample: (field, _, sampler) => sampler.values(childrenOf(field), {}),
})
