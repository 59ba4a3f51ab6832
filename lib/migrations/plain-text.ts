/** Converts values to readable text: rich text by paragraph, rows by line, without ids. */
import type { Outline, OutlinedField } from '../store/outline.ts'
import { blockIn } from './inside.ts'

/** Rich text is the only kind of JSON whose type requires an object. */
export const isRichText = ({ kind, asks, fields, blocks }: Outline): boolean =>
  kind === 'json' && asks?.['type'] === 'object' && !fields && !blocks

export function plainText(value: unknown, outline: Outline): string {
  if (value === null || value === undefined) return ''
  if (outline.fields || outline.blocks) return rowsText([value].flat(), outline)
  if (Array.isArray(value) && outline.list) return value.map((one) => plainText(one, { ...outline, list: false })).join(', ')
  if (isRichText(outline)) return richTextLines(value, outline.text).join('\n')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const rowsText = (rows: readonly unknown[], { fields, blocks }: Outline): string =>
  rows
    .map((row) => (isObject(row) ? rowText(row, fields ?? blockIn({ blocks }, row)?.fields ?? []) : ''))
    .filter((text) => text !== '')
    .join('\n')

const rowText = (row: JsonObject, fields: readonly OutlinedField[]): string =>
  fields
    .map((field) => plainText(row[field.name], field))
    .filter((text) => text !== '')
    .join(', ')

/** One line for each paragraph, heading, list item and block. */
function richTextLines(node: unknown, text: Outline['text']): string[] {
  if (!isObject(node)) return []
  const { content, attrs } = node
  if (isObject(attrs) && node['type'] === 'contentBlock')
    return wordsIn(rowText(attrs, blockIn(text ?? {}, attrs)?.fields ?? unknownFields(attrs)))
  if (isObject(attrs) && !content) return wordsIn(attrs['caption'] || attrs['alt'] || attrs['url'])
  if (!Array.isArray(content)) return []
  return content.some(isInline) ? [content.map(inlineText).join('')] : content.flatMap((one) => richTextLines(one, text))
}

const wordsIn = (words: unknown): string[] => (typeof words === 'string' && words !== '' ? [words] : [])

/** The words of a block whose type has left the schema. */
const unknownFields = (block: JsonObject): OutlinedField[] =>
  Object.keys(block)
    .filter((name) => !['id', 'blockType'].includes(name) && ['string', 'number'].includes(typeof block[name]))
    .map((name) => ({ name, kind: 'json' }))

const isInline = (node: unknown): boolean => isObject(node) && ['text', 'hardBreak'].includes(node['type'] as string)

const inlineText = (node: unknown): string => {
  if (!isObject(node)) return ''
  return node['type'] === 'hardBreak' ? '\n' : typeof node['text'] === 'string' ? node['text'] : ''
}

/** Converts text to rich text, one paragraph per line. */
export const richTextSaying = (text: string): JsonObject => ({
  type: 'doc',
  content: text.split(/\r\n?|\n/).map((line) => ({ type: 'paragraph', ...(line !== '' && { content: [{ type: 'text', text: line }] }) })),
})

type JsonObject = Record<string, unknown>

const isObject = (one: unknown): one is JsonObject => typeof one === 'object' && one !== null && !Array.isArray(one)
