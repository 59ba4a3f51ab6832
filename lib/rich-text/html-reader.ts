/** HTML elements → nodes. Leaves to `well-formed.ts` what may stand where: a `<div>` becomes an unknown node, whose contents remain. Tested by test/rich-text/from-html.test.ts. */
import type { RichTextMark, RichTextNode } from './document.ts'
import { EMBED_PROVIDERS, embedOf } from './embeds.ts'
import type { FromHTMLOptions } from './from-html-options.ts'
import { codeIn } from './html-code.ts'
import { nestedByLevel } from './html-levels.ts'
import { linkMark, marksInside, resolved, withMark } from './html-marks.ts'
import { DIVISIONS, DRAWN, DRAWN_FORMULA, isBlockStyle, isEmoji, isHidden, showsLines, stylesIn, UNREAD } from './html-meaning.ts'
import { readTable } from './html-table.ts'
import { elementsIn, type HTMLElementNode, type HTMLTreeNode, textInside } from './html-tree.ts'
import type { TextFeature } from './kinds.ts'
import { leadsToPicture, linkBelow } from './linked-pictures.ts'
import { isNoteLink, isWayBack, joinsMark } from './note-links.ts'

/** Where the reader is: the marks around it, and whether it is in a line of text, such as a paragraph or a heading. */
export interface ReadingPlace {
  marks: readonly RichTextMark[]
  isLine?: boolean
  /** The page shows the line ends of the text. */
  showsLines?: boolean
  /** The caption of the figure around a picture. */
  caption?: string
}

/** Elements within a line that a style may put on a line of their own. */
const INLINE = ['a', 'q', 'math']

const IS_ADDRESS = /^https?:\/\/\S+$/i

export class HTMLReader {
  readonly #options: FromHTMLOptions
  /** The last text of the line, which loses its space at the end of the line. */
  #text: RichTextNode | undefined
  /** The last line break, if no text has followed it. */
  #break: RichTextNode | undefined
  /** A division ended inside a line, so the next text begins on a new one. */
  #owesBreak = false
  /** The number of a note was read, at the start of its line. */
  #isAfterMark = false

  constructor(options: FromHTMLOptions) {
    this.#options = options
  }

  read(nodes: readonly HTMLTreeNode[], place: ReadingPlace): RichTextNode[] {
    return nestedByLevel(nodes).flatMap((node) => (typeof node === 'string' ? this.#words(node, place) : this.#element(node, place)))
  }

  omit(kind: string, what: string): void {
    this.#options.omitted?.(kind, what)
  }

  #element(element: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    const { name } = element
    if (UNREAD.includes(name) || DRAWN.includes(name)) return this.#unread(element)
    if (element.attributes['class'] === DRAWN_FORMULA || 'hidden' in element.attributes || isHidden(element.attributes['style'] ?? ''))
      return []
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined
    const { style = '' } = element.attributes
    if (isBlockStyle(style) && INLINE.includes(name)) {
      const inline = { ...element, attributes: { ...element.attributes, style: `${style};display:inline` } }
      return this.division({ name: 'div', attributes: {}, children: [inline] }, place)
    }
    if (read) return read(element, place, this)
    if (DIVISIONS.includes(name) || isBlockStyle(style)) return this.division(element, place)
    if (name === 'sup' && element.attributes['class'] === 'footnote' && !this.#allows('superscript'))
      return this.read([`[${textInside(element.children)}]`], place)
    return this.inline(element, place)
  }

  #allows(feature: TextFeature): boolean {
    const { features } = this.#options
    return features === undefined || features.includes(feature)
  }

  #unread({ name, attributes, children }: HTMLElementNode): [] {
    const text = oneLine(children)
    if (name === 'script') this.omit('script', attributes['src'] ?? '')
    else if (DRAWN.includes(name) && text !== '') this.omit(name, text)
    return []
  }

  /** The links and pictures in what is kept as its text only. */
  #omitIn(what: string, children: readonly HTMLTreeNode[]): void {
    for (const { attributes } of elementsIn(children, 'a'))
      if (!/^(#|$)/.test(attributes['href'] ?? '')) this.omit(`link in ${what}`, attributes['href'] ?? '')
    for (const { attributes } of elementsIn(children, 'img')) this.omit('picture', sourceOf(attributes))
  }

  /** White space as browsers collapse it. With `blankLines`, text between blocks keeps its lines. */
  #words(data: string, place: ReadingPlace): RichTextNode[] {
    const keepsLines = place.showsLines ?? (this.#options.blankLines === true && place.isLine !== true)
    if (!keepsLines || !data.includes('\n')) return this.#collapsed(data, place)
    if (place.isLine === true) return this.#lines(data, place)
    return data.split(/\n[ \t\r]*\n\s*/).flatMap((part, index) => {
      const boundary = index === 0 ? [] : [this.#boundary({ type: 'division' })]
      return [...boundary, ...this.#lines(part, place)]
    })
  }

  #lines(data: string, place: ReadingPlace): RichTextNode[] {
    return data.split('\n').flatMap((line, at) => {
      const lineBreak = at === 0 ? [] : this.lineBreak(place, place.isLine !== true || this.#break === undefined)
      return [...lineBreak, ...this.#collapsed(line, place)]
    })
  }

  #collapsed(data: string, { marks }: ReadingPlace): RichTextNode[] {
    const collapsed = data.replace(/[ \t\n\r\f]+/g, ' ')
    const isStart = this.#text === undefined || this.#text.text?.endsWith(' ') === true
    const words = isStart ? collapsed.replace(/^ /, '') : collapsed
    if (words === '') return []
    const text = this.#isAfterMark && joinsMark(words) ? ` ${words}` : words
    this.#isAfterMark = false
    const owed: RichTextNode[] = this.#owesBreak ? [{ type: 'hardBreak' }] : []
    this.#owesBreak = false
    const node: RichTextNode = { type: 'text', text, ...(marks.length > 0 && { marks: [...marks] }) }
    this.#text = node
    this.#break = undefined
    return [...owed, node]
  }

  lineBreak({ marks }: ReadingPlace, isOptional = false): RichTextNode[] {
    if (isOptional && this.#text === undefined) return []
    this.#endSpace()
    this.#break = { type: 'hardBreak', ...(marks.length > 0 && { marks: [...marks] }) }
    return [this.#break]
  }

  #endSpace(): void {
    this.#isAfterMark = false
    if (this.#text?.text) this.#text.text = this.#text.text.replace(/ $/, '')
    this.#text = undefined
  }

  /** Ends the line before a block, or after it. Browsers don't show the last line break. */
  #boundary<T>(then: T): T {
    this.#endSpace()
    if (this.#break) this.#break.type = 'hidden'
    this.#break = undefined
    return then
  }

  /** Reads the contents of a block. */
  block(nodes: readonly HTMLTreeNode[], place: ReadingPlace): RichTextNode[] {
    this.#boundary(undefined)
    this.#owesBreak = false
    const content = this.#boundary(this.read(nodes, place))
    this.#owesBreak = false
    return content
  }

  inline(element: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    return this.read(element.children, placeInside(element, place))
  }

  division(element: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    const { name, attributes, children } = element
    if (name === 'form') this.omit('form', attributes['action'] ?? '')
    const inside = placeInside(element, place)
    if (place.isLine !== true) return [{ type: 'division', content: this.block(children, inside) }]
    const breakIfText = () => {
      this.#owesBreak ||= this.#text !== undefined
      this.#endSpace()
    }
    breakIfText()
    const content = this.read(children, inside)
    breakIfText()
    return content
  }

  link(element: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    const given = element.attributes['href']
    const href = given === undefined ? undefined : resolved(given, this.#options.baseURL)
    if (given && href === undefined) this.omit('unsafe link', given)
    if (given && isNoteLink(given) && isWayBack(textInside(element.children))) return []
    if (given && isNoteLink(given)) return this.#markOfNote(element, place)
    if (!given || href === undefined) return this.inline(element, place)
    const mark = linkMark(href, element.attributes)
    const content = this.inline(element, { ...place, marks: withMark(place.marks, mark) })
    const paragraph = place.marks.some(({ type }) => type === 'link') || leadsToPicture(element) ? undefined : linkBelow(content, mark)
    if (!paragraph) return content
    const isKept = this.#allows('link')
    this.omit('link of a picture', isKept ? `${href}, which is now on a separate line` : href)
    return isKept ? this.#boundary([...content, paragraph]) : content
  }

  #markOfNote(element: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    const isFirst = this.#text === undefined
    const content = this.inline(element, place)
    this.#isAfterMark = isFirst && this.#text !== undefined && !this.#text.marks?.some(({ type }) => type === 'superscript')
    return content
  }

  line(type: 'paragraph' | 'heading', element: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    const content = this.block(element.children, { ...placeInside(element, place), isLine: true })
    const isBlank = content.every((node) => node.type === 'hidden' || (node.type === 'text' && /^[\s\u00a0]*$/.test(node.text ?? '')))
    const attrs = type === 'heading' && { attrs: { level: Number(element.name.slice(1)) } }
    if (!isBlank) return [{ type, ...attrs, content }]
    if (type !== 'paragraph') return []
    return [content.length > 0 ? { type } : this.#boundary({ type: 'division' })]
  }

  items(list: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    const start = startOf(list)
    const lists: RichTextNode[] = []
    for (const child of list.children) {
      if (typeof child === 'string' && child.trim() === '') continue
      const isTask = typeof child !== 'string' && child.name === 'li' && checkOf(child) !== undefined
      const type = isTask ? 'taskList' : list.name === 'ol' ? 'orderedList' : 'bulletList'
      const isNested = typeof child !== 'string' && ['ul', 'ol', 'menu'].includes(child.name)
      let last = lists.at(-1)
      if (!last || (last.type !== type && !isNested)) {
        last = { type, ...(type === 'orderedList' && start !== 1 && lists.length === 0 && { attrs: { start } }), content: [] }
        lists.push(last)
      }
      for (const node of this.block([child], { ...place, ...linesIn(list) })) last.content?.push(node)
    }
    return lists
  }

  item(element: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    const checked = checkOf(element)
    const content = this.block(element.children, { ...placeInside(element, place), isLine: false })
    return [checked === undefined ? { type: 'listItem', content } : { type: 'taskItem', attrs: { checked }, content }]
  }

  code(element: HTMLElementNode): RichTextNode[] {
    this.#boundary(undefined)
    this.#omitIn('code', element.children)
    const { language, text } = codeIn(element)
    return [{ type: 'codeBlock', ...(language && { attrs: { language } }), ...(text !== '' && { content: [{ type: 'text', text }] }) }]
  }

  /** The caption of a single picture is the picture's own; that of anything else becomes a paragraph. */
  figure(element: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    const caption = element.children.find((child) => typeof child !== 'string' && child.name === 'figcaption')
    if (!caption || typeof caption === 'string') return this.division(element, place)
    const rest = { ...element, children: element.children.filter((child) => child !== caption) }
    const isPicture = elementsIn(rest.children, 'img').length === 1 && elementsIn(rest.children, 'figcaption').length === 0
    if (isPicture) {
      const text = oneLine(caption.children)
      this.#omitIn('a caption', caption.children)
      return this.division(rest, { ...place, ...(text !== '' && { caption: text }) })
    }
    return [...this.division(rest, place), ...this.line('paragraph', caption, place)]
  }

  image({ attributes }: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    if (isEmoji(attributes)) return this.#words(attributes['alt'] ?? '', place)
    const { baseURL, image } = this.#options
    const given = sourceOf(attributes)
    const src = (given && resolved(given, baseURL)) ?? given
    const alt = (attributes['alt'] ?? '').trim()
    const caption = place.caption ?? ''
    const width = widthOf(attributes)
    const media = src === '' ? null : image?.({ src, alt, caption, width })
    if (typeof media === 'number') {
      const attrs = { media, ...(alt && { alt }), ...(caption && { caption }), ...(width && { width }) }
      return this.#boundary([{ type: 'image', attrs }])
    }
    if (media === undefined) this.omit('picture', src)
    const link = place.marks.find(({ type }) => type === 'link')?.attrs?.['href']
    return this.#words(caption || alt || (link === undefined ? '' : String(link)), place)
  }

  /** A player of a known site is kept; of anything else, a link. */
  frame({ name, attributes, children }: HTMLElementNode): RichTextNode[] {
    const inner = elementsIn(children, 'source', 'embed')[0]?.attributes['src']
    const given = attributes['data-embed'] ?? attributes['src'] ?? attributes['data-src'] ?? attributes['data'] ?? inner ?? ''
    const url = resolved(given.startsWith('//') ? `https:${given}` : given, this.#options.baseURL) ?? ''
    if (embedOf(url, this.#options.embeds ?? EMBED_PROVIDERS)) return this.#boundary([{ type: 'embed', attrs: { url } }])
    this.omit(name === 'video' || name === 'audio' ? name : 'embed', given)
    if (!IS_ADDRESS.test(url)) return []
    return this.#boundary([{ type: 'paragraph', content: [{ type: 'text', text: url, marks: [linkMark(url, {})] }] }])
  }

  table(element: HTMLElementNode, place: ReadingPlace): RichTextNode[] {
    if (element.attributes['role'] === 'presentation') return this.division({ ...element, name: 'div' }, place)
    this.#boundary(undefined)
    return readTable(element, (nodes) => this.block(nodes, { marks: [] }))
  }
}

type ReadElement = (element: HTMLElementNode, place: ReadingPlace, reader: HTMLReader) => RichTextNode[]

const heading: ReadElement = (element, place, reader) => reader.line('heading', element, place)
const list: ReadElement = (element, place, reader) => reader.items(element, place)
const frame: ReadElement = (element, _, reader) => reader.frame(element)
const nothing: ReadElement = () => []

const READERS: Readonly<Record<string, ReadElement>> = {
  p: (element, place, reader) => reader.line('paragraph', element, place),
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  ul: list,
  ol: list,
  menu: list,
  li: (element, place, reader) => reader.item(element, place),
  blockquote: ({ children }, place, reader) => {
    const content = reader.block(children, { ...place, isLine: false })
    return content.length > 0 ? [{ type: 'blockquote', content }] : []
  },
  pre: (element, _, reader) => reader.code(element),
  hr: (_element, _place, reader) => reader.block([], { marks: [] }).concat({ type: 'horizontalRule' }),
  br: (_, place, reader) => reader.lineBreak(place),
  table: (element, place, reader) => reader.table(element, place),
  figure: (element, place, reader) => reader.figure(element, place),
  img: (element, place, reader) => reader.image(element, place),
  a: (element, place, reader) => reader.link(element, place),
  iframe: frame,
  embed: frame,
  object: frame,
  video: frame,
  audio: frame,
  input: nothing,
  math: (element, place, reader) => {
    const source = elementsIn(element.children, 'annotation').find(({ attributes }) => attributes['encoding']?.includes('tex'))
    reader.omit('math', oneLine((source ?? element).children))
    return source ? reader.read(source.children, place) : reader.inline(element, place)
  },
  q: (element, place, reader) => [...reader.read(['“'], place), ...reader.inline(element, place), ...reader.read(['”'], place)],
}

const placeInside = (element: HTMLElementNode, place: ReadingPlace): ReadingPlace => ({
  ...place,
  ...linesIn(element),
  marks: marksInside(element.name, element.attributes, place.marks),
})

function linesIn({ attributes }: HTMLElementNode): Pick<ReadingPlace, 'showsLines'> {
  const lines = showsLines(attributes['style'] ?? '')
  return lines === undefined ? {} : { showsLines: lines }
}

/** The number of the first item. As in Markdown, none is negative. */
function startOf({ name, attributes }: HTMLElementNode): number {
  const start = name === 'ol' ? Number.parseInt(attributes['start'] ?? '1', 10) : 1
  return Number.isSafeInteger(start) && start >= 0 ? start : 1
}

/** Whether an item is done; undefined if it has no check box in front of its text. */
function checkOf({ attributes, children }: HTMLElementNode): boolean | undefined {
  if (attributes['data-type'] === 'taskItem') return attributes['data-checked'] === 'true'
  if (attributes['data-inline-task-id'] !== undefined) return attributes['class'] === 'checked'
  const first = children.find((child) => typeof child !== 'string' || child.trim() !== '')
  if (first === undefined || typeof first === 'string') return undefined
  if (first.name === 'input') return first.attributes['type'] === 'checkbox' ? 'checked' in first.attributes : undefined
  return ['p', 'label', 'div', 'span'].includes(first.name) ? checkOf({ ...first, attributes: {} }) : undefined
}

const oneLine = (children: readonly HTMLTreeNode[]): string => textInside(children).replace(/\s+/g, ' ').trim()

/** Pages that load pictures late keep the address in another attribute. */
function sourceOf(attributes: Readonly<Record<string, string>>): string {
  const [ofSet] = (attributes['srcset'] ?? attributes['data-srcset'] ?? '').trim().split(/\s/)
  const all = [attributes['src'], attributes['data-src'], attributes['data-lazy-src'], attributes['data-original'], ofSet]
  const given = all.filter((src): src is string => !!src?.trim())
  return (given.find((src) => !/^\s*data:/i.test(src)) ?? given[0] ?? '').trim()
}

/** The width that a writer chose. That of the largest file in `srcset` is the picture's own. */
function widthOf({ width, style = '', srcset = '' }: Readonly<Record<string, string>>): number | null {
  const chosen = Number.parseInt(
    /^\d+px$/.exec(stylesIn(style)['width'] ?? '')?.[0] ?? (/^\d+(?:px)?$/.test(width ?? '') ? (width ?? '') : ''),
    10,
  )
  let largest = 0
  for (const [, width] of srcset.matchAll(/\s(\d+)w(?=\s*(?:,|$))/g)) largest = Math.max(largest, Number(width))
  return chosen > 0 && chosen !== largest ? chosen : null
}
