/** Footnotes in Markdown (`[^1]`): their numbers become superscript, and the notes a numbered list below a rule at the end. In rich text,
 * links inside a page can only lead to headings, so the numbers are plain text. Tested by test/rich-text/footnotes.test.ts.
 */
import type { MarkedOptions, Token, Tokens, TokensList } from 'marked'
import { element } from './html-text.ts'

const DEFINITION = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*/
const REFERENCE = /^\[\^([^\]\s]{1,100})\]/
const LONGEST_MARKER = 200

const INDENT = /^(?: {2,4}|\t)/
/** A line that is not the continuation of the paragraph before it. */
const BEGINS_ANEW = /^ {0,3}(?:\[\^|[#>`~]|[-*+] |\d{1,9}[.)] )/

export class Footnotes {
  /** The contents of the notes by their labels, in the order of the text. */
  readonly #notes = new Map<string, Token[]>()
  /** The labels in the order of their numbers. */
  readonly #order: string[] = []
  readonly #numbers = new Map<string, number>()
  #isInNote = false

  get extensions(): NonNullable<MarkedOptions['extensions']> {
    const footnotes = this
    return {
      childTokens: {},
      renderers: {
        footnote: () => '',
        footnoteNumber: ({ label }) => element('sup', { class: 'footnote' }, String(this.#numberOf(label))),
      },
      block: [
        function (src) {
          return footnotes.#definition(src, (text) => this.lexer.blockTokens(text, [] as unknown as TokensList))
        },
      ],
      inline: [
        (src) => {
          const [raw, label = ''] = REFERENCE.exec(src) ?? []
          return raw !== undefined && this.#notes.has(label) ? { type: 'footnoteNumber', raw, label } : undefined
        },
      ],
    }
  }

  /** The list of notes, after the text has been written. Those that the text doesn't refer to come last. */
  list(write: (tokens: Token[]) => string): string {
    for (const label of this.#notes.keys()) this.#numberOf(label)
    const items = this.#order.map((label) => element('li', {}, write(this.#notes.get(label) ?? [])))
    return items.length === 0 ? '' : `<hr>${element('ol', {}, items.join(''))}`
  }

  #definition(src: string, read: (text: string) => Token[]): Tokens.Generic | undefined {
    const [marker, label = ''] = DEFINITION.exec(src.slice(0, LONGEST_MARKER)) ?? []
    if (marker === undefined || this.#isInNote || this.#notes.has(label)) return undefined
    const { raw, text } = noteAt(src, marker.length)
    this.#isInNote = true
    this.#notes.set(label, read(text))
    this.#isInNote = false
    return { type: 'footnote', raw }
  }

  #numberOf(label: string): number {
    const known = this.#numbers.get(label)
    if (known !== undefined) return known
    this.#numbers.set(label, this.#order.push(label))
    return this.#order.length
  }
}

/** The lines of a note: its first paragraph, and indented ones after it. */
function noteAt(src: string, start: number): { raw: string; text: string } {
  const lines: string[] = []
  let [end, next, isAfterBlank] = [start, start, false]
  while (next < src.length) {
    const at = next
    next = src.indexOf('\n', at) + 1 || src.length
    const line = src.slice(at, next)
    const isBlank = line.trim() === ''
    const isFirst = at === start
    if (!isFirst && !isBlank && !INDENT.test(line) && (isAfterBlank || BEGINS_ANEW.test(line))) break
    lines.push(isFirst ? line : line.replace(INDENT, ''))
    isAfterBlank = isBlank && !isFirst
    if (!isBlank || isFirst) end = next
  }
  return { raw: src.slice(0, end), text: lines.join('') }
}
