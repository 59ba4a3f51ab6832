/** Markdown (GFM) → HTML in a time that grows with its length, whatever it contains. The parser alone takes the square of it for some texts, and overflows the stack for others. Tested by test/rich-text/from-markdown.test.ts. */
import { Lexer, Parser, type Renderer, type Token, Tokenizer, type Tokens } from 'marked'
import { Footnotes } from './footnotes.ts'
import { hideTabs, showTabs } from './tabs-in-code.ts'

/** Deeper quotes and lists remain text. */
const MOST_LEVELS = 30
/** Deeper marks remain text. */
const MOST_MARKS = 16
/** A longer quote or list becomes several. */
const LONGEST = 64_000
/** For a quote with lines that lack their `>`, because the parser begins again at each. */
const LONGEST_LAZY_QUOTE = 4000
const NEAR_THE_END = 1000
/** Text with more of them is read in parts, and a mark or a link ends with its part. */
const MOST_DELIMITERS = 250
const LONGEST_PART = 16_000

/** The lines that have a `>`. */
const QUOTE = /^(?: {0,3}>[^\n]*(?:\n|$))+/
const IS_LIST = /^ {0,3}(?:[*+-]|\d{1,9}[.)])/

const DELIMITERS = '\\<![`*_~@'

/** `renderer` writes the elements; it may be the parser's own. */
export function htmlOfBounded(markdown: string, renderer: Renderer, tokenizer = new BoundedTokenizer()): string {
  // Its own options: the host may have changed those of the parser.
  const footnotes = new Footnotes()
  const options = { gfm: true, renderer, tokenizer, extensions: footnotes.extensions }
  const write = (tokens: Token[]) => Parser.parse(tokens, options)
  return showTabs(write(new BoundedLexer(options).lex(hideTabs(markdown))) + footnotes.list(write))
}

export class BoundedTokenizer extends Tokenizer {
  #level = 0

  override blockquote(src: string): Tokens.Blockquote | undefined {
    const complete = QUOTE.exec(src.slice(0, LONGEST))?.[0].length
    if (complete === undefined) return undefined
    return this.#inside(() => super.blockquote(linesWithin(src, Math.max(complete, LONGEST_LAZY_QUOTE))))
  }

  override list(src: string): Tokens.List | undefined {
    return IS_LIST.test(src) ? this.#inside(() => super.list(linesWithin(src, LONGEST))) : undefined
  }

  /** A footnote of one word is not the URL of a link. */
  override def(src: string): Tokens.Def | undefined {
    return /^ {0,3}\[\^/.test(src) ? undefined : super.def(src)
  }

  #inside<T>(read: () => T | undefined): T | undefined {
    if (this.#level === MOST_LEVELS) return undefined
    this.#level += 1
    try {
      return read()
    } finally {
      this.#level -= 1
    }
  }
}

class BoundedLexer extends Lexer {
  #level = 0

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.#level === MOST_MARKS) {
      tokens.push({ type: 'text', raw: src, text: src, escaped: false })
      return tokens
    }
    this.#level += 1
    for (const part of partsOf(src)) super.inlineTokens(part, tokens)
    this.#level -= 1
    return tokens
  }
}

/** The first lines. Ends with an empty one if there is one near the end. */
function linesWithin(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf('\n', most - 1) + 1 || most
  const near = text.slice(end - NEAR_THE_END, end)
  const empty = Math.max(near.lastIndexOf('\n\n') + 2, near.lastIndexOf('\n>\n') + 3)
  return text.slice(0, empty > 2 ? end - NEAR_THE_END + empty : end)
}

/** Ends a part after white space if possible. */
function* partsOf(text: string): Generator<string> {
  let start = 0
  let space = 0
  let delimiters = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (DELIMITERS.includes(character)) delimiters += 1
    if (delimiters > MOST_DELIMITERS || at - start >= LONGEST_PART) {
      const end = space > start ? space : at
      yield text.slice(start, end)
      start = end
      at = end - 1
      delimiters = 0
    } else if (/\s/.test(character)) space = at + 1
  }
  if (start < text.length) yield text.slice(start)
}
