/** Formatted text. */
import { fieldType } from './field-type.ts'

export const richText = fieldType({
  name: 'richText',
  sentence: 'Formatted text, as ProseMirror JSON.',
  json: () => ({ type: 'object' }),
  scalar: 'RichText',
  holds: 'json',
  queryable: false,
  words: ['features', 'headings', 'blocks', 'embeds', 'unknown', 'labels'],
  sample: (_, n) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Text ${n}` }] }] }),
})
