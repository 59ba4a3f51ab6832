/** WordPress's XML export: posts and pages. Attachments are imported as covers and as pictures of texts; everything else is reported as left out. */
import path from 'node:path'
import { optional } from '../../optional.ts'
import { cutShort, type Entry } from './entry.ts'
import { type Omission, omission } from './omissions.ts'
import { textOf } from './text.ts'
import { type Attachment, notesOf, omittedBlocks } from './wordpress-blocks.ts'
import { picturesIn, reusableIn, withReusable, wordpressBody } from './wordpress-body.ts'

const TAKEN = ['post', 'page']

/** Texts that others show: each has their contents. */
const REUSABLE = 'wp_block'

/** The custom field with the footnotes of a post. */
const FOOTNOTES = 'footnotes'

export async function* wordpress(file: string, encoding?: string): AsyncGenerator<Entry> {
  const { items, authors, files, blocks, site } = await opened(file, encoding)
  for (const [index, item] of items.entries()) {
    const type = item.text('wp:post_type')
    if (!TAKEN.includes(type)) continue
    const terms = (domain: string) =>
      item
        .all('category')
        .filter((one) => one.attribute('domain') === domain)
        .map((one) => plain(one.own))
    const title = plain(item.text('title'))
    const status = item.text('wp:status') === 'publish' ? 'published' : 'draft'
    const visibility = item.text('wp:post_password') ? 'password' : item.text('wp:status') === 'private' ? 'private' : 'public'
    const summary = item.text('excerpt:encoded')
    const login = item.text('dc:creator')
    const content = item.text('content:encoded')
    const notes = notesOf(metaOf(item, FOOTNOTES))
    yield {
      where: `${path.basename(file)} item ${index + 1} (${title})`,
      values: {
        type,
        title,
        slug: item.text('wp:post_name'),
        body: wordpressBody(content, item.text('wp:post_id'), { files, blocks, notes }),
        summary: summary.includes('<') ? summary : plain(summary),
        date: moment(item.text('wp:post_date_gmt')),
        status,
        visibility,
        author: authors.get(login) ?? login,
        tags: terms('post_tag'),
        categories: terms('category'),
        cover: files.get(coverOf(item) ?? '')?.url,
      },
      omitted: [
        ...item.all('wp:comment').map((one) => omission('comment', `by ${one.text('wp:comment_author')}`)),
        ...item
          .all('wp:postmeta')
          .map((one) => one.text('wp:meta_key'))
          .filter((key) => !key.startsWith('_') && (key !== FOOTNOTES || notes.length === 0))
          .map((key) => omission('custom field', key)),
        ...omittedBlocks(withReusable(content, blocks)),
      ],
      added: ['type', 'status', 'visibility'],
      // Texts of the block editor have a comment in front of each block, and a tag around each paragraph.
      hasLines: !content.includes('<!-- wp:'),
      ...(site !== '' && { site }),
      isRestricted: status !== 'published' || visibility !== 'public',
    }
  }
}

/** Items that are neither posts nor pages, and files that are neither covers nor in a text. */
export async function omittedItems(file: string, encoding?: string): Promise<Omission[]> {
  const { items, files, blocks } = await opened(file, encoding)
  const covers = new Set(items.map(coverOf))
  const shown = new Set(
    items
      .filter((item) => TAKEN.includes(item.text('wp:post_type')))
      .flatMap((item) => picturesIn(wordpressBody(item.text('content:encoded'), item.text('wp:post_id'), { files, blocks }))),
  )
  const reused = new Set(items.flatMap((item) => reusableIn(item.text('content:encoded'))))
  return items.flatMap((item) => {
    const [type, title] = [item.text('wp:post_type'), plain(item.text('title'))]
    if (
      TAKEN.includes(type) ||
      (type === REUSABLE && reused.has(item.text('wp:post_id'))) ||
      (type === 'attachment' && (covers.has(item.text('wp:post_id')) || shown.has(item.text('wp:attachment_url'))))
    )
      return []
    if (type === 'attachment') return [omission('attachment', item.text('wp:attachment_url') || title)]
    return [omission(`item of the type ${type}`, title, `items of the type ${type}`)]
  })
}

const coverOf = (item: Element): string | undefined => metaOf(item, '_thumbnail_id')

const metaOf = (item: Element, key: string): string | undefined =>
  item
    .all('wp:postmeta')
    .find((one) => one.text('wp:meta_key') === key)
    ?.text('wp:meta_value')

async function opened(file: string, encoding: string | undefined) {
  const { parseDocument } = optional('htmlparser2') as typeof import('htmlparser2')
  const text = await textOf(file, encoding)
  if (!text.trimEnd().endsWith('</rss>')) throw cutShort(file, 'it does not end with </rss>')
  const document = new Element(parseDocument(text, { xmlMode: true }))
  const items = document.all('item')
  const authors = new Map(document.all('wp:author').map((one) => [one.text('wp:author_login'), plain(one.text('wp:author_display_name'))]))
  const attachments = items.filter((item) => item.text('wp:post_type') === 'attachment')
  const files = new Map(attachments.map((item) => [item.text('wp:post_id'), attachmentOf(item)]))
  const reusable = items.filter((item) => item.text('wp:post_type') === REUSABLE)
  const blocks = new Map(reusable.map((item) => [item.text('wp:post_id'), item.text('content:encoded')]))
  const site = document.text('wp:base_blog_url') || document.text('wp:base_site_url')
  return { items, authors: new Map([...authors].filter(([, name]) => name !== '')), files, blocks, site }
}

const attachmentOf = (item: Element): Attachment => ({
  url: item.text('wp:attachment_url'),
  alt: metaOf(item, '_wp_attachment_image_alt') ?? '',
  parent: item.text('wp:post_parent'),
})

/** A document or an element that htmlparser2 read. */
// biome-ignore lint/suspicious/noExplicitAny: only elements have attributes, which the type would not say
type XmlNode = any

class Element {
  readonly #node: XmlNode

  constructor(node: XmlNode) {
    this.#node = node
  }

  all(tag: string): Element[] {
    const { DomUtils } = optional('htmlparser2') as typeof import('htmlparser2')
    return DomUtils.getElementsByTagName(tag, this.#node).map((node) => new Element(node))
  }

  /** The text of the first descendant with this name. */
  text(tag: string): string {
    const { DomUtils } = optional('htmlparser2') as typeof import('htmlparser2')
    return DomUtils.textContent(DomUtils.getElementsByTagName(tag, this.#node, true, 1)).trim()
  }

  get own(): string {
    const { DomUtils } = optional('htmlparser2') as typeof import('htmlparser2')
    return DomUtils.textContent(this.#node).trim()
  }

  attribute(name: string): string | undefined {
    return this.#node.attribs[name]
  }
}

/** WordPress writes titles and names as HTML, with `&amp;` even inside CDATA. */
function plain(html: string): string {
  if (!/[&<]/.test(html)) return html
  const { parseDocument, DomUtils } = optional('htmlparser2') as typeof import('htmlparser2')
  return DomUtils.textContent(parseDocument(html)).trim()
}

/** Parses `2024-05-01 10:00:00`, which is in UTC. */
const moment = (text: string): string | undefined => (/^[1-9]/.test(text) ? `${text.replace(' ', 'T')}Z` : undefined)
