/** The boxes of HEIC, AVIF, JPEG XL, JPEG 2000 and videos, and the metadata that they hold or list. */
import type { Heads } from './heads.ts'
import { type Count, type MetadataKind, SMALL, type Stretch } from './part-count.ts'
import { searchParts } from './search-parts.ts'
import { overfull, unreadable } from './unreadable.ts'

const LARGEST_META = 4 * 1024 * 1024

/** Boxes that contain boxes, and boxes that contain pixels or audio. */
const CONTAINERS: readonly string[] = ['moov', 'udta', 'trak', 'mpvd', 'jp2h']
const CONTENT: readonly string[] = ['ftyp', 'mdat', 'jxlc', 'jxlp', 'jp2c']
/** Boxes that are entirely metadata, by type. */
const HELD: Readonly<Record<string, MetadataKind>> = {
  'xml ': 'xmp',
  brob: 'unread',
  jbrd: 'unread',
  CMT4: 'unread',
  '\xa9xyz': 'unread',
  loci: 'unread',
  jumb: 'manifest',
}
/** The same for boxes whose type is a 16-byte number: XMP, EXIF, IPTC (two numbers are in use), Photoshop, map location, C2PA. */
const HELD_BY_NUMBER: Readonly<Record<string, MetadataKind>> = {
  be7acfcb97a942e89c71999491e3afac: 'xmp',
  '4a706754696666457869662d3e4a5032': 'exif',
  '33c7a4d2b81d4723a0baf1a3e097ad38': 'iptc',
  '09a14e97c0b442e0bebf36df6f0ce36f': 'iptc',
  '2c4c0100850440b9a03e562148d6dfeb': 'resources',
  b14bf8bd083d4b43a5ae8cd7d5a6ce03: 'unread',
  d8fec3d61b0e483c92975828877ec481: 'manifest',
}
/** Contains the boxes of a camera. */
const CAMERA = '85c0b687820f11e08111f4ce462b6a48'
const NUMBER = 16

/** All boxes in order, with nested ones. */
export async function itemParts(file: Heads, parts: Count): Promise<void> {
  for (let at = 0; at + 8 <= file.size; ) {
    if (!file.has(at, 64)) await file.load(at)
    const box = boxAt(file.bytes, at - file.from, file.size - file.from)
    if (!box) return parts.isKept ? searchParts(file, parts, { at, end: file.size }) : undefined
    const [content, end] = [file.from + box.content, file.from + box.end]
    if (end - at < SMALL) parts.step()
    const number = box.type === 'uuid' ? file.bytes.toString('hex', box.content, box.content + NUMBER) : ''
    if (box.type === 'meta') await metaBox(file, parts, { at, end })
    else if (parts.isKept) await heldIn(file, parts, { at, content, end, type: box.type, number })
    // Readers of JPEG 2000 look for its size in nested boxes.
    at = CONTAINERS.includes(box.type) ? content : number === CAMERA ? content + NUMBER : end
  }
}

interface Held {
  at: number
  content: number
  end: number
  type: string
  number: string
}

async function heldIn(file: Heads, parts: Count, { at, content, end, type, number }: Held): Promise<void> {
  if (CONTAINERS.includes(type) || CONTENT.includes(type) || number === CAMERA) return
  const renamed = { at: at + 4, as: 'free' }
  const holds = HELD[type] ?? HELD_BY_NUMBER[number]
  if (type === 'Exif') await addExif(file, parts, content, end)
  else if (holds === 'unread' || holds === 'manifest') parts.add(holds, content, end, { renamed })
  else if (holds) parts.add(holds, content + number.length / 2, end)
  else await searchParts(file, parts, { at: content, end })
}

async function addExif(file: Heads, parts: Count, at: number, end: number): Promise<void> {
  await file.load(at, 4)
  if (file.bytes.length === 4) parts.add('exif', at + 4 + file.bytes.readUInt32BE(0), end)
}

/** In a picture it lists items; in a video it holds texts under keys. */
async function metaBox(file: Heads, parts: Count, { at, end }: Stretch): Promise<void> {
  if (end - at > LARGEST_META) throw overfull('has too much metadata')
  if (!parts.isKept) return
  await file.load(at, end - at)
  const handler = file.bytes.indexOf('hdlr') + 12
  const isOfPicture = handler < 12 || file.bytes.toString('latin1', handler, handler + 4) === 'pict'
  if (isOfPicture) await metaParts(file, parts)
  else if (/location|gps|\xa9xyz/i.test(file.bytes.toString('latin1')))
    parts.add('unread', at + 8, end, { renamed: { at: at + 4, as: 'free' } })
}

interface Box {
  type: string
  content: number
  end: number
}

/** Undefined if no box can begin here. */
function boxAt(bytes: Buffer, at: number, size: number): Box | undefined {
  if (at + 8 > bytes.length) return undefined
  const short = bytes.readUInt32BE(at)
  const isLong = short === 1 && at + 16 <= bytes.length
  const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? size - at : short
  const content = at + (isLong ? 16 : 8)
  if (length < content - at || at + length > size) return undefined
  return { type: bytes.toString('latin1', at + 4, at + 8), content, end: at + length }
}

async function metaParts(file: Heads, parts: Count): Promise<void> {
  const { bytes, from } = file
  try {
    const meta = boxAt(bytes, 0, bytes.length)
    if (!meta) throw unreadable('has a damaged list of its parts')
    const inner = new Map<string, Box>()
    for (let at = meta.content + 4; at < meta.end; ) {
      const box = boxAt(bytes, at, meta.end)
      if (!box) break
      parts.step()
      if (inner.has(box.type)) throw unreadable('lists its parts twice')
      inner.set(box.type, box)
      at = box.end
    }
    const [items, places, kept] = [inner.get('iinf'), inner.get('iloc'), inner.get('idat')]
    if (!items || !places) return
    const kinds = metadataItems(bytes, items, parts)
    if (kinds.size === 0) return
    const located = [...itemPlaces(bytes, places, kinds)]
    for (const { holds, inMeta, offset, length } of located) {
      const at = inMeta ? from + (kept?.content ?? 0) + offset : offset
      const end = length === 0 ? file.size : at + length
      if (holds === 'xmp') parts.add('xmp', at, end)
      else if (holds === 'exif') await addExif(file, parts, at, end)
      else await searchParts(file, parts, { at, end })
    }
  } catch (error) {
    throw error instanceof RangeError ? unreadable('has a damaged list of its parts') : error
  }
}

/** A thumbnail that is a JPEG may have its own metadata. */
type ItemHolds = 'exif' | 'xmp' | 'jpeg'

/** The ids of items that hold metadata. */
function metadataItems(bytes: Buffer, { content, end }: Box, parts: Count): Map<number, ItemHolds> {
  const found = new Map<number, ItemHolds>()
  let at = content + (bytes[content] === 0 ? 6 : 8)
  while (at < end) {
    const box = boxAt(bytes, at, end)
    if (!box) break
    parts.step()
    at = box.end
    if (box.type !== 'infe') continue
    const version = bytes.readUInt8(box.content)
    if (version < 2) continue
    const wide = version === 2 ? 2 : 4
    const id = bytes.readUIntBE(box.content + 4, wide)
    const type = bytes.toString('latin1', box.content + 6 + wide, box.content + 10 + wide)
    if (type === 'Exif') found.set(id, 'exif')
    else if (type === 'mime') found.set(id, 'xmp')
    else if (type === 'jpeg') found.set(id, 'jpeg')
  }
  return found
}

function* itemPlaces(bytes: Buffer, { content }: Box, kinds: ReadonlyMap<number, ItemHolds>) {
  const version = bytes.readUInt8(content)
  const sizes = bytes.readUInt16BE(content + 4)
  const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, version > 0 ? sizes & 15 : 0]
  let at = content + 6
  const number = (wide: number) => {
    const value = wide === 8 ? Number(bytes.readBigUInt64BE(at)) : wide === 0 ? 0 : bytes.readUIntBE(at, wide)
    at += wide
    return value
  }
  const wide = version < 2 ? 2 : 4
  for (let left = number(wide); left > 0; left--) {
    const id = number(wide)
    const method = version > 0 ? number(2) & 15 : 0
    at += 2
    const base = number(baseSize)
    const extents = number(2)
    const after = at + extents * (indexSize + offsetSize + lengthSize)
    const holds = kinds.get(id)
    if (holds) {
      if (extents !== 1 || method > 1) throw unreadable('keeps its metadata in pieces')
      at += indexSize
      yield { holds, inMeta: method === 1, offset: base + number(offsetSize), length: number(lengthSize) }
    }
    at = after
  }
}
