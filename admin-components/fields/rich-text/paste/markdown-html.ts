/** Pasted Markdown as HTML. It may be a letter or notes with a bit of Markdown in them: lines end where they ended, and paths stay as they are.
 * Loads when somebody pastes Markdown for the first time. Tested by test/admin-components/paste-plain-lines.test.ts.
 */
import { Renderer, type Tokens } from 'marked'
import { BoundedTokenizer, htmlOfBounded } from '../../../../lib/rich-text/bounded-markdown.ts'
import { maySurround } from '../mark-rules.ts'

export const htmlOfMarkdown = (markdown: string): string => htmlOfBounded(markdown, new PastedRenderer(), new PastedTokenizer())

class PastedRenderer extends Renderer {
  override text(token: Tokens.Text | Tokens.Escape): string {
    const text = super.text(token)
    return 'tokens' in token && token.tokens ? text : text.replaceAll('\n', '<br>')
  }
}

class PastedTokenizer extends BoundedTokenizer {
  override emStrong(src: string, maskedSrc: string, before = ''): Tokens.Em | Tokens.Strong | undefined {
    const found = super.emStrong(src, maskedSrc, before)
    if (!found) return undefined
    const { type, raw } = found
    const delimiter = raw.slice(0, type === 'strong' ? 2 : 1)
    const words = raw.slice(delimiter.length, -delimiter.length)
    return maySurround(delimiter, { before, words, after: src.charAt(raw.length) }) ? found : undefined
  }
}
