/** XMP without the properties that name a place. They become spaces, so that no byte moves and the rest stays as it was. */
import { isUtf8 } from 'node:buffer'
import { Pace } from '../../pace.ts'
import { isLocatedPicture, mayBePicture } from './located-picture.ts'
import { localName, namesPlace } from './place-names.ts'
import { type Attribute, type Listener, NotWellFormed, type Piece, XmlReading } from './xml.ts'

const SPACE = 0x20

/** Blanks the places in a packet. One that readers could understand in two ways is blanked as a whole. */
export async function blankPacket(packet: Buffer): Promise<void> {
  const end = withoutPadding(packet)
  const bytes = packet.subarray(0, end)
  if (!isText(bytes) || !(await blankedPlaces(bytes, PlacesOfPacket))) packet.fill(SPACE)
}

/** Blanks the places in what a drawing says about itself; false where it can't be read. */
export const blankDrawing = async (bytes: Buffer): Promise<boolean> => blankedPlaces(bytes, PlacesOfDrawing)

/** Zeros may follow a packet. */
function withoutPadding(packet: Buffer): number {
  let end = packet.length
  while (end > 0 && packet[end - 1] === 0) end--
  return end
}

/** The one spelling of characters that all readers agree on. */
function isText(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 300)
  return isUtf8(bytes) && !bytes.includes(0) && !/^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(start)
}

async function blankedPlaces(bytes: Buffer, Places: typeof PlacesOfPacket): Promise<boolean> {
  // A character of this text is a byte of the packet.
  const text = bytes.toString('latin1')
  if (!/\S/.test(text)) return true
  const places = new Places(bytes, text)
  const reading = new XmlReading(text, places)
  const pace = new Pace()
  try {
    while (reading.next()) {
      await places.blankPictures(pace)
      await pace.rest()
    }
    return true
  } catch (error) {
    if (error instanceof NotWellFormed) return false
    throw error
  }
}

class PlacesOfPacket implements Listener {
  readonly #bytes: Buffer
  readonly #text: string
  #depth = 0
  /** The outermost open element that names a place. */
  #place: { at: number; depth: number } | undefined

  /** What may be pictures, each within the piece that holds it, since the last look at them. */
  #pictures: { value: Piece; within: Piece }[] = []

  constructor(bytes: Buffer, text: string) {
    this.#bytes = bytes
    this.#text = text
  }

  startTag(name: string, attributes: ReadonlyMap<string, Attribute>, { at }: Piece): void {
    this.#depth++
    if (this.#place) return
    if (namesPlace(name)) this.#place = { at, depth: this.#depth }
    else
      for (const [attribute, piece] of attributes)
        if (namesPlace(attribute)) this.#blank(piece)
        else this.noteValue(piece)
  }

  text(piece: Piece): void {
    if (!this.#place) this.note(piece)
  }

  endTag(end: number): void {
    if (this.#place?.depth === this.#depth) {
      this.#blank({ at: this.#place.at, end })
      this.#place = undefined
    }
    this.#depth--
  }

  /** Nobody needs comments in metadata, and some readers look for properties in them. */
  aside(kind: 'comment' | 'instruction' | 'type', { at, end }: Piece): void {
    if (kind === 'type') throw new NotWellFormed()
    if (kind === 'comment') this.#blank({ at: at + 4, end: end - 3 })
    else if (!/^<\?(?:xpacket|xml|adobe-xap-filters)\s/.test(this.#text.slice(at, at + 30))) this.#blank({ at: at + 2 + 1, end: end - 2 })
  }

  /** To be called after each step of the reading. */
  async blankPictures(pace: Pace): Promise<void> {
    if (this.#pictures.length === 0) return
    for (const { value, within } of this.#pictures) if (await isLocatedPicture(this.#text, value, pace)) this.#blank(within)
    this.#pictures = []
  }

  protected noteValue(attribute: Attribute): void {
    this.note({ at: attribute.end - 1 - attribute.value.length, end: attribute.end - 1 }, attribute)
  }

  protected note(value: Piece, within = value): void {
    if (mayBePicture(this.#text, value)) this.#pictures.push({ value, within })
  }

  #blank({ at, end }: Piece): void {
    this.#bytes.fill(SPACE, at, end)
  }
}

/** Elements of a drawing in which programs keep metadata. */
const METADATA: readonly string[] = ['metadata', 'RDF', 'xmpmeta', 'xapmeta']

/** Whether a text names one of them. */
export const mayHoldMetadata = (text: string): boolean => METADATA.some((name) => text.includes(name))

/** Photos without an address, outside the metadata too. */
class PlacesOfDrawing extends PlacesOfPacket {
  /** How deep the outermost open element with metadata stands. */
  #inside: number | undefined
  #open = 0

  override startTag(name: string, attributes: ReadonlyMap<string, Attribute>, piece: Piece): void {
    this.#open++
    if (this.#inside === undefined && METADATA.includes(localName(name))) this.#inside = this.#open
    if (this.#inside !== undefined) super.startTag(name, attributes, piece)
    else for (const attribute of attributes.values()) this.noteValue(attribute)
  }

  override endTag(end: number): void {
    if (this.#inside !== undefined) super.endTag(end)
    if (this.#inside === this.#open) this.#inside = undefined
    this.#open--
  }

  override aside(kind: 'comment' | 'instruction' | 'type', piece: Piece): void {
    if (this.#inside !== undefined) super.aside(kind, piece)
    else if (kind === 'comment') this.note({ at: piece.at + 4, end: piece.end - 3 })
  }
}
