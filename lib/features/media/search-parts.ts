/** Searches for metadata where a format doesn't say where it is: after the end of a picture, in camera segments, in unknown formats. */
import type { Heads } from './heads.ts'
import type { Count, Stretch } from './part-count.ts'

const WINDOW = 1024 * 1024
/** The overlap of two windows; EXIF is never longer. */
const OVERLAP = 128 * 1024
const LONGEST_PACKET = 8 * 1024 * 1024

const TIFF_HEADS = ['II*\0', 'MM\0*'].map((head) => Buffer.from(head, 'latin1'))
/** Every packet names one of these namespaces. */
const PACKET_MARKS = ['adobe:ns:meta/', '22-rdf-syntax-ns#'].map((mark) => Buffer.from(mark, 'latin1'))
/** Where videos, such as the moving part of a photo, store their location. */
const BOXES = ['\xa9xyz', 'loci'].map((type) => Buffer.from(type, 'latin1'))
const LOCATION_KEY = Buffer.from('com.apple.quicktime.location', 'latin1')
/** The values of all keys. */
const VALUES = Buffer.from('ilst', 'latin1')

export async function searchParts(file: Heads, parts: Count, { at, end }: Stretch): Promise<void> {
  let packetsFrom = at
  for (let from = at; from < end; from += WINDOW) {
    const length = Math.min(WINDOW + OVERLAP, end - from)
    if (!file.has(from, length)) await file.load(from, length)
    const bytes = file.bytes.subarray(from - file.from, from - file.from + length)
    for (const head of TIFF_HEADS)
      for (const found of places(bytes, head))
        if (isPlausible(bytes, found)) parts.add('exif', from + found, Math.min(from + found + OVERLAP, end))
    for (const type of BOXES) for (const found of places(bytes, type)) addBox(parts, bytes, found, from)
    for (const found of places(bytes, LOCATION_KEY)) {
      parts.add('unread', from + found, from + found + LOCATION_KEY.length)
      addValues(parts, bytes, found, from)
    }
    for (const mark of PACKET_MARKS)
      for (const found of places(bytes, mark)) {
        if (from + found < packetsFrom) continue
        const packet = await packetAround(file, { at: Math.max(packetsFrom, from - OVERLAP), end }, from + found)
        parts.add('xmp', packet.at, packet.end)
        packetsFrom = packet.end
      }
  }
}

function* places(bytes: Buffer, mark: Buffer): Generator<number> {
  for (let at = bytes.indexOf(mark); at >= 0 && at < WINDOW; at = bytes.indexOf(mark, at + mark.length)) yield at
}

/** Such a head can occur in pixels by chance, but rarely one that points to a directory nearby. */
function isPlausible(bytes: Buffer, at: number): boolean {
  if (at + 8 > bytes.length) return false
  const first = bytes[at] === 0x49 ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4)
  return first >= 8 && first < OVERLAP
}

const LONGEST_PLACE = 1024

function addBox(parts: Count, bytes: Buffer, at: number, from: number): void {
  if (at < 4) return
  const length = bytes.readUInt32BE(at - 4)
  if (length > 8 && length <= LONGEST_PLACE)
    parts.add('unread', from + at + 4, from + at - 4 + length, { renamed: { at: from + at, as: 'free' } })
}

/** The values are found by the number of their key, not by its name, so they go together. */
function addValues(parts: Count, bytes: Buffer, key: number, from: number): void {
  const behind = bytes.indexOf(VALUES, key)
  const at = behind < 0 ? bytes.lastIndexOf(VALUES, key) : behind
  if (at < 4) return
  const end = at - 4 + bytes.readUInt32BE(at - 4)
  if (end - at <= LONGEST_PACKET) parts.add('unread', from + at + 4, from + end, { renamed: { at: from + at, as: 'free' } })
}

/** The text around a mark, from its first tag to its last. */
async function packetAround(file: Heads, limits: Stretch, mark: number): Promise<Stretch> {
  const begin = Math.max(limits.at, mark - OVERLAP)
  await file.load(begin, Math.min(LONGEST_PACKET, limits.end - begin))
  const { bytes } = file
  let first = mark - begin
  // biome-ignore lint/style/noNonNullAssertion: the position is within the bytes
  while (first > 0 && isText(bytes[first - 1]!)) first--
  let last = mark - begin
  // biome-ignore lint/style/noNonNullAssertion: the position is within the bytes
  while (last < bytes.length && isText(bytes[last]!)) last++
  const tag = bytes.indexOf('<', first)
  const close = bytes.lastIndexOf('>', last - 1)
  return { at: begin + (tag >= 0 && tag < mark - begin ? tag : first), end: begin + (close > mark - begin ? close + 1 : last) }
}

const isText = (byte: number): boolean => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
