/** Rich text → Markdown (GFM), escaped so that the text comes back unchanged. What Markdown can't express becomes HTML, which Markdown may contain. */
import { checkDocument, checkPrinting } from './arguments.ts'
import type { RichTextNode } from './document.ts'
import { addressAsLink, codeFence, destination, escapeLinkText } from './markdown-escapes.ts'
import { markdownLine } from './markdown-inline.ts'
import { printed } from './printed.ts'
import {
  type ContentBlock,
  contentBlockOf,
  fileAddressOf,
  fileNameOf,
  type LinkTarget,
  linkAddress,
  type Mention,
  type Picture,
  pictureOf,
  type TargetDocument,
} from './targets.ts'
import { toHTML } from './to-html.ts'
import { childrenOf, textContent, wellFormedBlocks, withoutEmptyEnd } from './well-formed.ts'

/** How `toMarkdown` writes the parts that only the site knows. Callbacks return Markdown, which is used as it is. */
export interface MarkdownOptions {
  /** The Markdown of a block; `render` turns a rich text field of the block into Markdown. @default blocks are left out */
  block?: (block: ContentBlock, render: (doc: unknown) => string) => string
  /** The URL of a document. @default a link to a document becomes its text */
  link?: (target: LinkTarget) => string | null | undefined
  /** The Markdown of a mention. @default `@Name`, `@…` if the reader can't see a name */
  mention?: (mention: Mention) => string
  /** The Markdown of a picture; `render` returns what it would be without this option. @default `![alt](url "caption")` */
  image?: (picture: Picture, render: () => string) => string
}

/** The Markdown of a rich text field. Accepts anything that a field can hold; `null` becomes an empty text. */
export function toMarkdown(doc: unknown, options: MarkdownOptions = {}): string {
  checkDocument('toMarkdown', doc)
  checkPrinting('toMarkdown', options)
  const text = new MarkdownWriter(options).blocks(withoutEmptyEnd(wellFormedBlocks(doc)))
  return text === '' ? '' : `${text}\n`
}

const BLOCKS: Readonly<Record<string, (node: RichTextNode, writer: MarkdownWriter) => string>> = {
  paragraph: (node, writer) => writer.line(node),
  heading: headingMarkdown,
  blockquote: (node, writer) => prefixed(writer.blocks(childrenOf(node)), '> '),
  codeBlock: (node) => codeFence(textContent([node]), /\S+/.exec(String(node.attrs?.['language'] ?? ''))?.[0] ?? ''),
  horizontalRule: () => '___',
  table: (node, writer) => writer.table(node),
  image: (node, writer) => writer.image(node),
  file: ({ attrs }) => fileMarkdown((attrs?.['value'] as TargetDocument | undefined) ?? null),
  embed: ({ attrs }) => {
    const url = linkAddress(attrs?.['url'])
    return url === undefined ? '' : addressAsLink(url)
  },
  contentBlock: (node, writer) => writer.contentBlock(node),
}

/** Two lists in a row are two lists only if their markers differ. */
const BULLETS = ['-', '*']
const ENDINGS = ['.', ')']

class MarkdownWriter {
  readonly #options: MarkdownOptions

  constructor(options: MarkdownOptions) {
    this.#options = options
  }

  blocks(nodes: readonly RichTextNode[], between = '\n\n'): string {
    let repeats = 0
    const written = nodes.map((node, index) => {
      const isList = node.type.endsWith('List')
      repeats = isList && isSameList(node, nodes[index - 1]) ? repeats + 1 : 0
      return isList ? this.#list(node, repeats % 2) : (BLOCKS[node.type]?.(node, this) ?? '')
    })
    return written.filter((text) => text !== '').join(between)
  }

  line(node: RichTextNode, isOneLine = false): string {
    return markdownLine(childrenOf(node), this.#options, isOneLine)
  }

  #list(list: RichTextNode, variant: number): string {
    const items = childrenOf(list)
    const start = Number(list.attrs?.['start'] ?? 1)
    const isTight = items.every(hasOneParagraph)
    return items
      .map((item, index) => {
        const bullet = list.type === 'orderedList' ? `${start + index}${ENDINGS[variant]}` : `${BULLETS[variant]}`
        const box = list.type === 'taskList' ? `[${item.attrs?.['checked'] === true ? 'x' : ' '}] ` : ''
        const text = this.blocks(childrenOf(item), isTight ? '\n' : '\n\n')
        return `${bullet} ${box}${indented(text || (box && '<!-- -->'), ' '.repeat(bullet.length + 1))}`.trimEnd()
      })
      .join(isTight ? '\n' : '\n\n')
  }

  /** Markdown has tables with one row of headers, and one line of text in each cell. Any other table becomes HTML. */
  table(table: RichTextNode): string {
    const rows = childrenOf(table).map(childrenOf)
    if (!isPlainTable(rows))
      return toHTML({ type: 'doc', content: [table] }, { ...(this.#options.link && { link: this.#options.link }) }).replaceAll(
        '\n',
        '&#10;',
      )
    const [header = [], ...body] = rows.map((cells) => cells.map((cell) => this.line(childrenOf(cell)[0] ?? cell, true)))
    return [header, header.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  }

  image(node: RichTextNode): string {
    const picture = pictureOf(node)
    const render = () => pictureMarkdown(picture)
    return printed(this.#options.image?.(picture, render)) ?? render()
  }

  contentBlock(node: RichTextNode): string {
    const block = contentBlockOf(node)
    return (block && printed(this.#options.block?.(block, (doc) => this.textIn(doc)))) ?? ''
  }

  /** For a text in a block, by `render`. */
  textIn(doc: unknown): string {
    checkDocument('render', doc)
    return this.blocks(withoutEmptyEnd(wellFormedBlocks(doc)))
  }
}

function headingMarkdown(node: RichTextNode, writer: MarkdownWriter): string {
  const level = Math.min(6, Number(node.attrs?.['level'] ?? 1))
  // A `#` at the end would count as the end of the heading.
  return `${'#'.repeat(level)} ${writer.line(node, true).replace(/(?<!\\)((?:\\\\)*)\\?#$/, '$1&#35;')}`.trimEnd()
}

function pictureMarkdown({ value, alt, caption }: Picture): string {
  const url = fileAddressOf(value)
  return url === undefined ? '' : `![${escapeLinkText(alt).trim()}](${destination(url, caption)})`
}

function fileMarkdown(value: TargetDocument): string {
  const url = fileAddressOf(value)
  return url === undefined ? '' : `[${escapeLinkText(fileNameOf(value) || url)}](${destination(url)})`
}

const isSameList = (node: RichTextNode, before: RichTextNode | undefined): boolean =>
  before?.type.endsWith('List') === true && (node.type === 'orderedList') === (before.type === 'orderedList')

/** Such as `- one`, or with lists below it that may follow a line of text directly. */
const hasOneParagraph = (item: RichTextNode): boolean => {
  const [first, ...lists] = childrenOf(item)
  return first?.type === 'paragraph' && lists.every((list, index) => mayFollowText(list) && !isSameList(list, lists[index - 1]))
}

/** Below a line of text, a list must begin with 1, and an empty item would turn the line into a heading. */
function mayFollowText(list: RichTextNode): boolean {
  const [paragraph] = childrenOf(childrenOf(list)[0] ?? list)
  return (
    list.type.endsWith('List') &&
    Number(list.attrs?.['start'] ?? 1) === 1 &&
    paragraph?.type === 'paragraph' &&
    childrenOf(paragraph).length > 0
  )
}

function isPlainTable([header, ...body]: readonly RichTextNode[][]): boolean {
  const isLine = (cell: RichTextNode) => {
    const [only, ...others] = childrenOf(cell)
    return only?.type === 'paragraph' && others.length === 0 && !spans(cell) && childrenOf(only).every(isFreeOfBars)
  }
  const isRow = (cells: RichTextNode[], type: string) => cells.every((cell) => cell.type === type && isLine(cell))
  return (
    header !== undefined &&
    isRow(header, 'tableHeader') &&
    body.every((cells) => cells.length === header.length && isRow(cells, 'tableCell'))
  )
}

const spans = ({ attrs }: RichTextNode): boolean => Number(attrs?.['colspan'] ?? 1) > 1 || Number(attrs?.['rowspan'] ?? 1) > 1

/** A bar in code or in a URL can't be escaped reliably inside a table. */
const isFreeOfBars = ({ text, marks = [] }: RichTextNode): boolean =>
  !marks.some(({ type, attrs }) => (type === 'code' && text?.includes('|')) || String(attrs?.['href'] ?? '').includes('|'))

const prefixed = (text: string, prefix: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? prefix.trimEnd() : prefix + line))
    .join('\n')

/** All lines but the first. */
const indented = (text: string, indent: string): string => text.replace(/\n(?=[^\n])/g, `\n${indent}`)
