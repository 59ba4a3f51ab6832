/** Rich text → plain text, for search indexes, excerpts and descriptions: paragraphs with an empty line between them, list items and table rows on lines of their own. */
import { checkDocument, checkPrinting } from './arguments.ts'
import type { RichTextNode } from './document.ts'
import { printed } from './printed.ts'
import { type ContentBlock, contentBlockOf, fileNameOf, mentionOf, mentionText, pictureOf, type TargetDocument } from './targets.ts'
import { childrenOf, textContent, wellFormedBlocks } from './well-formed.ts'

/** How `toText` writes the parts that only the site knows. */
export interface PlainTextOptions {
  /** The words of a block; `render` turns a rich text field of the block into text. @default blocks are left out */
  block?: (block: ContentBlock, render: (doc: unknown) => string) => string | null | undefined
}

/** The text of a rich text field, without any markup. Accepts anything that a field can hold; `null` becomes an empty text. */
export function toText(doc: unknown, options: PlainTextOptions = {}): string {
  checkDocument('toText', doc)
  checkPrinting('toText', options)
  return textOfBlocks(wellFormedBlocks(doc), '\n\n', options)
}

const BLOCKS: Readonly<Record<string, (node: RichTextNode, options: PlainTextOptions) => string>> = {
  paragraph: line,
  heading: line,
  codeBlock: (node) => textContent([node]),
  bulletList: lines,
  orderedList: lines,
  taskList: lines,
  blockquote: (node, options) => textOfBlocks(childrenOf(node), '\n\n', options),
  table: (node, options) =>
    childrenOf(node)
      .map((row) => rowText(row, options))
      .join('\n'),
  image: (node) => pictureOf(node).caption.trim() || pictureOf(node).alt,
  file: ({ attrs }) => fileNameOf((attrs?.['value'] as TargetDocument | undefined) ?? null),
  embed: ({ attrs }) => String(attrs?.['url'] ?? ''),
  contentBlock: (node, options) => {
    const block = contentBlockOf(node)
    return (block && printed(options.block?.(block, (doc) => textIn(doc, options)))) ?? ''
  },
}

/** For a text in a block, by `render`. */
function textIn(doc: unknown, options: PlainTextOptions): string {
  checkDocument('render', doc)
  return textOfBlocks(wellFormedBlocks(doc), '\n\n', options)
}

const textOfBlocks = (nodes: readonly RichTextNode[], between: string, options: PlainTextOptions): string =>
  nodes
    .map((node) => BLOCKS[node.type]?.(node, options) ?? '')
    .filter((text) => text !== '')
    .join(between)

function line(node: RichTextNode): string {
  return childrenOf(node)
    .map((one) => (one.type === 'mention' ? mentionText(mentionOf(one)) : one.type === 'hardBreak' ? '\n' : (one.text ?? '')))
    .join('')
    .trim()
}

function lines(list: RichTextNode, options: PlainTextOptions): string {
  return childrenOf(list)
    .map((item) => textOfBlocks(childrenOf(item), '\n', options))
    .join('\n')
}

const rowText = (row: RichTextNode, options: PlainTextOptions): string =>
  childrenOf(row)
    .map((cell) => textOfBlocks(childrenOf(cell), ' ', options).replace(/\s+/g, ' '))
    .join('\t')
