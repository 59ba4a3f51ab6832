/** Rich text in the API description: one schema for all texts, and what a field allows in words. Tested by test/schema/rich-text.test.ts. */
import { type AttributeKind, MARKS, NODES } from '../lib/rich-text/kinds.ts'
import { MOST_CELLS } from '../lib/rich-text/limits.ts'
import type { JsonSchema } from './document.ts'
import type { RichTextField } from './model.ts'

export function richTextSchema({ richText, required }: RichTextField): JsonSchema {
  const { features, headings, blocks, embeds } = richText
  const text = { $ref: '#/components/schemas/RichText' }
  const allowed = [
    `May contain: ${['paragraph', ...features].join(', ')}.`,
    ...(headings.length > 0 ? [`Headings of level ${headings.join(', ')}.`] : []),
    ...(blocks.length > 0 ? [`Blocks: ${blocks.map(({ slug }) => slug).join(', ')}.`] : []),
    ...(embeds.length > 0 ? [`Embeds: ${embeds.map((one) => (typeof one === 'string' ? one : one.name)).join(', ')}.`] : []),
  ]
  return { description: allowed.join(' '), ...(required ? text : { anyOf: [text, { type: 'null' }] }) }
}

const VALUES: Record<AttributeKind, JsonSchema> = {
  text: { type: ['string', 'null'] },
  flag: { type: ['boolean', 'null'] },
  count: { type: ['integer', 'null'], minimum: 1 },
  number: { type: ['integer', 'null'], minimum: 0 },
  span: { type: ['integer', 'null'], minimum: 1, maximum: MOST_CELLS },
  id: { type: ['integer', 'null'], minimum: 1 },
  slug: { type: ['string', 'null'] },
  address: { type: ['string', 'null'] },
  widths: { type: ['array', 'null'], items: { type: ['number', 'null'] }, maxItems: MOST_CELLS },
}

const attributes = (known: Readonly<Record<string, AttributeKind>>): JsonSchema => {
  const properties = Object.fromEntries(Object.entries(known).map(([name, kind]) => [name, VALUES[kind]]))
  const pointsSomewhere = 'media' in known || 'collection' in known
  const value = {
    type: ['object', 'null'],
    readOnly: true,
    description: 'The target as this reader sees it; only with a depth of at least 1.',
  }
  return { type: 'object', properties: { ...properties, ...(pointsSomewhere && { value }) } }
}

/** Texts may hold nodes that galley doesn't know, so the type of a node is any text. */
export const richTextSchemas: JsonSchema = {
  RichText: {
    type: 'object',
    description: 'Formatted text, as ProseMirror JSON.',
    properties: { type: { const: 'doc' }, content: { type: 'array', items: { $ref: '#/components/schemas/RichTextNode' } } },
    required: ['type'],
  },
  RichTextNode: {
    type: 'object',
    properties: {
      type: { type: 'string', examples: Object.keys(NODES) },
      text: { type: 'string', description: 'Only in nodes of the type `text`.' },
      attrs: { anyOf: Object.entries(NODES).flatMap(([title, { attributes: known }]) => (known ? [{ title, ...attributes(known) }] : [])) },
      content: { type: 'array', items: { $ref: '#/components/schemas/RichTextNode' } },
      marks: { type: 'array', items: { $ref: '#/components/schemas/RichTextMark' } },
    },
    required: ['type'],
  },
  RichTextMark: {
    type: 'object',
    properties: {
      type: { type: 'string', examples: Object.keys(MARKS) },
      attrs: { anyOf: Object.entries(MARKS).flatMap(([title, { attributes: known }]) => (known ? [{ title, ...attributes(known) }] : [])) },
    },
    required: ['type'],
  },
}
