/** Options from a list. Tested by test/field-types.test.ts. */
import { fieldType, LIST_WORDS } from './field-type.ts'

export const select = fieldType({
  name: 'select',
  sentence: 'One or several of a list of options.',
  json: (field) => ({ enum: field.options?.map((option) => option.value) }),
  holds: 'text',
  queryable: true,
  many: true,
  words: ['labels', ...LIST_WORDS],
  sample: ({ options, hasMany }) => {
    // biome-ignore lint/style/noNonNullAssertion: the meta-schema demands at least one option
    const { value } = options![0]!
    return hasMany ? [value] : value
  },
})
