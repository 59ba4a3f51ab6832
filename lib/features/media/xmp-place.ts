/** XMP without the properties that name a place. They become spaces, so that no byte moves and the rest stays as it was. */
import { isUtf8 } from 'node:buffer'
import { Pace } from '../../pace.ts'
import { isLocatedPicture, localName, namesPlace } from './place-names.ts'
import { REFERENCES } from './spelling.ts'
import { type Attribute, type Listener, NAMES, NotWellFormed, type Piece, XmlReading } from './xml.ts'

const SPACE = 0x20

/** Blanks the places in a packet. One that readers could understand in two ways is blanked as a whole. */
export async function blankPacket(packet: Buffer): Promise<void> {
  const end = withoutPadding(packet)
  const bytes = packet.subarray(0, end)
  if (!isText(bytes) || !(await blankedPlaces(bytes, new PlacesOfPacket(bytes)))) packet.fill(SPACE)
}

/** Blanks the places in what a drawing says about itself; false where it can't be read. */
export const blankDrawing = async (bytes: Buffer): Promise<boolean> => blankedPlaces(bytes, new PlacesOfDrawing(bytes))

/** Zeros may follow a packet. */
function withoutPadding(packet: Buffer): number {
  let end = packet.length
  while (end > 0 && packet[end - 1] === 0) end--
  return end
}

/** The one spelling of characters that all readers agree on. */
function isText(bytes: Buffer): boolean {
  return isUtf8(bytes) && !bytes.includes(0) && !/^\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(startOf(bytes))
}

const MARK = '\xef\xbb\xbf'
const startOf = (bytes: Buffer): string => bytes.toString('latin1', bytes.toString('latin1', 0, 3) === MARK ? 3 : 0, 300)

async function blankedPlaces(bytes: Buffer, listener: Listener): Promise<boolean> {
  // A character of this text is a byte of the packet.
  const text = bytes.toString('latin1')
  if (text.trim() === '') return true
  const reading = new XmlReading(text, listener, { names: NAMES.bytes, from: text.startsWith(MARK) ? 3 : 0 })
  const pace = new Pace()
  try {
    while (reading.next()) await pace.rest()
    return true
  } catch (error) {
    if (error instanceof NotWellFormed) return false
    throw error
  }
}

const withoutReferences = (text: string): string => (text.includes('&') ? text.replace(REFERENCES.pattern, REFERENCES.resolve) : text)

class PlacesOfPacket implements Listener {
  protected readonly bytes: Buffer
  protected depth = 0
  /** The outermost open element that names a place. */
  #place: { at: number; depth: number } | undefined

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  startTag(name: string, attributes: ReadonlyMap<string, Attribute>, { at }: Piece): void {
    this.depth++
    if (this.#place) return
    if (namesPlace(name)) this.#place = { at, depth: this.depth }
    else
      for (const [attribute, piece] of attributes)
        if (namesPlace(attribute) || isLocatedPicture(withoutReferences(piece.value))) this.#blank(piece)
  }

  text(piece: Piece): void {
    if (!this.#place && isLocatedPicture(withoutReferences(this.bytes.toString('latin1', piece.at, piece.end)))) this.#blank(piece)
  }

  endTag(end: number): void {
    if (this.#place?.depth === this.depth) {
      this.#blank({ at: this.#place.at, end })
      this.#place = undefined
    }
    this.depth--
  }

  /** Nobody needs comments in metadata, and some readers look for properties in them. */
  aside(kind: 'comment' | 'instruction' | 'type', { at, end }: Piece): void {
    if (kind === 'type') throw new NotWellFormed()
    if (kind === 'comment') this.#blank({ at: at + 4, end: end - 3 })
    else if (!/^<\?(?:xpacket|xml|adobe-xap-filters)\s/.test(this.bytes.toString('latin1', at, at + 30)))
      this.#blank({ at: at + 2 + 1, end: end - 2 })
  }

  #blank({ at, end }: Piece): void {
    this.bytes.fill(SPACE, at, end)
  }
}

/** Elements of a drawing in which programs keep metadata. */
const METADATA: readonly string[] = ['metadata', 'RDF', 'xmpmeta', 'xapmeta']

/** Whether a text names one of them. */
export const mayHoldMetadata = (text: string): boolean => METADATA.some((name) => text.includes(name))

class PlacesOfDrawing extends PlacesOfPacket {
  /** How deep the outermost open element with metadata stands. */
  #inside: number | undefined
  #open = 0

  override startTag(name: string, attributes: ReadonlyMap<string, Attribute>, piece: Piece): void {
    this.#open++
    if (this.#inside === undefined && METADATA.includes(localName(name))) this.#inside = this.#open
    if (this.#inside !== undefined) super.startTag(name, attributes, piece)
  }

  override endTag(end: number): void {
    if (this.#inside !== undefined) super.endTag(end)
    if (this.#inside === this.#open) this.#inside = undefined
    this.#open--
  }

  override text(piece: Piece): void {
    if (this.#inside !== undefined) super.text(piece)
  }

  override aside(kind: 'comment' | 'instruction' | 'type', piece: Piece): void {
    if (this.#inside !== undefined) super.aside(kind, piece)
  }
}
