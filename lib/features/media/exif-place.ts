/** The directories of EXIF data, TIFF files and camera files: blanks the location, and finds other kinds of metadata. */
import { beginsDirectories } from './exif-directories.ts'
import type { MetadataKind, Part, Stretch } from './part-count.ts'
import type { PictureFile } from './picture-file.ts'
import { PLACES_OF_TIFF } from './place-names.ts'
import { unreadable } from './unreadable.ts'

const GPS = 0x8825
/** Entries that point to further directories: parts of a page, EXIF, interoperability. */
const POINTERS: readonly number[] = [0x014a, 0x8769, 0xa005]
/** The camera maker's notes, in a proprietary format: cameras write locations there too. */
const MAKER_NOTE = 0x927c
/** Entries that hold other kinds of metadata. */
const HELD: Readonly<Record<number, MetadataKind>> = { 700: 'xmp', 33723: 'iptc', 34377: 'resources', 52545: 'manifest' }

/** Texts that aren't marked as such: a comment, and the title, comment, author, keywords and subject that Windows stores. */
const TEXTS: readonly number[] = [0x9286, 0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f]
/** ASCII and UTF-8. Programs write captions into any of these tags. */
const TEXT_TYPES: readonly number[] = [2, 129]

/** EXIF has about 60 tags and GPS 32; camera makers add their own. */
const MOST_ENTRIES = 500
const MOST_GPS_ENTRIES = 100
/** The pages of a TIFF file, and the parts of each. */
const MOST_DIRECTORIES = 300
const MOST_POINTERS = 64
const LARGEST_VALUE = 64 * 1024
const SHORTEST_TEXT = 9
const MOST_TEXTS = 3000
/** All texts together, since many may be the same bytes. */
const MOST_TEXT = 4 * 1024 * 1024

/** Blanks the location, and returns the parts that hold further metadata. */
export async function blankDirectories(file: PictureFile, { pieces, chunk }: Part): Promise<Part[]> {
  const [piece] = pieces
  if (!piece || pieces.length > 1) throw unreadable('keeps its metadata in pieces')
  const tiff = await Tiff.opened(file, piece)
  if (!tiff) return []
  // Programs can't develop a camera file without its maker notes.
  const isCameraFile = piece.at === 0 && !tiff.isJpegXr
  const found: Part[] = []
  const directories = new Set([tiff.first])
  const places = new Set<number>()
  const texts = new Set<number>()
  let length = 0
  // Iteration includes the directories added to the set on the way.
  for (const at of directories) {
    if (directories.size > MOST_DIRECTORIES) throw unreadable('has too many pages')
    const { entries, next } = await tiff.directory(at, MOST_ENTRIES)
    for (const entry of entries) {
      const holds = HELD[entry.tag]
      if (holds && entry.length > 4) found.push({ holds, pieces: [tiff.stretchOf(entry)], ...(chunk && { chunk }) })
      else if (entry.tag === GPS) for (const place of await tiff.pointersOf(entry)) places.add(place)
      else if (POINTERS.includes(entry.tag)) for (const place of await tiff.pointersOf(entry)) directories.add(place)
      else if (isText(entry)) {
        if (texts.size === texts.add(entry.value).size) continue
        found.push({ holds: 'text', pieces: [tiff.stretchOf(entry)], ...(chunk && { chunk }) })
        length += entry.length
        if (texts.size > MOST_TEXTS || length > MOST_TEXT) throw unreadable('has too many texts')
      } else if (PLACES_OF_TIFF.includes(entry.tag) || (entry.tag === MAKER_NOTE && !isCameraFile)) await blankValue(tiff, entry)
    }
    directories.add(next).delete(0)
  }
  for (const at of places) await blankPlace(tiff, at)
  return found.filter(({ pieces }) => pieces.every(({ at, end }) => at < end))
}

/** Shorter values can't name a place the way programs do. */
const isText = ({ tag, type, length }: Entry): boolean =>
  (TEXTS.includes(tag) || TEXT_TYPES.includes(type)) && length > SHORTEST_TEXT && length <= LARGEST_VALUE

async function blankPlace(tiff: Tiff, at: number): Promise<void> {
  const { entries } = await tiff.directory(at, MOST_GPS_ENTRIES)
  for (const entry of entries) {
    if (entry.length > LARGEST_VALUE) throw unreadable('has a GPS value that is too long')
    await blankValue(tiff, entry)
  }
}

async function blankValue(tiff: Tiff, { place, value, length }: Entry): Promise<void> {
  if (length > 4) await tiff.clear(value, length)
  await tiff.clear(place + 8, 4)
}

interface Entry {
  /** The position of the entry. */
  place: number
  tag: number
  type: number
  count: number
  /** The value itself, or its position if it is longer than four bytes. */
  value: number
  length: number
}

/** Bytes per value, by type. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 129: 1 }
const SHORT = 3

/** Positions are relative to its first byte. */
class Tiff {
  readonly #file: PictureFile
  readonly #part: Stretch
  readonly #isLittle: boolean
  readonly first: number
  readonly isJpegXr: boolean

  private constructor(file: PictureFile, part: Stretch, head: Buffer) {
    this.#file = file
    this.#part = part
    this.#isLittle = head[0] === 0x49
    this.first = this.#long(head, 4)
    this.isJpegXr = head[2] === 0xbc
  }

  static async opened(file: PictureFile, part: Stretch): Promise<Tiff | undefined> {
    const head = await file.read({ at: part.at, end: Math.min(part.at + 8, part.end) })
    const mark = head.toString('latin1', 0, 4)
    if (mark === 'II+\0' || mark === 'MM\0+') throw unreadable('is a BigTIFF file')
    if (head.length < 8 || !beginsDirectories(mark)) return undefined
    return new Tiff(file, part, head)
  }

  async directory(at: number, most: number): Promise<{ entries: Entry[]; next: number }> {
    const head = await this.#read(at, 2)
    if (head.length < 2) return { entries: [], next: 0 }
    const count = this.#short(head, 0)
    // Checked before anything is read or kept, because the number comes from the file.
    if (count > most) throw unreadable('has a directory of metadata that is too long')
    const bytes = await this.#read(at + 2, count * 12 + 4)
    const entries: Entry[] = []
    for (let place = 0; place + 12 <= bytes.length && entries.length < count; place += 12) {
      const [tag, type, many] = [this.#short(bytes, place), this.#short(bytes, place + 2), this.#long(bytes, place + 4)]
      const length = (SIZES[type] ?? 0) * many
      entries.push({ place: at + 2 + place, tag, type, count: many, value: this.#long(bytes, place + 8), length })
    }
    return { entries, next: bytes.length === count * 12 + 4 ? this.#long(bytes, count * 12) : 0 }
  }

  /** The positions of the directories that an entry points to. */
  async pointersOf({ place, type, count, value }: Entry): Promise<number[]> {
    if (count > MOST_POINTERS) throw unreadable('has too many pages')
    const wide = type === SHORT ? 2 : 4
    const bytes = await this.#read(count * wide > 4 ? value : place + 8, Math.max(1, count) * wide)
    const found: number[] = []
    for (let at = 0; at + wide <= bytes.length; at += wide) found.push(wide === 2 ? this.#short(bytes, at) : this.#long(bytes, at))
    return found
  }

  clear(at: number, length: number): Promise<void> {
    const { at: start, end } = this.stretchOf({ value: at, length })
    return this.#file.write(start, Buffer.alloc(Math.max(0, end - start)))
  }

  /** The stretch of the file that holds a value. */
  stretchOf({ value, length }: Pick<Entry, 'value' | 'length'>): Stretch {
    const at = this.#part.at + value
    return { at, end: Math.min(at + length, this.#part.end) }
  }

  #read(at: number, length: number): Promise<Buffer> {
    return this.#file.read(this.stretchOf({ value: at, length }))
  }

  #short(bytes: Buffer, at: number): number {
    return this.#isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
  }

  #long(bytes: Buffer, at: number): number {
    return this.#isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  }
}
