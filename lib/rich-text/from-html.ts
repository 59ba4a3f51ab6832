/** HTML, as web pages and other systems write it → rich text that is always valid against `kinds.ts`. */
import { checkReading, checkSource } from './arguments.ts'
import type { RichTextDocument, RichTextNode } from './document.ts'
import { EMBED_PROVIDERS, type EmbedProvider, embedOf } from './embeds.ts'
import type { FromHTMLOptions } from './from-html-options.ts'
import { withHeadingLinks } from './heading-links.ts'
import { HTMLReader } from './html-reader.ts'
import { parseHTML } from './html-tree.ts'
import { childrenOf, wellFormedBlocks } from './well-formed.ts'
import { withinFeatures } from './within-features.ts'

/** Rich text for a field. Elements that rich text doesn't have leave their text. */
export function fromHTML(html: string, options: FromHTMLOptions = {}): RichTextDocument {
  checkSource('fromHTML', 'HTML', html)
  checkReading('fromHTML', options)
  const reader = new HTMLReader(options)
  const read = wellFormedBlocks({
    content: reader.block(withHeadingLinks(parseHTML((html ?? '').toWellFormed().replaceAll('\0', ''))), { marks: [] }),
  })
  const blocks = withinFeatures(withEmbeds(read, options.embeds ?? EMBED_PROVIDERS), options, (kind, what) => reader.omit(kind, what))
  return { type: 'doc', content: blocks.length > 0 ? blocks : [{ type: 'paragraph' }] }
}

/** A paragraph that contains only the URL of a page that can be embedded becomes an embed. */
function withEmbeds(nodes: readonly RichTextNode[], providers: readonly EmbedProvider[]): RichTextNode[] {
  return nodes.map((node) => {
    if (node.type !== 'paragraph') return node.content ? { ...node, content: withEmbeds(node.content, providers) } : node
    const [only, ...others] = childrenOf(node)
    const url = others.length === 0 && only?.type === 'text' ? only.text?.trim() : undefined
    const isBare = (only?.marks ?? []).every(({ type, attrs }) => type === 'link' && attrs?.['href'] === url)
    return url !== undefined && isBare && embedOf(url, providers) ? { type: 'embed', attrs: { url } } : node
  })
}
