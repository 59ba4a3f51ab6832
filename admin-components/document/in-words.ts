/** A value of a field as text, to be read beside another one. */
import type { Field } from '../desk/schema.ts'

export function inWords(field: Field | undefined, value: any): string {
  if (value === null || value === undefined || value === '') return '—'
  if (field?.type === 'richText') return textOf(value).trim()
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ')
  if (typeof value === 'object') return JSON.stringify(value, null, 2)
  return String(value)
}

/** The text of ProseMirror JSON, a line a block. */
function textOf(node: { type?: string; text?: string; content?: object[] }): string {
  if (node.text !== undefined) return node.text
  const inside = (node.content ?? []).map(textOf).join('')
  return ['paragraph', 'heading', 'listItem', 'blockquote', 'codeBlock'].includes(node.type ?? '') ? `${inside}\n` : inside
}
