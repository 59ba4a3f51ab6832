/** XMP without the properties that name a location. They become spaces, so that no byte moves and the rest is unchanged. */
import { isUtf8 } from 'node:buffer'
import { Pace } from '../../pace.ts'
import { ElementTexts } from './element-texts.ts'
import { holdsLocatedPicture } from './located-picture.ts'
import { localName, namesPlace } from './place-names.ts'
import type { MetadataValue } from './readable-text.ts'
import { holdsPacket, mayTellPlaceWithin, tellsPlaceWithin } from './told-place.ts'
import { type Attribute, NotWellFormed, type Piece, type XmlListener, XmlReading } from './xml.ts'

const SPACE = 0x20

/** Blanks the locations in a packet. A packet that readers could interpret in two ways is blanked as a whole. */
export async function blankPacket(packet: Buffer): Promise<void> {
  const end = withoutPadding(packet)
  const bytes = packet.subarray(0, end)
  if (!isText(bytes) || !(await blankedPlaces(bytes, PlacesOfPacket))) packet.fill(SPACE)
}

/** Blanks the locations in a drawing's metadata; false if the drawing can't be read. */
export const blankDrawing = async (bytes: Buffer): Promise<boolean> => blankedPlaces(bytes, PlacesOfDrawing)

/** Zeros may follow a packet. */
function withoutPadding(packet: Buffer): number {
  let end = packet.length
  while (end > 0 && packet[end - 1] === 0) end--
  return end
}

/** The only encoding that all readers agree on. */
function isText(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 300)
  return isUtf8(bytes) && !bytes.includes(0) && !/^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding\s*=\s*["'](?!utf-8["'])/i.test(start)
}

async function blankedPlaces(bytes: Buffer, Places: typeof PlacesOfPacket): Promise<boolean> {
  // Each character of this text is a byte of the packet.
  const text = bytes.toString('latin1')
  if (!/\S/.test(text)) return true
  const places = new Places(bytes, text)
  const reading = new XmlReading(text, places)
  const pace = new Pace()
  try {
    while (reading.next()) {
      await places.blankValues(pace)
      await pace.rest()
    }
    return true
  } catch (error) {
    if (error instanceof NotWellFormed) return false
    throw error
  }
}

/** Whether a text contains a location. */
type Test = (value: MetadataValue, pace: Pace) => Promise<boolean>

interface Found {
  value: MetadataValue
  test: Test
  /** The range to blank if it does. */
  within: readonly Piece[]
}

class PlacesOfPacket implements XmlListener {
  readonly #bytes: Buffer
  readonly #text: string
  readonly #elements = new ElementTexts()
  protected depth = 0
  /** The outermost open element that names a location. */
  #place: { at: number; depth: number } | undefined
  /** Texts found since the last check. */
  #found: Found[] = []

  constructor(bytes: Buffer, text: string) {
    this.#bytes = bytes
    this.#text = text
  }

  startTag(name: string, attributes: ReadonlyMap<string, Attribute>, { at }: Piece): void {
    this.depth++
    this.#elements.startTag()
    if (this.#place) return
    if (this.namesPlace(name)) this.#place = { at, depth: this.depth }
    else
      for (const [attribute, piece] of attributes)
        if (this.namesPlace(attribute)) this.#blank(piece)
        else this.note([{ at: piece.end - 1 - piece.value.length, end: piece.end - 1 }], [piece])
  }

  text(piece: Piece): void {
    if (!this.#place && /\S/.test(this.#text.slice(piece.at, piece.end))) this.#elements.text(piece)
  }

  endTag(end: number): void {
    for (const pieces of this.#elements.endTag()) this.note(pieces)
    if (this.#place?.depth === this.depth) {
      this.#blank({ at: this.#place.at, end })
      this.#place = undefined
    }
    this.depth--
  }

  /** Comments in metadata aren't needed, and some readers look for properties in them. */
  aside(kind: 'comment' | 'instruction' | 'type', { at, end }: Piece): void {
    if (kind === 'type') throw new NotWellFormed()
    if (kind === 'comment') this.#blank({ at: at + 4, end: end - 3 })
    else if (!/^<\?(?:xpacket|xml|adobe-xap-filters)\s/.test(this.#text.slice(at, at + 30))) this.#blank({ at: at + 2 + 1, end: end - 2 })
  }

  /** Call after each step of the reading. */
  async blankValues(pace: Pace): Promise<void> {
    if (this.#found.length === 0) return
    for (const { value, test, within } of this.#found) if (await test(value, pace)) for (const piece of within) this.#blank(piece)
    this.#found = []
  }

  protected namesPlace(property: string): boolean {
    return namesPlace(property)
  }

  protected note(pieces: readonly Piece[], within = pieces, test: Test = tellsPlaceWithin): void {
    const value = { document: this.#text, pieces }
    if (mayTellPlaceWithin(value)) this.#found.push({ value, test, within })
  }

  #blank({ at, end }: Piece): void {
    this.#bytes.fill(SPACE, at, end)
  }
}

/** Elements of a drawing in which programs store metadata. */
const METADATA: readonly string[] = ['metadata', 'RDF', 'xmpmeta', 'xapmeta']

/** Whether a text names one of them. */
export const mayHoldMetadata = (text: string): boolean => METADATA.some((name) => text.includes(name))

/** Pictures in `data:` URLs are checked elsewhere. */
const BARE = { besidesAddresses: true }
const ELEMENTS: Test = (value, pace) => holdsLocatedPicture(value, pace, BARE)
const METADATA_INSIDE: Test = (value, pace) => tellsPlaceWithin(value, pace, BARE)
const COMMENTS: Test = async (value, pace) => (await ELEMENTS(value, pace)) || holdsPacket(value, pace)

/** A drawing keeps the texts of its elements outside the metadata, except for photos without a `data:` URL. */
class PlacesOfDrawing extends PlacesOfPacket {
  /** The depth of the outermost open metadata element. */
  #inside: number | undefined

  override startTag(name: string, attributes: ReadonlyMap<string, Attribute>, piece: Piece): void {
    if (this.#inside === undefined && METADATA.includes(localName(name))) this.#inside = this.depth + 1
    // A drawing with a document in an attribute is refused.
    super.startTag(name, attributes.has('srcdoc') ? new Map() : attributes, piece)
  }

  override endTag(end: number): void {
    super.endTag(end)
    if (this.#inside === this.depth + 1) this.#inside = undefined
  }

  override aside(kind: 'comment' | 'instruction' | 'type', piece: Piece): void {
    if (this.#inside !== undefined) super.aside(kind, piece)
    else if (kind === 'comment') this.note([{ at: piece.at + 4, end: piece.end - 3 }], undefined, COMMENTS)
  }

  protected override namesPlace(property: string): boolean {
    return this.#inside !== undefined && super.namesPlace(property)
  }

  protected override note(pieces: readonly Piece[], within = pieces, test = this.#inside === undefined ? ELEMENTS : METADATA_INSIDE): void {
    super.note(pieces, within, test)
  }
}
