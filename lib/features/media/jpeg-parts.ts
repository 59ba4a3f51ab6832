/** The segments of a JPEG, and of the pictures that phones append to the first one. */
import { beginsDirectories } from './exif-directories.ts'
import type { Heads } from './heads.ts'
import { type Count, SMALL, type Stretch } from './part-count.ts'
import { searchParts } from './search-parts.ts'

const [BEGIN, END, APP0, APP1, APP11, APP13, APP15, COMMENT] = [0xd8, 0xd9, 0xe0, 0xe1, 0xeb, 0xed, 0xef, 0xfe]
const SECOND_PICTURE = Buffer.from([0xff, 0xd8, 0xff])
const HEAD = 80

const EXIF = 'Exif\0'
const XMP = 'http://ns.adobe.com/xap/1.0/\0'
const EXTENSION = 'http://ns.adobe.com/xmp/extension/\0'
const RESOURCES = 'Photoshop 3.0\0'
/**
 * Marks pieces of boxes, such as those of a manifest: each piece continues with the box number, the piece number, and the head of the box.
 */
const BOXES = 'JP'
const BOXES_HEAD = 8
const BOX_HEAD = 8
/** Segments for colors and dimensions, which never contain a location. */
const HARMLESS = /^(?:JFIF|ICC_PROFILE|MPF|Adobe)\0?/

/** Data that a camera recorded while it filmed. */
const TRACKS = /^GoPro\0/

export async function jpegParts(file: Heads, parts: Count): Promise<void> {
  const cut = new CutParts()
  let behind = file.size
  for (let at = 2; at + 4 <= file.size; ) {
    if (!file.has(at, 4)) await file.load(at)
    const { bytes, from } = file
    const found = nextMarker(bytes, at - from)
    if (found + 4 > bytes.length) {
      at = from + Math.max(found, at - from + 1)
      if (at + 4 <= file.size) await file.load(at)
      continue
    }
    const marker = bytes.readUInt8(found + 1)
    at = from + found + 2
    if (marker === BEGIN || marker === END) {
      parts.step()
      cut.endPicture()
      if (marker === END) {
        behind = Math.min(behind, at)
        at = await nextPicture(file, at)
      }
      continue
    }
    const end = at + bytes.readUInt16BE(found + 2)
    if (end - at < SMALL) parts.step()
    if (marker >= APP0 && marker <= APP15) {
      if (!file.has(at, Math.min(HEAD, file.size - at))) await file.load(at)
      await segment(file, parts, cut, marker, { at: at + 2, end: Math.min(end, file.size) })
    }
    if (marker === COMMENT) {
      const comment = { at: at + 2, end: Math.min(end, file.size) }
      if (parts.isKept) await searchParts(file, parts, comment)
      parts.add('text', comment.at, comment.end)
    }
    at = end
  }
  cut.addTo(parts)
  if (parts.isKept) await searchParts(file, parts, { at: behind, end: file.size })
}

/** Skips pixels, padding and restart marks; returns the window's length if nothing else follows. */
function nextMarker(bytes: Buffer, from: number): number {
  let at = from
  for (; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    // biome-ignore lint/style/noNonNullAssertion: the loop ends before the last byte
    const marker = bytes[at + 1]!
    if (marker > 0x01 && marker < 0xff && (marker < 0xd0 || marker > 0xd7)) return at
  }
  return at
}

async function nextPicture(file: Heads, from: number): Promise<number> {
  for (let at = from; at + 4 <= file.size; ) {
    if (!file.has(at, 4)) await file.load(at)
    const found = file.bytes.indexOf(SECOND_PICTURE, at - file.from)
    if (found >= 0) return file.from + found
    at = Math.max(at + 1, file.from + file.bytes.length - 2)
  }
  return file.size
}

/** Finds metadata in any of the application segments, because some readers don't insist on the specified one. */
async function segment(file: Heads, parts: Count, cut: CutParts, marker: number, { at, end }: Stretch): Promise<void> {
  const head = file.bytes.toString('latin1', at - file.from, Math.min(at + HEAD, end) - file.from)
  const isExif = head.startsWith(EXIF)
  if (isExif && beginsDirectories(head.slice(EXIF.length + 1))) return parts.add('exif', at + EXIF.length + 1, end)
  if (!parts.isKept) return
  // The rest of EXIF data that began in another segment.
  if (isExif) return parts.add('unread', at + EXIF.length + 1, end)
  if (head.startsWith(XMP)) parts.add('xmp', at + XMP.length, end)
  else if (head.startsWith(EXTENSION)) cut.addExtension(head.slice(EXTENSION.length), { at: at + EXTENSION.length, end })
  else if (head.startsWith(RESOURCES)) cut.addResources(head.slice(RESOURCES.length), { at: at + RESOURCES.length, end })
  else if (marker === APP11 && head.startsWith(BOXES)) cut.addBoxes({ at, end })
  else if (marker === APP13 || TRACKS.test(head)) parts.add('unread', at, end)
  else if (marker === APP1 || !HARMLESS.test(head)) {
    await searchParts(file, parts, { at, end })
    parts.add('text', at, end)
  }
}

/** The digest that identifies a packet, its length, and the offset of this piece. */
const EXTENSION_HEAD = 40

/** Metadata that is longer than a segment is split at any byte. */
class CutParts {
  readonly #packets = new Map<string, { pieces: Stretch[]; length: number; isInOrder: boolean }>()
  readonly #resources: Stretch[][] = [[]]
  /** Segments that some readers treat as complete. */
  readonly #whole: Stretch[] = []

  readonly #boxes: Stretch[] = []

  addBoxes({ at, end }: Stretch): void {
    this.#boxes.push({ at: Math.min(at + BOXES_HEAD + (this.#boxes.length > 0 ? BOX_HEAD : 0), end), end })
  }

  endPicture(): void {
    // biome-ignore lint/style/noNonNullAssertion: there is always a list for the current picture
    if (this.#resources.at(-1)!.length > 0) this.#resources.push([])
  }

  addResources(head: string, piece: Stretch): void {
    // biome-ignore lint/style/noNonNullAssertion: there is always a list for the current picture
    const segments = this.#resources.at(-1)!
    if (segments.push(piece) > 1 && head.startsWith('8BIM')) this.#whole.push(piece)
  }

  addExtension(head: string, { at, end }: Stretch): void {
    const name = head.slice(0, 32)
    const begin = Buffer.from(head, 'latin1')
    const packet = this.#packets.get(name) ?? { pieces: [], length: 0, isInOrder: true }
    this.#packets.set(name, packet)
    packet.isInOrder &&= begin.length >= EXTENSION_HEAD && begin.readUInt32BE(36) === packet.length
    packet.pieces.push({ at: Math.min(at + EXTENSION_HEAD, end), end })
    packet.length += Math.max(0, end - at - EXTENSION_HEAD)
  }

  /** Readers may join overlapping or unordered pieces differently. */
  addTo(parts: Count): void {
    for (const { pieces, isInOrder } of this.#packets.values()) parts.join(isInOrder ? 'xmp' : 'unread', pieces)
    if (this.#boxes.length > 0) parts.join('manifest', this.#boxes)
    for (const pieces of this.#resources) if (pieces.length > 0) parts.join('resources', pieces)
    for (const piece of this.#whole) parts.join('resources', [piece])
  }
}
