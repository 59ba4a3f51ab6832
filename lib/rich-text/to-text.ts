/** Rich text → plain text, for search indexes, excerpts and descriptions: paragraphs with an empty line between them, list items and table rows on lines of their own. */
import type { RichTextNode } from './document.ts'
import { fileNameOf, mentionOf, mentionText, pictureOf, type TargetDocument } from './targets.ts'
import { childrenOf, textContent, wellFormedBlocks } from './well-formed.ts'

/** The text of a rich text field, without any markup. Accepts anything that a field can hold; `null` becomes an empty text. */
export const toText = (doc: unknown): string => textOfBlocks(wellFormedBlocks(doc), '\n\n')

const BLOCKS: Readonly<Record<string, (node: RichTextNode) => string>> = {
  paragraph: line,
  heading: line,
  codeBlock: (node) => textContent([node]),
  bulletList: lines,
  orderedList: lines,
  taskList: lines,
  blockquote: (node) => textOfBlocks(childrenOf(node), '\n\n'),
  table: (node) => childrenOf(node).map(rowText).join('\n'),
  image: (node) => pictureOf(node).caption.trim() || pictureOf(node).alt,
  file: ({ attrs }) => fileNameOf((attrs?.['value'] as TargetDocument | undefined) ?? null),
  embed: ({ attrs }) => String(attrs?.['url'] ?? ''),
}

const textOfBlocks = (nodes: readonly RichTextNode[], between: string): string =>
  nodes
    .map((node) => BLOCKS[node.type]?.(node) ?? '')
    .filter((text) => text !== '')
    .join(between)

function line(node: RichTextNode): string {
  return childrenOf(node)
    .map((one) => (one.type === 'mention' ? mentionText(mentionOf(one)) : one.type === 'hardBreak' ? '\n' : (one.text ?? '')))
    .join('')
    .trim()
}

function lines(list: RichTextNode): string {
  return childrenOf(list)
    .map((item) => textOfBlocks(childrenOf(item), '\n'))
    .join('\n')
}

const rowText = (row: RichTextNode): string =>
  childrenOf(row)
    .map((cell) => textOfBlocks(childrenOf(cell), ' ').replace(/\s+/g, ' '))
    .join('\t')
