/** Reads XML once from beginning to end and reports its parts to a listener. Refuses XML that isn't well-formed. */
const DEEPEST = 1000
const MOST_ATTRIBUTES = 1000
/** References that are checked before yielding the event loop. */
const REFERENCES_AT_ONCE = 10_000

/** Letters of any script: their UTF-8 bytes are read one by one. */
const NAME = /[A-Za-z_:\x80-\xff][A-Za-z0-9_:.\-\x80-\xff]{0,999}/y
const SPACE = /[ \t\r\n]*/y
const EQUALS = /[ \t\r\n]*=[ \t\r\n]*/y
const REFERENCE = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});/y

/** The byte order mark of UTF-8. */
const MARK = '\xef\xbb\xbf'

/** A piece of markup, from its first character up to `end`. */
export interface Piece {
  at: number
  end: number
}

export interface Attribute extends Piece {
  value: string
}

export interface XmlListener {
  startTag?(name: string, attributes: ReadonlyMap<string, Attribute>, piece: Piece): void
  /** Called for empty elements too, with no length. */
  endTag?(end: number): void
  /** Characters between two pieces of markup. In raw text (CDATA), references are not resolved. */
  text?(piece: Piece, isRaw: boolean): void
  /** Comments, instructions and document types: everything outside the elements. */
  aside?(kind: 'comment' | 'instruction' | 'type', piece: Piece): void
}

export class NotWellFormed extends Error {}

const fail = (): never => {
  throw new NotWellFormed()
}

export class XmlReading {
  readonly #text: string
  readonly #listener: XmlListener
  readonly #open: string[] = []
  /** Texts whose references are still to be checked. */
  readonly #unchecked: string[] = []
  #at: number
  #hasRoot = false

  /** Each character of the text is a byte. */
  constructor(text: string, listener: XmlListener) {
    this.#text = text
    this.#listener = listener
    this.#at = text.startsWith(MARK) ? MARK.length : 0
  }

  /** Reads the next piece of markup, with the text before it; false at the end. */
  next(): boolean {
    const unchecked = this.#unchecked.pop()
    if (unchecked !== undefined) {
      this.#checkReferences(unchecked)
      return true
    }
    const text = this.#text
    const begin = text.indexOf('<', this.#at)
    this.#takeText(begin < 0 ? text.length : begin)
    if (begin < 0) {
      if (this.#open.length > 0 || !this.#hasRoot) fail()
      return false
    }
    if (text.startsWith('<!--', begin)) this.#aside('comment', () => this.#comment())
    else if (text.startsWith('<![CDATA[', begin)) this.#data()
    else if (text.startsWith('<?', begin)) this.#aside('instruction', () => this.#past('?>'))
    else if (text.startsWith('<!DOCTYPE', begin)) this.#aside('type', () => this.#documentType())
    else if (text.startsWith('</', begin)) this.#endTag()
    else this.#startTag()
    return true
  }

  #takeText(end: number): void {
    const between = this.#text.slice(this.#at, end)
    if (this.#open.length === 0) {
      if (/[^ \t\r\n]/.test(between)) fail()
    } else if (between.includes(']]>')) fail()
    else this.#note(between)
    if (between !== '') this.#listener.text?.({ at: this.#at, end }, false)
    this.#at = end
  }

  #aside(kind: 'comment' | 'instruction' | 'type', take: () => void): void {
    const at = this.#at
    take()
    this.#listener.aside?.(kind, { at, end: this.#at })
  }

  #comment(): void {
    this.#at += 4
    this.#past('--')
    if (this.#text[this.#at++] !== '>') fail()
  }

  #data(): void {
    if (this.#open.length === 0) fail()
    const at = this.#at + '<![CDATA['.length
    this.#past(']]>')
    this.#listener.text?.({ at, end: this.#at - ']]>'.length }, true)
  }

  /** Declarations are in brackets; entity declarations are refused elsewhere. */
  #documentType(): void {
    if (this.#hasRoot) fail()
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
    this.#listener.endTag?.(this.#at)
  }

  #startTag(): void {
    if (this.#hasRoot && this.#open.length === 0) fail()
    const begin = this.#at++
    const name = this.#take(NAME)
    const attributes = new Map<string, Attribute>()
    for (;;) {
      const space = this.#take(SPACE)
      const isEmpty = this.#text[this.#at] === '/'
      if (isEmpty) this.#at++
      if (this.#text[this.#at] === '>') {
        this.#at++
        this.#hasRoot = true
        this.#listener.startTag?.(name, attributes, { at: begin, end: this.#at })
        if (isEmpty) this.#listener.endTag?.(this.#at)
        else if (this.#open.push(name) > DEEPEST) fail()
        return
      }
      if (isEmpty || space === '') fail()
      const at = this.#at
      const attribute = this.#take(NAME)
      if (attributes.has(attribute) || attributes.size === MOST_ATTRIBUTES) fail()
      attributes.set(attribute, { value: this.#value(), at, end: this.#at })
    }
  }

  #value(): string {
    this.#take(EQUALS)
    const quote = this.#text[this.#at]
    if (quote !== '"' && quote !== "'") return fail()
    const begin = ++this.#at
    this.#past(quote)
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
