/** Markdown (GFM, with HTML inside it) → rich text. */
import { Marked } from 'marked'
import type { RichTextDocument } from './document.ts'
import { fromHTML } from './from-html.ts'
import type { FromHTMLOptions } from './from-html-options.ts'
import { element, escapeHTML } from './html-text.ts'

/** Rich text for a field. HTML inside the Markdown counts as in `fromHTML`. */
export function fromMarkdown(markdown: string, options: FromHTMLOptions = {}): RichTextDocument {
  return fromHTML(htmlOfMarkdown(markdown), options)
}

/** URLs stay as they are written, and a picture with a title gets it as its caption. */
export function htmlOfMarkdown(markdown: string): string {
  // A separate instance: the host may have changed the shared one.
  const marked = new Marked({ gfm: true, async: false })
  marked.use({
    renderer: {
      link({ href, tokens }) {
        return `<a href="${attributeText(href)}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, title, text, tokens }) {
        const alt = tokens ? this.parser.parseInline(tokens, this.parser.textRenderer) : text
        const image = `<img src="${attributeText(href)}" alt="${attributeText(alt)}">`
        return title ? element('figure', {}, image + element('figcaption', {}, attributeText(title))) : image
      },
    },
  })
  return String(marked.parse(String(markdown ?? '').replaceAll('\r\n', '\n')))
}

/** Markdown may contain character references, so ampersands are kept. */
const attributeText = (text: string): string => escapeHTML(text).replaceAll('&amp;', '&')
