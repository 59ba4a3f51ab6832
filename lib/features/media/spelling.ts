/** Text with resolved references and escapes, which remembers the source position of each character. */
import type { Pace } from '../../pace.ts'
import { unreadable } from './unreadable.ts'

/** A notation for characters: a pattern that finds it (with the flag `g`), and what it stands for. */
export interface Notation {
  pattern: RegExp
  resolve(found: string): string
}

/** Each character of this text is a byte of UTF-8. */
const character = (code: number): string =>
  code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '' : Buffer.from(String.fromCodePoint(code)).toString('latin1')

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const CHARACTER_REFERENCES: Notation = {
  pattern: /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g,
  resolve(found) {
    const name = found.slice(1, -1)
    // biome-ignore lint/style/noNonNullAssertion: the pattern contains the same names
    if (!name.startsWith('#')) return NAMED[name]!
    return character(name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10))
  },
}

const NAMED_IN_HTML: Readonly<Record<string, string>> = { Tab: '\t', NewLine: '\n', colon: ':' }

/** The same in HTML: numeric references need no semicolon, and more characters of a URL have a name. */
export const LENIENT_CHARACTER_REFERENCES: Notation = {
  pattern: /&(?:(amp|lt|gt|quot|apos|Tab|NewLine|colon);|#(\d{1,7});?|#[xX]([\da-fA-F]{1,6});?)/g,
  resolve(found) {
    const name = found.slice(1).replace(/;$/, '')
    return NAMED_IN_HTML[name] ?? CHARACTER_REFERENCES.resolve(`&${name.toLowerCase()};`)
  },
}

/** Characters that would end a URL if they weren't escaped. A URL may contain them percent-encoded. */
const ENDS = /["'()\s\\]/

export const ESCAPES: Notation = {
  pattern: /\\(?:[\da-fA-F]{1,6}(?:\r\n|[ \t\n\r\f])?|\r\n|[\s\S])/g,
  resolve(found) {
    const escaped = found.slice(1)
    if (/^[\r\n\f]/.test(escaped)) return ''
    const decoded = /^[\da-fA-F]/.test(escaped) ? character(Number.parseInt(escaped, 16)) : escaped
    return decoded.length === 1 && ENDS.test(decoded) ? `%${decoded.charCodeAt(0).toString(16).padStart(2, '0')}` : decoded
  },
}

/** Programs write line breaks and a few references into a long text, not millions. */
const MOST_RESOLVED = 2_000_000

/** A stretch of the text, and its position in the document. */
interface Segment {
  at: number
  source: number
  /** Its end in the document, if it is written differently there. */
  end?: number
}

export class Spelling {
  readonly text: string
  readonly #segments: readonly Segment[]

  private constructor(text: string, segments: readonly Segment[]) {
    this.text = text
    this.#segments = segments
  }

  static of(document: string, { at, end }: { at: number; end: number }): Spelling {
    return new Spelling(document.slice(at, end), [{ at: 0, source: at }])
  }

  static join(spellings: readonly Spelling[]): Spelling {
    const [first] = spellings
    if (first && spellings.length === 1) return first
    const segments: Segment[] = []
    let length = 0
    for (const one of spellings) {
      for (const segment of one.#segments) segments.push({ ...segment, at: segment.at + length })
      length += one.text.length
    }
    return new Spelling(spellings.map(({ text }) => text).join(''), segments)
  }

  async resolved({ pattern, resolve }: Notation, pace: Pace): Promise<Spelling> {
    const texts: string[] = []
    const segments: Segment[] = []
    let [length, from] = [0, 0]
    const keep = (to: number) => {
      for (let at = from; at < to; ) {
        const index = this.#indexAt(at)
        const next = Math.min(to, this.#segments[index + 1]?.at ?? to)
        // biome-ignore lint/style/noNonNullAssertion: a text has a segment for each position
        const { end } = this.#segments[index]!
        segments.push({ at: length, source: this.startOf(at), ...(end !== undefined && { end }) })
        texts.push(this.text.slice(at, next))
        length += next - at
        at = next
      }
    }
    for (const { 0: found, index } of this.text.matchAll(pattern)) {
      if (segments.length > MOST_RESOLVED) throw unreadable('holds an address that is written with too many references')
      keep(index)
      from = index + found.length
      const text = resolve(found)
      segments.push({ at: length, source: this.startOf(index), end: this.endOf(from) })
      texts.push(text)
      length += text.length
      await pace.rest()
    }
    keep(this.text.length)
    return new Spelling(texts.join(''), segments)
  }

  /** Where the document begins to write the character at this position. */
  startOf(at: number): number {
    const segment = this.#segments[this.#indexAt(at)]
    return segment ? segment.source + (segment.end === undefined ? at - segment.at : 0) : 0
  }

  /** Where the document has written all characters before this position. */
  endOf(at: number): number {
    if (at === 0) return this.startOf(0)
    // biome-ignore lint/style/noNonNullAssertion: a text has a segment for each position
    const segment = this.#segments[this.#indexAt(at - 1)]!
    return segment.end ?? segment.source + at - segment.at
  }

  /** The last segment that begins at or before this position. */
  #indexAt(at: number): number {
    let [low, high] = [0, this.#segments.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      // biome-ignore lint/style/noNonNullAssertion: the middle is between the first and the last segment
      if (this.#segments[middle]!.at <= at) low = middle
      else high = middle - 1
    }
    return low
  }
}
