/** The body of a WordPress post with what its shortcodes and size classes stand for: captions, galleries, embeds and the original files of pictures. Tested by test/features/transfer/pictures.test.ts. */
import { element, escapeHTML } from '../../rich-text/html-text.ts'
import { type Attachment, type Footnote, withBlocks } from './wordpress-blocks.ts'

const IMAGE = /<img\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi

/** What texts name by its id. */
export interface WordpressParts {
  files: ReadonlyMap<string, Attachment>
  /** The texts of reusable blocks. */
  blocks: ReadonlyMap<string, string>
  /** The footnotes of the text. */
  notes?: readonly Footnote[]
}

/** An embed, or a link that is counted if the field doesn't have its site. */
const PLAYER = '\n\n<iframe src="$1"></iframe>\n\n'

export function wordpressBody(html: string, post: string, { files, blocks, notes = [] }: WordpressParts): string {
  return withCode(withBlocks(withReusable(html, blocks), files, notes))
    .replace(
      /\[caption\b[^\]]*\]\s*((?:<a\b[^>]*>)?\s*<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*?)\[\/caption\]/gi,
      '<figure>$1<figcaption>$2</figcaption></figure>',
    )
    .replace(/\[embed\b[^\]]*\]\s*(https?:[^\s<"[\]]+)\s*\[\/embed\]/gi, PLAYER)
    .replace(/\[embed\b[^\]]*\]\s*(\S+?)\s*\[\/embed\]/gi, '\n\n$1\n\n')
    .replace(/\[(?:youtube|vimeo)[\s=]+(https?:[^\s<"\]]+)[^\]]*\]/gi, PLAYER)
    .replace(/(<div\b[^>]*\bwp-block-embed__wrapper\b[^>]*>)\s*(https?:[^\s<"]+)\s*(?=<\/div>)/gi, '$1<iframe src="$2"></iframe>')
    .replace(/<a\b[^>]*\bwp-block-file__button\b[^>]*>[^<]*<\/a>/gi, '')
    .replace(/<pre\b[^>]*\bwp-block-verse\b[^>]*>([\s\S]*?)<\/pre>/gi, (_, verse) => `<p>${verse.replaceAll('\n', '<br>')}</p>`)
    .replace(/\[gallery\b([^\]]*)\]/gi, (shortcode, options) => gallery(options, post, files) || shortcode)
    .replace(/<(\/?)(?:ul|li)\b(?=[^>]*blocks-gallery)[^>]*>/gi, '<$1div>')
    .replace(IMAGE, (tag) => original(tag, files))
}

const REUSABLE = /<!-- wp:block \{[^}]*"ref":(\d+)[^}]*\} \/-->/g

/** The ids of the reusable blocks that a text shows. */
export const reusableIn = (html: string): string[] => [...html.matchAll(REUSABLE)].map(([, id]) => id as string)

/** Reusable blocks can contain others; one that contains itself ends. */
export function withReusable(html: string, blocks: ReadonlyMap<string, string>, level = 0): string {
  return html.replace(REUSABLE, (comment, id) => {
    const block = blocks.get(id)
    return block === undefined || level === MOST_REUSABLE ? comment : withReusable(block, blocks, level + 1)
  })
}

const MOST_REUSABLE = 3

/** Code with its language, as the plugins that color it write it. */
function withCode(html: string): string {
  return html
    .replace(/<!-- wp:[\w/-]*code \{[^}]*"language":"([\w+#-]+)"[^}]*\} -->\s*<pre\b/g, '<pre data-language="$1"')
    .replace(/<pre\b([^>]*?)\slang=(["'])([\w+#-]+)\2/gi, '<pre$1 data-language="$3"')
    .replace(/\[(source)?code\b([^\]]*)\]([\s\S]*?)\[\/\1code\]/gi, (_, _name, options, code) => {
      const language = /\blang(?:uage)?=["']?([\w+#-]+)/i.exec(options)?.[1]
      return element('pre', { 'data-language': language }, code.replaceAll('<', '&lt;').replace(/^\n?/, '\n'))
    })
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
