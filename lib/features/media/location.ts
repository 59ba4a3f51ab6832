/** Takes the place where a picture was made out of its metadata. In place: no byte moves, so that every container stays whole. */
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

const WINDOW = 1024 * 1024
/** Metadata of one kind is no longer than what two windows share. */
const OVERLAP = 128 * 1024
const GPS_POINTER = 0x8825

/** Blanks the GPS part of EXIF data and the location properties of XMP, wherever they lie in the file. */
export async function removeLocation(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    const { size } = await handle.stat()
    let touched = false
    for (let at = 0; at < size; at += WINDOW) {
      const bytes = Buffer.alloc(Math.min(WINDOW + OVERLAP, size - at))
      await handle.read(bytes, 0, bytes.length, at)
      const changes = [blankExif(bytes), blankXmp(bytes)]
      if (!changes.includes(true)) continue
      touched = true
      await handle.write(bytes, 0, bytes.length, at)
    }
    if (touched) await mendChecksums(handle, size)
  } finally {
    await handle.close()
  }
}

const HEADS = [Buffer.from('II*\0'), Buffer.from('MM\0*')]

function blankExif(bytes: Buffer): boolean {
  let isChanged = false
  for (const [index, head] of HEADS.entries()) {
    for (let at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 4))
      if (blankGps(bytes.subarray(at), index === 0)) isChanged = true
  }
  return isChanged
}

/** The entries of the GPS directory, and what they point to. */
function blankGps(tiff: Buffer, isLittle: boolean): boolean {
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = (at: number): number[] => {
    if (at + 2 > tiff.length) return []
    const entries = Array.from({ length: short(at) }, (_, index) => at + 2 + index * 12)
    return entries.length > 500 ? [] : entries.filter((entry) => entry + 12 <= tiff.length)
  }
  if (tiff.length < 8) return false
  const pointer = directory(long(4)).find((entry) => short(entry) === GPS_POINTER && long(entry + 4) === 1)
  if (pointer === undefined) return false
  for (const entry of directory(long(pointer + 8))) {
    const length = (SIZES[short(entry + 2)] ?? 0) * long(entry + 4)
    const value = long(entry + 8)
    if (length > 4 && length < 4096 && value + length <= tiff.length) tiff.fill(0, value, value + length)
    tiff.fill(0, entry + 8, entry + 12)
  }
  return true
}

/** Bytes of one value, by its type in TIFF. */
const SIZES: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

const XMP = /((?:exif:GPS\w+|photoshop:(?:City|State|Country)|Iptc4xmpCore:(?:Location|CountryCode))(?:\s*=\s*(["'])|>))([^"'<]*)/g

function blankXmp(bytes: Buffer): boolean {
  const start = bytes.indexOf('<x:xmpmeta')
  if (start < 0) return false
  let isChanged = false
  const text = bytes.subarray(start).toString('latin1')
  for (const found of text.matchAll(XMP)) {
    if (found[3] === '') continue
    const at = start + found.index + found[1]!.length
    bytes.fill(0x20, at, at + found[3]!.length)
    isChanged = true
  }
  return isChanged
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const METADATA_CHUNKS = ['eXIf', 'iTXt', 'tEXt', 'zTXt']

/** The chunks of a PNG carry checksums. */
async function mendChecksums(handle: FileHandle, size: number): Promise<void> {
  const head = Buffer.alloc(8)
  await handle.read(head, 0, 8, 0)
  if (!head.equals(PNG)) return
  for (let at = 8; at + 12 <= size; ) {
    await handle.read(head, 0, 8, at)
    const length = head.readUInt32BE(0)
    if (at + 12 + length > size) return
    if (METADATA_CHUNKS.includes(head.toString('latin1', 4, 8))) {
      const chunk = Buffer.alloc(4 + length)
      await handle.read(chunk, 0, chunk.length, at + 4)
      const sum = Buffer.alloc(4)
      sum.writeUInt32BE(crc32(chunk))
      await handle.write(sum, 0, 4, at + 8 + length)
    }
    at += 12 + length
  }
}
