/** HTML or plain text of another system → rich text that the field allows. Its pictures go into the media library first. */
import type { RichTextField } from '../../../schema/model.ts'
import type { RichTextDocument } from '../../rich-text/document.ts'
import { type Omit, omission } from './omissions.ts'

/** The id of the media document for a picture; null if there is none. Reports why. */
type TakePicture = (address: string) => Promise<number | null>

/** For example `[gallery ids="1,2"]`, which stays as text. */
const SHORTCODE = /\[(gallery|caption|embed|audio|video|playlist)[ \]]/g
const HAS_BLOCKS = /<(?:p|div|h\d|ul|ol|blockquote|pre|table|figure)\b/i

/** A comment, a tag that closes an element, or one that needs no end. `<ada@example.org>` and `a < b` are plain text. */
const IS_HTML =
  /<!--|<\/(?:a|abbr|address|article|aside|b|big|blockquote|body|center|cite|code|dd|del|div|dl|dt|em|embed|figcaption|figure|font|footer|h[1-6]|head|header|html|i|iframe|ins|kbd|label|li|main|mark|nav|object|ol|p|pre|q|s|section|small|span|strike|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul|var|video|audio)[\s>]|<(?:br|hr|iframe|img|li|p|td)[\s/>]/i

export async function richTextOf(
  text: string,
  field: RichTextField,
  hasLines: boolean,
  takePicture: TakePicture,
  omit: Omit,
): Promise<RichTextDocument | null> {
  if (text.trim() === '') return null
  for (const [, name] of text.matchAll(SHORTCODE)) omit(omission('shortcode', `[${name}], which stays as text`))
  // The parser loads with the first text.
  const { escapeHTML, fromHTML } = await import('../../rich-text/index.ts')
  const html = IS_HTML.test(text) ? text : escapeHTML(text)
  const { features, headings, embeds } = field.richText
  // A field without embeds still recognizes those of known sites, and reports them.
  const options = { features, headings, ...(embeds.length > 0 && { embeds }), blankLines: hasLines || !HAS_BLOCKS.test(html) }
  const pictures = new Map<string, number | null>()
  const found = new Set<string>()
  if (features.includes('image')) fromHTML(html, { ...options, image: ({ src }) => void found.add(src) })
  for (const address of found) pictures.set(address, await takePicture(address))
  return fromHTML(html, {
    ...options,
    image: ({ src }) => pictures.get(src),
    omitted: (kind, what) => omit(omission(kind, what)),
  })
}
