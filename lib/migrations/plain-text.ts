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
  if (isRichText(outline)) return richTextLines(value).join('\n')
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

/** One line for each paragraph, heading and list item. */
function richTextLines(node: unknown): string[] {
  const content = isObject(node) ? node['content'] : undefined
  if (!Array.isArray(content)) return []
  return content.some(isInline) ? [content.map(inlineText).join('')] : content.flatMap(richTextLines)
}

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
