/** Walks through the parts of a picture: how many there are, and which hold EXIF and XMP. It reads heads only, and never changes a byte. */
import { type FileHandle, open } from 'node:fs/promises'
import { badRequest } from '../../errors.ts'
import { expectShortDirectories, overfull, type Stretch } from './exif-directories.ts'
import { gifParts } from './gif-parts.ts'
import { Heads } from './heads.ts'
import { Count, type Part, SMALL } from './part-count.ts'

/** Photos have one or two EXIF parts. Large XMP comes in pieces of 64 KiB. */
const MOST_PARTS = { exif: 50, packed: 50, xmp: 500 }

/** Thrown when the location can't be removed for certain. */
export const unreadable = (why: string) =>
  badRequest(`${why}, so the location can't be removed from it; save it again with another program`, 'file')

/** Refuses a picture of more parts than any program writes. Libraries take their time over each, some of it on the event loop. */
export async function expectFewParts(path: string): Promise<void> {
  const handle = await open(path)
  try {
    const exif = new ExifParts()
    await walk(await Heads.opened(handle, (await handle.stat()).size), exif)
    for (const part of exif.found) await expectShortDirectories(handle, part)
  } finally {
    await handle.close()
  }
}

/** Every metadata part of the file, in a list of limited length. */
export async function metadataParts(handle: FileHandle, size: number): Promise<Part[]> {
  const file = await Heads.opened(handle, size)
  const parts = new Parts(size)
  if (!(await walk(file, parts))) await searchParts(file, parts)
  return parts.found
}

/** False where the format doesn't say which parts hold metadata. */
async function walk(file: Heads, parts: Count): Promise<boolean> {
  const text = file.bytes.toString('latin1', 0, 12)
  if (text.startsWith('\x89PNG\r\n\x1a\n')) await pngParts(file, parts)
  else if (text.startsWith('\xff\xd8\xff')) await jpegParts(file, parts)
  else if (text.startsWith('RIFF') && text.endsWith('WEBP')) await webpParts(file, parts)
  else if (/^(II[*+]\0|MM\0[*+])/.test(text)) parts.add('exif', 0, file.size)
  else if (text.startsWith('GIF8')) return gifParts(file, parts)
  else if (text.startsWith('icns')) return iconParts(file, parts)
  else return /^.{4}(ftyp|JXL |jP {2})/s.test(text) && itemParts(file, parts)
  return true
}

class ExifParts extends Count {
  readonly found: Stretch[] = []

  override add(holds: Part['holds'], at: number, end: number): void {
    if (holds !== 'exif' || at >= end) return
    if (this.found.push({ at, end }) > MOST_PARTS.exif) throw overfull('has too many metadata parts')
  }
}

class Parts extends Count {
  override readonly isKept = true
  readonly found: Part[] = []
  readonly #size: number
  readonly #counts = { exif: 0, packed: 0, xmp: 0 }
  #bytes = 0

  constructor(size: number) {
    super()
    this.#size = size
  }

  override add(holds: Part['holds'], at: number, end: number, chunk?: Part['chunk']): void {
    if (at >= end || end > this.#size) return
    if (++this.#counts[holds] > MOST_PARTS[holds]) throw unreadable('has too many metadata parts')
    // Parts of a sound file don't overlap.
    this.#bytes += holds === 'exif' ? 0 : end - at
    if (this.#bytes > this.#size) throw unreadable('has metadata parts that overlap')
    this.found.push({ holds, at, end, ...(chunk && { chunk }) })
  }
}

const code = (name: string) => Buffer.from(name, 'latin1').readUInt32BE()
const [EXIF_CHUNK, ITXT, TEXT, ZTXT, PIXELS, FRAME] = ['eXIf', 'iTXt', 'tEXt', 'zTXt', 'IDAT', 'fdAT'].map(code)

async function pngParts(file: Heads, parts: Count): Promise<void> {
  for (let at = 8; at + 12 <= file.size; ) {
    if (!file.has(at, 8)) await file.load(at)
    const length = file.bytes.readUInt32BE(at - file.from)
    const type = file.bytes.readUInt32BE(at - file.from + 4)
    const end = at + 8 + length
    if (end + 4 > file.size) return
    if (length < SMALL || (type !== PIXELS && type !== FRAME)) parts.step()
    if (type === EXIF_CHUNK) parts.add('exif', at + 8, end, { at, end })
    else if (type === ITXT || type === TEXT || type === ZTXT) {
      if (!file.has(at, Math.min(8 + length, 128))) await file.load(at)
      const holds = textHolds(file.bytes.toString('latin1', at - file.from + 8, at - file.from + 8 + Math.min(length, 100)), type)
      if (holds) parts.add(holds, at + 8, end, { at, end })
    }
    at = end + 4
  }
}

/** What stands in a text chunk, told by its keyword. Titles and comments are left alone. */
function textHolds(text: string, type: number): Part['holds'] | undefined {
  const keyword = text.slice(0, Math.max(0, text.indexOf('\0')))
  if (/^Raw profile type (exif|APP1|xmp)$/i.test(keyword)) return 'packed'
  if (keyword !== 'XML:com.adobe.xmp') return undefined
  return type === ZTXT || (type === ITXT && text[keyword.length + 1] === '\x01') ? 'packed' : 'xmp'
}

const EXIF_MARK = 'Exif\0\0'
const XMP_MARK = 'http://ns.adobe.com/x'
const SECOND_PICTURE = Buffer.from([0xff, 0xd8, 0xff])

/** Also the pictures that phones append to the first one. */
async function jpegParts(file: Heads, parts: Count): Promise<void> {
  for (let at = 2; at + 4 <= file.size; ) {
    if (!file.has(at, 4)) await file.load(at)
    const { bytes, from } = file
    const found = nextMarker(bytes, at - from)
    if (found + 4 > bytes.length) {
      at = from + Math.max(found, at - from + 1)
      if (at + 4 <= file.size) await file.load(at)
      continue
    }
    const marker = bytes[found + 1]!
    at = from + found + 2
    if (marker === BEGIN || marker === END) {
      parts.step()
      if (marker === END) at = await nextPicture(file, at)
      continue
    }
    const end = at + bytes.readUInt16BE(found + 2)
    if (end - at < SMALL) parts.step()
    if (marker === APP1) {
      if (!file.has(at, 32)) await file.load(at)
      const head = file.bytes.toString('latin1', at - file.from + 2, at - file.from + 32)
      if (head.startsWith(EXIF_MARK)) parts.add('exif', at + 2 + EXIF_MARK.length, end)
      else if (head.startsWith(XMP_MARK)) parts.add('xmp', at + 2, end)
    }
    at = end
  }
}

const [BEGIN, END, APP1] = [0xd8, 0xd9, 0xe1]

/** Steps over pixels, padding and restart marks; the length of the window where nothing else follows. */
function nextMarker(bytes: Buffer, from: number): number {
  let at = from
  for (; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
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

async function webpParts(file: Heads, parts: Count): Promise<void> {
  const [exif, xmp] = ['EXIF', 'XMP '].map(code)
  for (let at = 12; at + 8 <= file.size; ) {
    if (!file.has(at, 14)) await file.load(at)
    const here = at - file.from
    const type = file.bytes.readUInt32BE(here)
    const length = file.bytes.readUInt32LE(here + 4)
    const end = Math.min(at + 8 + length, file.size)
    if (length < SMALL) parts.step()
    if (type === exif) parts.add('exif', at + 8 + (file.bytes.toString('latin1', here + 8, here + 14) === EXIF_MARK ? 6 : 0), end)
    else if (type === xmp) parts.add('xmp', at + 8, end)
    at = end + (length % 2)
  }
}

/** The icons of a Mac, each in a part of its own. */
async function iconParts(file: Heads, parts: Count): Promise<boolean> {
  for (let at = 8; at + 8 <= file.size; ) {
    if (!file.has(at, 8)) await file.load(at)
    parts.step()
    at += Math.max(8, file.bytes.readUInt32BE(at - file.from + 4))
  }
  return false
}

const LARGEST_META = 4 * 1024 * 1024

/** HEIC, AVIF, JPEG XL and JPEG 2000: the box `meta` lists items and where they lie. False where there is none. */
async function itemParts(file: Heads, parts: Count): Promise<boolean> {
  let isFound = false
  for (let at = 0; at + 8 <= file.size; ) {
    if (!file.has(at, 16)) await file.load(at)
    const box = boxAt(file.bytes, at - file.from, file.size - file.from)
    if (!box) break
    const end = file.from + box.end
    if (end - at < SMALL) parts.step()
    if (box.type === 'meta') {
      if (end - at > LARGEST_META) throw overfull('has too much metadata')
      if (parts.isKept) {
        await file.load(at, end - at)
        await metaParts(file, parts)
      }
      isFound = true
    }
    // Readers of JPEG 2000 look for its size in the boxes inside.
    at = box.type === 'jp2h' ? file.from + box.content : end
  }
  return isFound
}

interface Box {
  type: string
  content: number
  end: number
}

/** Nothing where no box can begin. */
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
    const meta = boxAt(bytes, 0, bytes.length)!
    const inner = new Map<string, Box>()
    for (let at = meta.content + 4; at < meta.end; ) {
      const box = boxAt(bytes, at, meta.end)
      if (!box) break
      parts.step()
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
      if (holds === 'xmp') {
        parts.add('xmp', at, end)
        continue
      }
      await file.load(at, 4)
      if (file.bytes.length === 4) parts.add('exif', at + 4 + file.bytes.readUInt32BE(0), end)
    }
  } catch (error) {
    throw error instanceof RangeError ? unreadable('has a damaged list of its parts') : error
  }
}

/** The ids of items that hold metadata. */
function metadataItems(bytes: Buffer, { content, end }: Box, parts: Count): Map<number, 'exif' | 'xmp'> {
  const found = new Map<number, 'exif' | 'xmp'>()
  let at = content + (bytes[content] === 0 ? 6 : 8)
  while (at < end) {
    const box = boxAt(bytes, at, end)
    if (!box) break
    parts.step()
    at = box.end
    const version = bytes[box.content]!
    if (box.type !== 'infe' || version < 2) continue
    const wide = version === 2 ? 2 : 4
    const id = bytes.readUIntBE(box.content + 4, wide)
    const type = bytes.toString('latin1', box.content + 6 + wide, box.content + 10 + wide)
    if (type === 'Exif') found.set(id, 'exif')
    else if (type === 'mime') found.set(id, 'xmp')
  }
  return found
}

function* itemPlaces(bytes: Buffer, { content }: Box, kinds: ReadonlyMap<number, 'exif' | 'xmp'>) {
  const version = bytes[content]!
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

const TIFF_HEADS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')]
const PACKET = Buffer.from('<x:xmpmeta', 'latin1')
const PACKET_END = Buffer.from('</x:xmpmeta', 'latin1')
const SEARCH_WINDOW = 1024 * 1024
/** Metadata of one kind is no longer than what two windows share. */
const OVERLAP = 128 * 1024

/** Other formats, such as GIF and camera files: anything that begins like EXIF or XMP. */
async function searchParts(file: Heads, parts: Parts): Promise<void> {
  for (let from = 0; from < file.size; from += SEARCH_WINDOW) {
    await file.load(from, SEARCH_WINDOW + OVERLAP)
    const { bytes } = file
    for (const head of TIFF_HEADS)
      for (let at = bytes.indexOf(head); at >= 0 && at < SEARCH_WINDOW; at = bytes.indexOf(head, at + 4))
        parts.add('exif', from + at, Math.min(from + at + OVERLAP, file.size))
    for (let at = bytes.indexOf(PACKET); at >= 0 && at < SEARCH_WINDOW; ) {
      const end = bytes.indexOf(PACKET_END, at)
      parts.add('xmp', from + at, from + (end < 0 ? bytes.length : end))
      at = end < 0 ? -1 : bytes.indexOf(PACKET, end)
    }
  }
}
