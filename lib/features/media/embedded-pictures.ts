/** The contents of `data:` URLs in drawings and style sheets: found, decoded, and written back if a given function changes them. */
import { Pace } from '../../pace.ts'
import { contentOf, dataAddress, dataAddresses, maySpellAddress } from './embedded-addresses.ts'
import { namesTransparent } from './encodings.ts'
import { localName } from './place-names.ts'
import { CHARACTER_REFERENCES, ESCAPES, Spelling } from './spelling.ts'
import { unreadable } from './unreadable.ts'
import { isTrueWithin } from './windows.ts'
import { type Attribute, type Piece, type XmlListener, XmlReading } from './xml.ts'

/** File types that can embed others. */
export type Outer = 'drawing' | 'styles'

type Change = (content: Buffer) => Promise<Buffer>

interface Edit extends Piece {
  text: string
}

/** Returns the same bytes if nothing has changed. A drawing is well-formed XML. */
export async function changeEmbedded(bytes: Buffer, outer: Outer, change: Change): Promise<Buffer> {
  // Each character of this text is a byte.
  const text = bytes.toString('latin1')
  const pace = new Pace()
  const edits: Edit[] = []
  for (const value of outer === 'drawing' ? await valuesOf(text, pace) : [styleSheet(text)])
    edits.push(...(await editsIn(value, text, change, pace)))
  return edits.length === 0 ? bytes : edited(bytes, edits)
}

/** A text as a browser reads it: an attribute, or the text of an element, even if markup splits it. */
interface Value {
  pieces: (Piece & { isRaw?: boolean })[]
  isStyle: boolean
}

const styleSheet = (text: string): Value => ({ pieces: [{ at: 0, end: text.length, isRaw: true }], isStyle: true })

async function valuesOf(text: string, pace: Pace): Promise<Value[]> {
  const values = new ValuesOfDrawing(text)
  const reading = new XmlReading(text, values)
  while (reading.next()) await pace.rest()
  return values.found
}

/** Shorter values are checked at once, and kept only if they may contain a `data:` URL. */
const LONG = 1000
const MOST_VALUES = 200_000

class ValuesOfDrawing implements XmlListener {
  readonly found: Value[] = []
  readonly #text: string
  readonly #open: (Value | undefined)[] = []
  readonly #names: string[] = []

  constructor(text: string) {
    this.#text = text
  }

  startTag(name: string, attributes: ReadonlyMap<string, Attribute>): void {
    this.#names.push(localName(name).toLowerCase())
    this.#open.push(undefined)
    for (const [attribute, { value, end }] of attributes) {
      const is = localName(attribute).toLowerCase()
      // Browsers parse it as HTML, which has its own character references.
      if (is === 'srcdoc') throw unreadable('holds a document in an attribute (srcdoc)')
      this.#keep({ pieces: [{ at: end - 1 - value.length, end: end - 1 }], isStyle: is === 'style' })
    }
  }

  text(piece: Piece, isRaw: boolean): void {
    const last = this.#open.length - 1
    if (last < 0) return
    this.#open[last] ??= { pieces: [], isStyle: this.#names[last] === 'style' }
    const value = this.#open[last]
    value.pieces.push({ ...piece, isRaw })
  }

  endTag(): void {
    this.#names.pop()
    const value = this.#open.pop()
    if (value) this.#keep(value)
  }

  /** A document type can give attributes to elements, and an instruction can name a style sheet. */
  aside(_kind: string, piece: Piece): void {
    this.#keep({ pieces: [piece], isStyle: false })
  }

  #keep(value: Value): void {
    const { pieces } = value
    const length = pieces.reduce((sum, { at, end }) => sum + end - at, 0)
    if (length < LONG && !maySpellAddress(pieces.map(({ at, end }) => this.#text.slice(at, end)).join(''))) return
    if (this.found.push(value) > MOST_VALUES) throw unreadable('holds too many long texts')
  }
}

async function editsIn(value: Value, document: string, change: Change, pace: Pace): Promise<Edit[]> {
  const { pieces } = value
  const text = pieces.map(({ at, end }) => document.slice(at, end)).join('')
  if (!(await isTrueWithin(text, maySpellAddress, pace))) return []
  const spelling = await spellingOf(value, document, pace)
  const edits: Edit[] = []
  for (const address of dataAddresses(spelling.text)) {
    if (!namesTransparent(address.head)) throw unreadable('holds text that is not in UTF-8')
    const before = await contentOf(spelling.text, address, pace)
    const after = await change(before)
    if (after.equals(before)) continue
    const edit = { at: spelling.startOf(address.at), end: spelling.endOf(address.end), text: dataAddress(address.head, after) }
    if (!pieces.some(({ at, end }) => at <= edit.at && edit.end <= end)) throw unreadable('holds a data: address that is cut by markup')
    edits.push(edit)
  }
  return edits
}

async function spellingOf({ pieces, isStyle }: Value, document: string, pace: Pace): Promise<Spelling> {
  const read: Spelling[] = []
  for (const piece of pieces) {
    const written = Spelling.of(document, piece)
    read.push(piece.isRaw ? written : await written.resolved(CHARACTER_REFERENCES, pace))
  }
  const spelling = Spelling.join(read)
  // A lone `data:` URL is not a style; attributes such as `fill` are.
  return !isStyle && /^\s*data:/i.test(spelling.text.slice(0, LONG).replace(/[\t\n\r]+/g, '')) ? spelling : spelling.resolved(ESCAPES, pace)
}

function edited(bytes: Buffer, edits: Edit[]): Buffer {
  const parts: Buffer[] = []
  let from = 0
  for (const { at, end, text } of edits.sort((a, b) => a.at - b.at)) {
    parts.push(bytes.subarray(from, at), Buffer.from(text, 'latin1'))
    from = end
  }
  return Buffer.concat([...parts, bytes.subarray(from)])
}
