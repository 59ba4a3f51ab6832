/** Converts values to readable text: rich text by paragraph, rows by line, without ids. */
import { NODES } from '../rich-text/kinds.ts'
import { type Mention, mentionOf } from '../rich-text/targets.ts'
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

/** Whether the text of a value lacks a part of it: the name of a mention, a file, or a picture that has neither a caption nor a description. */
export function textLacksParts(value: unknown, outline: Outline): boolean {
  if (Array.isArray(value)) return value.some((one) => textLacksParts(one, outline))
  if (!isObject(value)) return false
  const fields = outline.fields ?? blockIn(outline, value)?.fields
  if (fields) return fields.some((field) => textLacksParts(value[field.name], field))
  return isRichText(outline) && nodeLacksParts(value, outline.text)
}

function nodeLacksParts(node: unknown, text: Outline['text']): boolean {
  if (!isObject(node)) return false
  const { type, attrs, content } = node
  if (type === 'mention') return true
  if (type === 'contentBlock' && isObject(attrs)) return textLacksParts(attrs, { kind: 'json', ...text })
  if (Array.isArray(content)) return content.some((one) => nodeLacksParts(one, text))
  const mayBeEmpty = NODES[String(type)]?.children !== undefined
  return isObject(attrs) && !mayBeEmpty && richTextLines(node, text).length === 0
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

const INLINE: Readonly<Record<string, (node: JsonObject) => string>> = {
  text: ({ text }) => (typeof text === 'string' ? text : ''),
  hardBreak: () => '\n',
  mention: ({ attrs }) => placeOf(mentionOf({ type: 'mention', attrs: isObject(attrs) ? attrs : {} })),
}

const placeOf = ({ collection, id }: Mention): string => `@${collection}/${id}`

const inlineOf = (node: unknown) =>
  isObject(node) && Object.hasOwn(INLINE, String(node['type'])) ? INLINE[String(node['type'])] : undefined

const isInline = (node: unknown): boolean => inlineOf(node) !== undefined

const inlineText = (node: unknown): string => inlineOf(node)?.(node as JsonObject) ?? ''

/** Converts text to rich text, one paragraph per line. */
export const richTextSaying = (text: string): JsonObject => ({
  type: 'doc',
  content: text.split(/\r\n?|\n/).map((line) => ({ type: 'paragraph', ...(line !== '' && { content: [{ type: 'text', text: line }] }) })),
})

type JsonObject = Record<string, unknown>

const isObject = (one: unknown): one is JsonObject => typeof one === 'object' && one !== null && !Array.isArray(one)
