/** The words of rich text, for places that have no room for its formatting. Tested by test/admin-components/compare-rich-text.test.ts. */
import type { RichTextNode } from '../../../lib/rich-text/document.ts'
import { NODES } from '../../../lib/rich-text/kinds.ts'

const LONGEST = 160

/** One line per block. A stored node may have any shape. */
export function plainText(node: RichTextNode): string {
  const { type, text, content } = (node ?? {}) as Partial<RichTextNode>
  if (typeof text === 'string') return text
  if (type === 'hardBreak') return '\n'
  const isLine = NODES[type ?? '']?.children?.some((child) => child === 'inline' || child === 'text') ?? false
  return (Array.isArray(content) ? content : []).map(plainText).join(isLine ? '' : '\n')
}

/** The beginning of a document in one line. Stored values may have any shape. */
export function excerptOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const line = plainText(value as RichTextNode)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST).trimEnd()}…` : line
}
