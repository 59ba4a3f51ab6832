/** Rich text → HTML. Everything stored is escaped, only known attributes and safe URLs are written; only what the callbacks return is used as it is. */

import { checkDocument, checkPrinting } from './arguments.ts'
import { type Direction, directionOf } from './direction.ts'
import type { RichTextMark, RichTextNode } from './document.ts'
import { EMBED_PROVIDERS, type EmbedProvider, embedOf } from './embeds.ts'
import { HeadingIds, type HeadingOptions, levelOf } from './heading-ids.ts'
import { TAGS_OF_MARKS } from './html-meaning.ts'
import { element, escapeHTML, type HTMLAttributes, openTag } from './html-text.ts'
import { type NestedText, nested } from './nested-marks.ts'
import { figureOf, fileOf } from './pictures-html.ts'
import { printed } from './printed.ts'
import { rowsHTML } from './tables-html.ts'
import {
  type ContentBlock,
  contentBlockOf,
  hrefOf,
  type LinkTarget,
  linkAddress,
  type Mention,
  mentionOf,
  mentionText,
  type Picture,
  pictureOf,
  type TargetDocument,
} from './targets.ts'
import { childrenOf, textContent, wellFormedBlocks, withoutEmptyEnd } from './well-formed.ts'

/** How `toHTML` writes the parts that only the site knows. Callbacks return HTML, which is used as it is: escape what they take from documents. */
export interface HTMLOptions extends HeadingOptions {
  /** The HTML of a block; `render` turns a rich text field of the block into HTML. @default blocks are left out */
  block?: (block: ContentBlock, render: (doc: unknown) => string) => string
  /** The URL of a document. @default a link to a document becomes its text */
  link?: (target: LinkTarget) => string | null | undefined
  /** The HTML of a mention. @default `<span class="mention">@Name</span>`, `@…` if the reader can't see a name */
  mention?: (mention: Mention) => string
  /** The HTML of a picture; `render` returns what it would be without this option. @default a `<figure>` */
  image?: (picture: Picture, render: () => string) => string
  /** The attribute `sizes` of pictures: how wide your layout shows them. @default the picture's width, at most that of the window */
  sizes?: string
  /** Sites whose players are shown; an embed of any other site becomes a link. @default all that galley knows */
  embeds?: readonly EmbedProvider[]
  /** The direction of your page: blocks whose first letter runs the other way get the attribute `dir`. @default `ltr` */
  dir?: Direction
}

/** The HTML of a rich text field. Accepts anything that a field can hold; `null` becomes an empty text. */
export function toHTML(doc: unknown, options: HTMLOptions = {}): string {
  checkDocument('toHTML', doc)
  checkPrinting('toHTML', options)
  return new HTMLWriter(options).document(doc)
}

const BLOCKS: Readonly<Record<string, (node: RichTextNode, writer: HTMLWriter) => string>> = {
  paragraph: (node, writer) => writer.directed('p', {}, node, () => writer.line(node) || '<br>'),
  heading: (node, writer) => writer.heading(node),
  bulletList: (node, writer) => writer.directed('ul', {}, node, () => writer.items(node)),
  orderedList: (node, writer) =>
    writer.directed('ol', { start: Number(node.attrs?.['start'] ?? 1) !== 1 && Number(node.attrs?.['start']) }, node, () =>
      writer.items(node),
    ),
  taskList: (node, writer) => writer.directed('ul', { class: 'task-list' }, node, () => writer.items(node)),
  blockquote: (node, writer) => writer.directed('blockquote', {}, node, () => writer.blocks(childrenOf(node))),
  codeBlock: (node, writer) => writer.directed('pre', {}, node, () => codeHTML(node)),
  horizontalRule: () => '<hr>',
  table: (node, writer) => writer.directed('table', {}, node, () => rowsHTML(node, (cell) => writer.inside(cell))),
  image: (node, writer) => writer.image(node),
  file: ({ attrs }) => fileOf((attrs?.['value'] as TargetDocument | undefined) ?? null),
  embed: (node, writer) => writer.embed(node),
  contentBlock: (node, writer) => writer.contentBlock(node),
}

class HTMLWriter {
  readonly #options: HTMLOptions
  readonly #ids: HeadingIds
  /** The direction of the text around the next block. */
  #direction: Direction

  constructor(options: HTMLOptions) {
    this.#options = options
    this.#ids = new HeadingIds(options)
    this.#direction = options.dir ?? 'ltr'
  }

  /** Also for texts inside blocks, whose headings continue the numbers of the outer ones. */
  document(doc: unknown): string {
    const blocks = wellFormedBlocks(doc)
    this.#ids.add(blocks)
    return this.blocks(withoutEmptyEnd(blocks))
  }

  /** For a text in a block, by `render`. */
  textIn(doc: unknown): string {
    checkDocument('render', doc)
    return this.document(doc)
  }

  blocks(nodes: readonly RichTextNode[]): string {
    return nodes.map((node) => BLOCKS[node.type]?.(node, this) ?? '').join('')
  }

  /** A block that runs in its own direction, and what is in it, in its own too. */
  directed(tag: string, attributes: HTMLAttributes, node: RichTextNode, content: () => string): string {
    const outer = this.#direction
    const own = directionOf(node) ?? outer
    this.#direction = own
    const html = element(tag, { ...attributes, dir: own !== outer && own }, content())
    this.#direction = outer
    return html
  }

  heading(node: RichTextNode): string {
    return this.directed(`h${levelOf(node, this.#options)}`, { id: this.#ids.of(node) }, node, () => this.line(node))
  }

  items(list: RichTextNode): string {
    return childrenOf(list)
      .map((item) => element('li', {}, list.type === 'taskList' ? this.#task(item) : this.inside(item)))
      .join('')
  }

  #task(item: RichTextNode): string {
    const box = openTag('input', { type: 'checkbox', disabled: true, checked: item.attrs?.['checked'] === true })
    const [first, ...rest] = childrenOf(item)
    if (first?.type !== 'paragraph') return box + this.blocks(childrenOf(item))
    return this.directed('label', {}, first, () => `${box} ${this.line(first)}`) + this.blocks(rest)
  }

  /** In items and cells, the only paragraph, or one in front of a list, needs no `<p>`, unless it runs in another direction. */
  inside(container: RichTextNode): string {
    const [first, ...rest] = childrenOf(container)
    const isAlone = first?.type === 'paragraph' && rest.every(({ type }) => type.endsWith('List'))
    if (!isAlone || (directionOf(first) ?? this.#direction) !== this.#direction) return this.blocks(childrenOf(container))
    return this.line(first) + this.blocks(rest)
  }

  /** Browsers don't show a line break at the end of a block, unless another one follows. */
  line(node: RichTextNode): string {
    const inline = childrenOf(node)
    return this.#inline(nested(inline)) + (inline.at(-1)?.type === 'hardBreak' ? '<br>' : '')
  }

  #inline(all: readonly NestedText[]): string {
    return all.map((one) => ('mark' in one ? this.#marked(one.mark, this.#inline(one.content)) : this.#word(one))).join('')
  }

  #word(node: RichTextNode): string {
    if (node.type === 'hardBreak') return '<br>'
    if (node.type !== 'mention') return escapeHTML(node.text ?? '')
    const mention = mentionOf(node)
    return printed(this.#options.mention?.(mention)) ?? element('span', { class: 'mention' }, escapeHTML(mentionText(mention)))
  }

  #marked(mark: RichTextMark, content: string): string {
    const tag = TAGS_OF_MARKS[mark.type]
    if (tag !== undefined) return element(tag, {}, content)
    const href = hrefOf(mark, this.#options.link)
    const target: HTMLAttributes = mark.attrs?.['newTab'] === true ? { target: '_blank', rel: 'noopener' } : {}
    return href === undefined ? content : element('a', { href, ...target }, content)
  }

  image(node: RichTextNode): string {
    const picture = pictureOf(node)
    const render = () => figureOf(picture, this.#options.sizes)
    return printed(this.#options.image?.(picture, render)) ?? render()
  }

  embed({ attrs }: RichTextNode): string {
    const url = linkAddress(attrs?.['url'])
    if (url === undefined) return ''
    const embed = embedOf(url, this.#options.embeds ?? EMBED_PROVIDERS)
    if (!embed) return element('p', {}, element('a', { href: url }, escapeHTML(url)))
    const frame = element('iframe', { src: embed.src, title: embed.provider, ...PLAYER, 'data-embed': url }, '')
    return element('figure', { class: 'embed' }, frame)
  }

  contentBlock(node: RichTextNode): string {
    const block = contentBlockOf(node)
    return (block && printed(this.#options.block?.(block, (doc) => this.textIn(doc)))) ?? ''
  }
}

/** A player may run its own scripts in its own origin, and can't navigate the page around it. */
const PLAYER: HTMLAttributes = {
  sandbox: 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation',
  allow: 'fullscreen; picture-in-picture; encrypted-media',
  referrerpolicy: 'strict-origin-when-cross-origin',
  loading: 'lazy',
}

function codeHTML(node: RichTextNode): string {
  const [language] = /\S+/.exec(String(node.attrs?.['language'] ?? '')) ?? []
  const text = textContent([node])
  // Browsers don't show a line end at the end of a block, unless another one follows.
  const content = escapeHTML(text.endsWith('\n') ? `${text}\n` : text)
  return element('code', { class: language && `language-${language}` }, content)
}
