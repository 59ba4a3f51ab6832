/** The words of rich text fields: what their text may contain. Tested by test/schema/rich-text.test.ts. */
import { EMBED_PROVIDERS } from '../lib/rich-text/embeds.ts'
import { HEADING_LEVELS, TEXT_FEATURES } from '../lib/rich-text/kinds.ts'
import type { Word } from './word.ts'
import { field, text } from './word-values.ts'

const ownProvider = {
  type: 'object',
  properties: { name: text, pattern: { type: 'string', format: 'regex' } },
  required: ['name', 'pattern'],
  additionalProperties: false,
}

const oneOfMine = <T>(values: readonly T[]) => ({ type: 'array', items: { enum: values }, uniqueItems: true })

export const richTextWords: Word[] = [
  {
    name: 'features',
    on: ['field'],
    sdl: field('richText', 'features', '[TextFeature!]'),
    value: oneOfMine(TEXT_FEATURES),
    sentence: 'What the text may contain besides paragraphs. All but `embed` and `block` by default; `embeds` and `blocks` add these two.',
    feature: 'core',
  },
  {
    name: 'headings',
    on: ['field'],
    sdl: field('richText', 'headings', '[Int!]'),
    value: { ...oneOfMine(HEADING_LEVELS), minItems: 1 },
    sentence: 'The levels of headings; 1 to 6 by default.',
    feature: 'core',
  },
  {
    name: 'blocks',
    on: ['field'],
    sdl: field('richText', 'blocks', '[String!]'),
    value: { type: 'array', items: { if: { type: 'string' }, then: text, else: { $ref: '#/$defs/block' } }, minItems: 1 },
    sentence: 'The blocks that the text may contain: slugs of block types of the schema, or its own block types.',
    feature: 'core',
  },
  {
    name: 'embeds',
    on: ['field'],
    sdl: field('richText', 'embeds', 'JSON'),
    value: { type: 'array', items: { if: { type: 'string' }, then: { enum: EMBED_PROVIDERS }, else: ownProvider }, minItems: 1 },
    sentence: 'The sites whose pages can be embedded: names of built-in providers, or `{ name, pattern }`. All built-in ones by default.',
    feature: 'core',
  },
  {
    name: 'unknown',
    on: ['field'],
    sdl: field('richText', 'unknown', 'UnknownContent'),
    value: { enum: ['refuse', 'keep'] },
    sentence: "What happens to new nodes and marks that galley doesn't know: `refuse` (the default) or `keep`.",
    feature: 'core',
  },
]
