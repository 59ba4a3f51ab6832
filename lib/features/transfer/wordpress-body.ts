/** The body of a WordPress post with what its shortcodes and size classes stand for: captions, galleries, embeds and the original files of pictures. Tested by test/features/transfer/pictures.test.ts. */
import { escapeHTML } from '../../rich-text/html-text.ts'

/** A file of the WordPress media library. */
export interface Attachment {
  url: string
  alt: string
  /** The id of the post that it was uploaded for. */
  parent: string
}

const IMAGE = /<img\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi

/** `files` by their ids. */
export function wordpressBody(html: string, post: string, files: ReadonlyMap<string, Attachment>): string {
  return html
    .replace(
      /\[caption\b[^\]]*\]\s*((?:<a\b[^>]*>)?\s*<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*?)\[\/caption\]/gi,
      '<figure>$1<figcaption>$2</figcaption></figure>',
    )
    .replace(/\[embed\b[^\]]*\]\s*(\S+?)\s*\[\/embed\]/gi, '\n\n$1\n\n')
    .replace(/\[gallery\b([^\]]*)\]/gi, (shortcode, options) => gallery(options, post, files) || shortcode)
    .replace(/<(\/?)(?:ul|li)\b(?=[^>]*blocks-gallery)[^>]*>/gi, '<$1div>')
    .replace(IMAGE, (tag) => original(tag, files))
}

function gallery(options: string, post: string, files: ReadonlyMap<string, Attachment>): string {
  const listed = /\bids=["']?([\d,\s]+)/
    .exec(options)?.[1]
    ?.split(',')
    .map((id) => id.trim())
  const ids = listed ?? [...files].filter(([, { parent }]) => parent === post).map(([id]) => id)
  return ids.map((id) => pictureOf(files.get(id))).join('')
}

const pictureOf = (file: Attachment | undefined): string =>
  file ? `<figure><img src="${escapeHTML(file.url)}" alt="${escapeHTML(file.alt)}"></figure>` : ''

/** The class names the file that a resized picture was made from. The width of a large picture is that of the old theme. */
function original(tag: string, files: ReadonlyMap<string, Attachment>): string {
  const file = files.get(/\bwp-image-(\d+)/.exec(tag)?.[1] ?? '')
  const sized = /\bsize-(?:large|full)\b/.test(tag) ? tag.replace(/\s(?:width|height)=(?:"[^"]*"|'[^']*'|\S+)/gi, '') : tag
  if (!file) return sized
  const named = sized.replace(/\ssrc=(?:"[^"]*"|'[^']*'|[^\s>]+)/i, () => ` src="${escapeHTML(file.url)}"`)
  const isDescribed = /\salt=(?:"[^"]|'[^']|[^\s"'>])/i.test(named)
  return isDescribed || file.alt === ''
    ? named
    : named.replace(/\salt=(?:""|'')/i, '').replace(/^<img/i, (start) => `${start} alt="${escapeHTML(file.alt)}"`)
}

/** The addresses of the pictures in a body. */
export function picturesIn(body: string): string[] {
  return [...body.matchAll(IMAGE)].flatMap(([tag]) => /\ssrc=["']?([^"'\s>]+)/i.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? [])
}
