/** Removes the place where a picture was taken from its metadata. It works in place: no byte moves, so every container stays sound. */
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { metadataParts, unreadable } from './metadata-parts.ts'
import type { Part } from './part-count.ts'

/** Blanks the GPS part of EXIF data and the location properties of XMP. Throws a refusal where that can't be done for certain. */
export async function removeLocation(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  try {
    const { size } = await handle.stat()
    const picture = new Picture(handle, size)
    for (const part of await metadataParts(handle, size)) {
      const isChanged = await BLANKED_BY[part.holds](picture, part)
      if (isChanged && part.chunk) await updateChecksum(picture, part.chunk)
    }
  } finally {
    await handle.close()
  }
}

/** Each says whether it changed anything. */
const BLANKED_BY: Record<Part['holds'], (picture: Picture, part: Part) => Promise<boolean>> = {
  exif: blankExif,
  xmp: blankXmp,
  packed: blankPacked,
}

/** A photo needs about 20 reads and writes; large XMP two for each piece. */
const MOST_ACCESSES = 1200

/** The file, read and written within limits: its own numbers say where to look, and a crafted file could send us round in circles. */
class Picture {
  readonly #handle: FileHandle
  #accesses = 0
  #bytes: number

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.#bytes = 3 * size + 1024 * 1024
  }

  /** As many bytes as there are up to `end`. */
  async read(at: number, end: number): Promise<Buffer> {
    const length = end - at
    if (length <= 0) return Buffer.alloc(0)
    this.#spend(length)
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }

  async write(at: number, bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return
    this.#spend(bytes.length)
    await this.#handle.write(bytes, 0, bytes.length, at)
  }

  #spend(bytes: number): void {
    this.#bytes -= bytes
    if (++this.#accesses > MOST_ACCESSES || this.#bytes < 0) throw unreadable('has metadata that is too complicated')
  }
}

const GPS_POINTER = 0x8825
const XMP_TAG = 0x02bc
/** EXIF has about 60 tags and GPS 32; camera makers add their own. */
const MOST_ENTRIES = 500
const MOST_GPS_ENTRIES = 100
/** Pages of a TIFF file. */
const MOST_DIRECTORIES = 100
const LARGEST_VALUE = 64 * 1024

/** The GPS directory of each page and what it points to. */
async function blankExif(picture: Picture, part: Part): Promise<boolean> {
  const tiff = await Tiff.opened(picture, part)
  if (!tiff) return false
  let isChanged = false
  const seen = new Set<number>()
  for (let at = tiff.first; at !== 0 && !seen.has(at); ) {
    if (seen.add(at).size > MOST_DIRECTORIES) throw unreadable('has too many pages')
    const { entries, next } = await tiff.directory(at, MOST_ENTRIES)
    const gps = entries.find(({ tag }) => tag === GPS_POINTER)
    const xmp = entries.find(({ tag }) => tag === XMP_TAG)
    if (gps && (await blankGps(tiff, gps.value))) isChanged = true
    if (xmp && (await blankXmp(picture, tiff.partOf(xmp)))) isChanged = true
    at = next
  }
  return isChanged
}

async function blankGps(tiff: Tiff, at: number): Promise<boolean> {
  const { entries } = await tiff.directory(at, MOST_GPS_ENTRIES)
  for (const { place, value, length } of entries) {
    if (length > LARGEST_VALUE) throw unreadable('has a GPS value that is too long')
    if (length > 4) await tiff.clear(value, length)
    await tiff.clear(place + 8, 4)
  }
  return entries.length > 0
}

interface Entry {
  /** Where it stands. */
  place: number
  tag: number
  /** The value itself, or where it lies when it has more than four bytes. */
  value: number
  length: number
}

/** Bytes of one value, by its type. */
const SIZES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

/** The directories of a TIFF file or of EXIF data. Places count from its first byte. */
class Tiff {
  readonly #picture: Picture
  readonly #part: Part
  readonly #isLittle: boolean
  readonly first: number

  private constructor(picture: Picture, part: Part, head: Buffer) {
    this.#picture = picture
    this.#part = part
    this.#isLittle = head[0] === 0x49
    this.first = this.#long(head, 4)
  }

  static async opened(picture: Picture, part: Part): Promise<Tiff | undefined> {
    const head = await picture.read(part.at, Math.min(part.at + 8, part.end))
    const mark = head.toString('latin1', 0, 4)
    if (mark === 'II+\0' || mark === 'MM\0+') throw unreadable('is a BigTIFF file')
    if (head.length < 8 || (mark !== 'II*\0' && mark !== 'MM\0*')) return undefined
    return new Tiff(picture, part, head)
  }

  async directory(at: number, most: number): Promise<{ entries: Entry[]; next: number }> {
    const head = await this.#read(at, 2)
    if (head.length < 2) return { entries: [], next: 0 }
    const count = this.#short(head, 0)
    // Counted before anything is read or kept: the number comes from the file.
    if (count > most) throw unreadable('has a directory of metadata that is too long')
    const bytes = await this.#read(at + 2, count * 12 + 4)
    const entries: Entry[] = []
    for (let place = 0; place + 12 <= bytes.length && entries.length < count; place += 12) {
      const length = (SIZES[this.#short(bytes, place + 2)] ?? 0) * this.#long(bytes, place + 4)
      entries.push({ place: at + 2 + place, tag: this.#short(bytes, place), value: this.#long(bytes, place + 8), length })
    }
    return { entries, next: bytes.length === count * 12 + 4 ? this.#long(bytes, count * 12) : 0 }
  }

  clear(at: number, length: number): Promise<void> {
    const { at: start, end } = this.partOf({ value: at, length })
    return this.#picture.write(start, Buffer.alloc(Math.max(0, end - start)))
  }

  /** Where a value lies in the file. */
  partOf({ value, length }: Pick<Entry, 'value' | 'length'>): Part {
    const at = this.#part.at + value
    return { holds: 'xmp', at, end: Math.min(at + length, this.#part.end) }
  }

  #read(at: number, length: number): Promise<Buffer> {
    const { at: start, end } = this.partOf({ value: at, length })
    return this.#picture.read(start, end)
  }

  #short(bytes: Buffer, at: number): number {
    return this.#isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
  }

  #long(bytes: Buffer, at: number): number {
    return this.#isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  }
}

const LARGEST_XMP = 8 * 1024 * 1024

const XMP = /((?:exif:GPS\w+|photoshop:(?:City|State|Country)|Iptc4xmpCore:(?:Location|CountryCode))(?:\s*=\s*(["'])|>))([^"'<]*)/g

async function blankXmp(picture: Picture, { at, end }: Part): Promise<boolean> {
  if (end - at > LARGEST_XMP) throw unreadable('has too much metadata')
  const bytes = await picture.read(at, end)
  let isChanged = false
  for (const found of bytes.toString('latin1').matchAll(XMP)) {
    if (found[3] === '') continue
    const from = found.index + found[1]!.length
    bytes.fill(0x20, from, from + found[3]!.length)
    isChanged = true
  }
  if (isChanged) await picture.write(at, bytes)
  return isChanged
}

/** A private chunk that every reader skips. */
const SKIPPED = Buffer.from('skIp', 'latin1')

/** Compressed metadata can't be changed in place: the whole chunk is emptied. */
async function blankPacked(picture: Picture, { at, end, chunk }: Part): Promise<boolean> {
  await picture.write(chunk!.at + 4, SKIPPED)
  await picture.write(at, Buffer.alloc(end - at))
  return true
}

async function updateChecksum(picture: Picture, { at, end }: { at: number; end: number }): Promise<void> {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(await picture.read(at + 4, end)))
  await picture.write(end, sum)
}
