/** Markdown (GFM, with HTML inside it) → rich text. */
import { Renderer, type Tokens } from 'marked'
import { checkReading, checkSource } from './arguments.ts'
import { htmlOfBounded } from './bounded-markdown.ts'
import type { RichTextDocument } from './document.ts'
import { fromHTML } from './from-html.ts'
import type { FromHTMLOptions } from './from-html-options.ts'
import { element, escapeHTML } from './html-text.ts'

/** Rich text for a field. HTML inside the Markdown counts as in `fromHTML`. */
export function fromMarkdown(markdown: string, options: FromHTMLOptions = {}): RichTextDocument {
  checkSource('fromMarkdown', 'Markdown', markdown)
  checkReading('fromMarkdown', options)
  return fromHTML(htmlOfMarkdown(markdown), options)
}

export const htmlOfMarkdown = (markdown: string): string => htmlOfBounded((markdown ?? '').replaceAll('\r\n', '\n'), new MarkdownRenderer())

/** URLs stay as they are written, and a picture with a title gets it as its caption. */
class MarkdownRenderer extends Renderer {
  override link({ href, tokens }: Tokens.Link): string {
    return `<a href="${attributeText(href)}">${this.parser.parseInline(tokens)}</a>`
  }

  override image({ href, title, text, tokens }: Tokens.Image): string {
    const alt = tokens ? this.parser.parseInline(tokens, this.parser.textRenderer) : text
    const image = `<img src="${attributeText(href)}" alt="${attributeText(alt)}">`
    return title ? element('figure', {}, image + element('figcaption', {}, attributeText(title))) : image
  }
}

/** Markdown may contain character references, so ampersands are kept. */
const attributeText = (text: string): string => escapeHTML(text).replaceAll('&amp;', '&')
