/** SVG as XML: whether it is well formed, and how large its root says it is. One way through the text, whatever stands in it. */
import { Pace } from '../../pace.ts'
import type { Spool } from './spool.ts'

/** Nothing that people draw by hand or program comes near; a text of this size is still read within seconds. */
const LARGEST = 100_000_000
const DEEPEST = 1000
const MOST_ATTRIBUTES = 1000
/** References that are looked at before others get a turn. */
const REFERENCES_AT_ONCE = 10_000

const NAME = /[\p{L}_:][\p{L}\p{N}\p{M}_:.\-\u00b7]*/uy
const SPACE = /[ \t\r\n]*/y
const EQUALS = /[ \t\r\n]*=[ \t\r\n]*/y
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});/y

type Attributes = ReadonlyMap<string, string>

/** The attributes of the root element; nothing where the text is no XML. */
export async function rootOf(spool: Spool): Promise<Attributes | undefined> {
  if (spool.size > LARGEST) return undefined
  const text = (await spool.whole()).toString('utf8').replace(/^\uFEFF/, '')
  const reading = new XmlReading(text)
  const pace = new Pace()
  try {
    while (reading.next()) await pace.rest()
    return reading.root
  } catch (error) {
    if (error instanceof NotWellFormed) return undefined
    throw error
  }
}

class NotWellFormed extends Error {}

const fail = (): never => {
  throw new NotWellFormed()
}

class XmlReading {
  readonly #text: string
  readonly #open: string[] = []
  /** Texts whose references are still to be looked at. */
  readonly #unchecked: string[] = []
  #at = 0
  root: Attributes | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** Takes the next piece of markup, with the text before it; false at the end. */
  next(): boolean {
    if (this.#unchecked.length > 0) {
      this.#checkReferences(this.#unchecked.pop()!)
      return true
    }
    const text = this.#text
    const begin = text.indexOf('<', this.#at)
    this.#takeText(begin < 0 ? text.length : begin)
    if (begin < 0) {
      if (this.#open.length > 0 || !this.root) fail()
      return false
    }
    if (text.startsWith('<!--', begin)) this.#comment()
    else if (text.startsWith('<![CDATA[', begin)) this.#data()
    else if (text.startsWith('<?', begin)) this.#past('?>')
    else if (text.startsWith('<!DOCTYPE', begin)) this.#documentType()
    else if (text.startsWith('</', begin)) this.#endTag()
    else this.#startTag()
    return true
  }

  #takeText(end: number): void {
    const between = this.#text.slice(this.#at, end)
    if (this.#open.length === 0 ? between.trim() !== '' : between.includes(']]>')) fail()
    this.#note(between)
    this.#at = end
  }

  #comment(): void {
    this.#at += 4
    this.#past('--')
    if (this.#text[this.#at++] !== '>') fail()
  }

  #data(): void {
    if (this.#open.length === 0) fail()
    this.#past(']]>')
  }

  /** Between brackets stand declarations, of which those of entities are refused elsewhere. */
  #documentType(): void {
    if (this.root) fail()
    const text = this.#text
    let inside = false
    for (;;) {
      const mark = text[this.#at++]
      if (mark === undefined) fail()
      else if (mark === '"' || mark === "'") this.#past(mark)
      else if (text.startsWith('<!--', this.#at - 1)) {
        this.#at--
        this.#comment()
      } else if (mark === '[') inside = true
      else if (mark === ']') inside = false
      else if (mark === '>' && !inside) return
    }
  }

  #endTag(): void {
    this.#at += 2
    if (this.#take(NAME) !== this.#open.pop()) fail()
    this.#take(SPACE)
    if (this.#text[this.#at++] !== '>') fail()
  }

  #startTag(): void {
    if (this.root && this.#open.length === 0) fail()
    this.#at++
    const name = this.#take(NAME)
    const attributes = new Map<string, string>()
    for (;;) {
      const space = this.#take(SPACE)
      const isEmpty = this.#text[this.#at] === '/'
      if (isEmpty) this.#at++
      if (this.#text[this.#at] === '>') {
        this.#at++
        this.root ??= attributes
        if (!isEmpty && this.#open.push(name) > DEEPEST) fail()
        return
      }
      if (isEmpty || space === '') fail()
      const attribute = this.#take(NAME)
      if (attributes.has(attribute) || attributes.size === MOST_ATTRIBUTES) fail()
      attributes.set(attribute, this.#value())
    }
  }

  #value(): string {
    this.#take(EQUALS)
    const quote = this.#text[this.#at]
    if (quote !== '"' && quote !== "'") fail()
    const begin = ++this.#at
    this.#past(quote!)
    const value = this.#text.slice(begin, this.#at - 1)
    if (value.includes('<')) fail()
    this.#note(value)
    return value
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.#text) ?? fail()
    this.#at += found.length
    return found
  }

  #past(end: string): void {
    const found = this.#text.indexOf(end, this.#at)
    if (found < 0) fail()
    this.#at = found + end.length
  }

  #note(text: string): void {
    if (text.includes('&')) this.#unchecked.push(text)
  }

  #checkReferences(text: string): void {
    let left = REFERENCES_AT_ONCE
    for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
      if (left-- === 0) return this.#note(text.slice(at))
      REFERENCE.lastIndex = at
      if (!REFERENCE.test(text)) fail()
    }
  }
}
