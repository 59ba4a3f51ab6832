/** Formatted text. */
import { fieldType } from './field-type.ts'

export const richText = fieldType({
  name: 'richText',
  sentence: 'Formatted text, as ProseMirror JSON.',
  json: () => ({ type: 'object' }),
  typescript: (isPresent) => `{ type: 'doc'; content?: unknown[] }${isPresent ? '' : ' | null'}`,
  scalar: 'RichText',
  kind: 'json',
  text: false,
  queryable: false,
  sample: (_, n) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Text ${n}` }] }] }),
})
