/** The ids of headings, made from their text, and the outline of a document. Tested by test/rich-text/outline.test.ts. */
import { checkDocument, checkPrinting } from './arguments.ts'
import type { RichTextNode } from './document.ts'
import { childrenOf, textContent, wellFormedBlocks } from './well-formed.ts'

/** How headings become levels and ids. `toHTML` and `outline` must get the same options, or the links of a table of contents lead nowhere. */
export interface HeadingOptions {
  /** Added to the level of each heading; with 1, a heading of level 1 becomes an `<h2>`. @default 0 */
  headingOffset?: number
  /** Put in front of the id of each heading, for pages with several texts. @default '' */
  idPrefix?: string
}

/** A heading of a document, for a table of contents. */
export interface OutlineEntry {
  /** The id that `toHTML` gives the heading. */
  id: string
  /** From 1 to 6. */
  level: number
  text: string
}

/** The headings of a document in their order. */
export function outline(doc: unknown, options: HeadingOptions = {}): OutlineEntry[] {
  checkDocument('outline', doc)
  checkPrinting('outline', options)
  const blocks = wellFormedBlocks(doc)
  const ids = new HeadingIds(options)
  ids.add(blocks)
  return headingsIn(blocks).map((node) => ({ id: ids.of(node), level: levelOf(node, options), text: titleOf(node) }))
}

const HIGHEST = 6

export function levelOf({ attrs }: RichTextNode, { headingOffset = 0 }: HeadingOptions): number {
  return Math.max(1, Math.min(HIGHEST, Number(attrs?.['level'] ?? 1) + headingOffset))
}

/** Longer ids are cut. */
const LONGEST = 80

export class HeadingIds {
  readonly #prefix: string
  readonly #ids = new Map<RichTextNode, string>()
  readonly #taken = new Set<string>()
  /** The last number given to a text, so that a thousand equal headings need no million of tries. */
  readonly #numbers = new Map<string, number>()

  constructor({ idPrefix = '' }: HeadingOptions) {
    this.#prefix = idPrefix
  }

  add(blocks: readonly RichTextNode[]): void {
    for (const node of headingsIn(blocks)) this.#ids.set(node, this.#prefix + this.#unique(slugOf(titleOf(node))))
  }

  of(node: RichTextNode): string {
    return this.#ids.get(node) ?? ''
  }

  #unique(slug: string): string {
    let number = this.#numbers.get(slug) ?? 1
    let id = number === 1 ? slug : `${slug}-${number}`
    while (this.#taken.has(id)) id = `${slug}-${++number}`
    this.#numbers.set(slug, number)
    this.#taken.add(id)
    return id
  }
}

/** The ids that `toHTML` gives headings with these titles, if a document has no others. */
export function idsOfTitles(titles: readonly string[]): string[] {
  const ids = new HeadingIds({})
  const headings = titles.map((title): RichTextNode => ({ type: 'heading', content: [{ type: 'text', text: title }] }))
  ids.add(headings)
  return headings.map((node) => ids.of(node))
}

/** The name of a place in a link, `#name`. */
export function placeIn(href: string): string {
  try {
    return decodeURIComponent(href.slice(1))
  } catch {
    return href.slice(1)
  }
}

function headingsIn(nodes: readonly RichTextNode[]): RichTextNode[] {
  return nodes.flatMap((node) => (node.type === 'heading' ? [node] : headingsIn(childrenOf(node))))
}

const titleOf = (node: RichTextNode): string => textContent([node]).replace(/\s+/g, ' ').trim()

/** Letters and digits of any script, with the vowel signs and tone marks of Thai, Arabic and others. */
export function slugOf(title: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const slug = [...words.join('-')].slice(0, LONGEST).join('').replace(/-$/, '')
  return slug === '' ? 'section' : slug
}
