/** Rows of several types. Tested by test/field-types.test.ts. */
import { fieldType, LIST_WORDS } from './field-type.ts'

export const blocks = fieldType({
  name: 'blocks',
  sentence: 'Rows of several kinds, each with its own fields.',
  json: () => ({ type: 'array' }),
  holds: 'json',
  queryable: false,
  words: ['labels', ...LIST_WORDS],
  sample: ({ blocks, minRows = 1 }, _, sampler) => {
    // biome-ignore lint/style/noNonNullAssertion: the meta-schema demands at least one block type
    const { slug, fields } = blocks![0]!
    const row = async () => ({ blockType: slug, ...(await sampler.values(fields, {})) })
    return Promise.all(Array.from({ length: minRows }, row))
  },
})
