/** Finds `data:` URLs in a text, and decodes them as browsers do: by the rules of URLs and of the scheme. */
import type { Pace } from '../../pace.ts'
import { ESCAPES, LENIENT_CHARACTER_REFERENCES } from './spelling.ts'
import { unreadable } from './unreadable.ts'

/** Browsers skip tabs and line breaks anywhere in a URL. */
const SCHEME = /(?<![\w+.-])d[\t\n\r]*a[\t\n\r]*t[\t\n\r]*a[\t\n\r]*:/gi

/** Whether the text may contain a `data:` URL, however it is written. It misses none, but also matches some other texts. */
export function maySpellAddress(text: string): boolean {
  if (/data:/i.test(text)) return true
  if (!/[&\\\t\n\r]/.test(text)) return false
  const read = text
    .replace(LENIENT_CHARACTER_REFERENCES.pattern, LENIENT_CHARACTER_REFERENCES.resolve)
    .replace(ESCAPES.pattern, ESCAPES.resolve)
  return /data:/i.test(read.replace(/[\t\n\r]+/g, ''))
}

export interface DataAddress {
  /** From the first character to the fragment or the end. */
  at: number
  end: number
  /** The part before the comma. */
  head: string
  /** Where the content begins. */
  body: number
}

/** Every `data:` URL in the text, anywhere in it. A text may be a URL as a whole, quote some, or list some. */
export function* dataAddresses(text: string): Generator<DataAddress> {
  const places = new Places(text)
  for (let from = 0, count = 0; ; ) {
    SCHEME.lastIndex = from
    const found = SCHEME.exec(text)
    if (!found) return
    if (++count > MOST) throw unreadable('holds too many data: addresses')
    const at = found.index
    from = SCHEME.lastIndex
    const before = text
      .slice(Math.max(0, at - LONGEST_SPACE), at)
      .trimEnd()
      .at(-1)
    let end = places.next(endOf(before), at)
    const comma = places.next(COMMA, from)
    if (comma === text.length) return
    if (comma >= end || comma - from > LONGEST_HEAD) continue
    const head = text.slice(from, comma).replace(/[\t\n\r]+/g, '')
    if (before !== undefined && !QUOTES.includes(before) && before !== '(' && isBase64(head))
      end = Math.min(end, places.next(NOT_BASE64, comma + 1))
    end = Math.min(end, places.next(FRAGMENT, comma))
    yield { at, end, head, body: comma + 1 }
    from = end
  }
}

const QUOTES = ['"', "'"]
const LONGEST_SPACE = 1000
const MOST = 100_000
/** Longer than any media type with its parameters. */
const LONGEST_HEAD = 10_000

const COMMA = /,/g
const FRAGMENT = /#/g
const NOT_BASE64 = /[^A-Za-z0-9+/=%]/g
const [NEVER, BRACKET, DOUBLE, SINGLE, SPACE] = [/$/g, /\)/g, /"/g, /'/g, /[\s"'<>]/g]

/** What ends a URL, depending on the character before it. */
function endOf(before: string | undefined): RegExp {
  if (before === undefined) return NEVER
  if (before === '(') return BRACKET
  return before === '"' ? DOUBLE : before === "'" ? SINGLE : SPACE
}

/** Finds the next match of patterns. Nothing is searched twice as long as positions are requested in order. */
class Places {
  readonly #text: string
  readonly #found = new Map<RegExp, { from: number; at: number }>()

  constructor(text: string) {
    this.#text = text
  }

  /** Returns the end of the text if nothing matches. */
  next(pattern: RegExp, from: number): number {
    const before = this.#found.get(pattern)
    if (before && before.from <= from && from <= before.at) return before.at
    pattern.lastIndex = from
    const at = pattern === NEVER ? this.#text.length : (pattern.exec(this.#text)?.index ?? this.#text.length)
    this.#found.set(pattern, { from, at })
    return at
  }
}

const isBase64 = (head: string): boolean => /; *base64 *$/i.test(head)

const AT_ONCE = 256 * 1024

/** The decoded bytes of a `data:` URL. */
export async function contentOf(text: string, { head, body, end }: DataAddress, pace: Pace): Promise<Buffer> {
  // The standard ends the media type at the first comma, some programs at the first unquoted one.
  if (head.includes('"') && /base64/i.test(text.slice(body, Math.min(end, body + LONGEST_HEAD))))
    throw unreadable('holds a data: address with a quoted media type')
  const packed = isBase64(head)
  const read: Buffer[] = []
  let [partial, digits] = ['', '']
  for (let from = body; from < end; from += AT_ONCE) {
    let part = partial + text.slice(from, Math.min(end, from + AT_ONCE)).replace(packed ? /[\s]+/g : /[\t\n\r]+/g, '')
    const cut = from + AT_ONCE < end ? part.slice(-2).indexOf('%') : -1
    partial = cut < 0 ? '' : part.slice(part.length - Math.min(2, part.length) + cut)
    part = part.slice(0, part.length - partial.length)
    const decoded = part.replace(/%([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (packed) {
      digits += decoded.replace(/[ \t\n\f\r]+/g, '')
      const whole = from + AT_ONCE < end ? digits.length - (digits.length % 4) : digits.length
      read.push(unpacked(digits.slice(0, whole), from + AT_ONCE >= end))
      digits = digits.slice(whole)
    } else read.push(Buffer.from(decoded, 'latin1'))
    await pace.rest()
  }
  return Buffer.concat(read)
}

/** Refuses base64 that programs decode in different ways. */
function unpacked(digits: string, isLast: boolean): Buffer {
  const bare = isLast ? digits.replace(/={1,2}$/, '') : digits
  if (!/^[A-Za-z0-9+/]*$/.test(bare) || bare.length % 4 === 1) throw unreadable('holds a data: address whose base64 is damaged')
  return Buffer.from(bare, 'base64')
}

/** The only form in which we write a `data:` URL: none of its characters needs escaping anywhere. */
export function dataAddress(head: string, content: Buffer): string {
  const [type = ''] = /^\s*[\w.+-]+\/[\w.+-]+/.exec(head) ?? []
  const [charset = ''] = /;\s*charset=[\w-]+/i.exec(head) ?? []
  return `data:${type.trim()}${charset.replace(/\s/g, '')};base64,${content.toString('base64')}`
}
