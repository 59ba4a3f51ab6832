/** Walks through the parts of a picture: how many there are, and which hold metadata. It reads only heads, and never changes a byte. */
import { type FileHandle, open } from 'node:fs/promises'
import { beginsDirectories, expectShortDirectories } from './exif-directories.ts'
import { gifParts } from './gif-parts.ts'
import { Heads } from './heads.ts'
import { itemParts } from './item-parts.ts'
import { jpegParts } from './jpeg-parts.ts'
import { Count, type MetadataKind, type PackedText, type Part, SMALL, type Stretch } from './part-count.ts'
import { pngParts } from './png-parts.ts'
import { searchParts } from './search-parts.ts'
import { Unpacking } from './unpacking.ts'
import { overfull, unreadable } from './unreadable.ts'

/** Photos have one or two EXIF parts. Large XMP comes in pieces of 64 KiB. */
const MOST_PARTS: Record<MetadataKind, number> = {
  exif: 50,
  iptc: 50,
  resources: 500,
  drawing: 1,
  manifest: 500,
  text: 1000,
  packed: 1000,
  unread: 500,
  xmp: 500,
}

/** Refuses a picture with more parts than any program writes. Libraries spend time on each, some of it on the event loop. */
export async function expectFewParts(path: string): Promise<void> {
  const handle = await open(path)
  try {
    const costly = new CostlyParts()
    await walk(await Heads.opened(handle, (await handle.stat()).size), costly)
    for (const part of costly.exif) await expectShortDirectories(handle, part)
    await expectLittleText(handle, costly.texts)
  } finally {
    await handle.close()
  }
}

/** A library unpacks all of it, and copies it on the event loop. */
async function expectLittleText(handle: FileHandle, texts: readonly PackedText[]): Promise<void> {
  const unpacking = new Unpacking()
  for (const { at, end } of texts) unpacking.count(end - at)
  for (const { end, packedAt } of texts) {
    if (packedAt >= end) continue
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - packedAt), 0, end - packedAt, packedAt)
    await unpacking.inflated(buffer.subarray(0, bytesRead))
  }
}

/** All metadata parts of the file, in a list of limited length. */
export async function metadataParts(handle: FileHandle, size: number): Promise<Part[]> {
  const file = await Heads.opened(handle, size)
  const parts = new Parts(size)
  await walk(file, parts)
  // A thumbnail can have its own metadata.
  const exif = parts.found.filter(({ holds, pieces: [first] }) => holds === 'exif' && first !== undefined && first.at > 0)
  for (const { pieces } of exif) for (const { at, end } of pieces) await searchParts(file, parts, { at: at + TIFF_HEAD, end })
  return parts.found
}

const TIFF_HEAD = 8

async function walk(file: Heads, parts: Count): Promise<void> {
  const text = file.bytes.toString('latin1', 0, 12)
  const whole = { at: 0, end: file.size }
  if (text.startsWith('\x89PNG\r\n\x1a\n')) await pngParts(file, parts)
  else if (text.startsWith('\xff\xd8\xff')) await jpegParts(file, parts)
  else if (text.startsWith('RIFF') && text.endsWith('WEBP')) await webpParts(file, parts)
  else if (text.startsWith('GIF8')) await gifParts(file, parts)
  else if (text.startsWith('icns')) await iconParts(file, parts)
  else if (text.startsWith('8BPS')) await photoshopParts(file, parts)
  else if (/^.{4}(ftyp|JXL |jP {2})/s.test(text)) await itemParts(file, parts)
  else if (/^(?:\xef\xbb\xbf)?\s*</.test(text)) parts.add('drawing', 0, file.size)
  else {
    if (beginsDirectories(text)) parts.add('exif', 0, file.size)
    // Camera files contain pictures with their own metadata.
    if (parts.isKept) await searchParts(file, parts, beginsDirectories(text) ? { at: TIFF_HEAD, end: file.size } : whole)
  }
}

class CostlyParts extends Count {
  readonly exif: Stretch[] = []
  readonly texts: PackedText[] = []

  override addText(text: PackedText): void {
    if (this.texts.push(text) > MOST_PARTS.text) throw overfull('has too many parts')
  }

  override add(holds: MetadataKind, at: number, end: number): void {
    if (holds !== 'exif' || at >= end) return
    if (this.exif.push({ at, end }) > MOST_PARTS.exif) throw overfull('has too many metadata parts')
  }
}

class Parts extends Count {
  override readonly isKept = true
  readonly found: Part[] = []
  readonly #size: number
  readonly #counts = new Map<MetadataKind, number>()
  /** Where parts begin, since one may be found in two ways. */
  readonly #begun = new Set<string>()
  #bytes = 0

  constructor(size: number) {
    super()
    this.#size = size
  }

  override add(holds: MetadataKind, at: number, end: number, more: Pick<Part, 'chunk' | 'renamed'> = {}): void {
    if (at >= end || end > this.#size || this.#begun.size === this.#begun.add(`${holds} ${at}`).size) return
    this.join(holds, [{ at, end }], more)
  }

  override join(holds: MetadataKind, pieces: readonly Stretch[], more: Pick<Part, 'chunk' | 'renamed'> = {}): void {
    const count = (this.#counts.get(holds) ?? 0) + pieces.length
    this.#counts.set(holds, count)
    if (count > MOST_PARTS[holds]) throw unreadable('has too many metadata parts')
    // Parts of a valid file don't overlap, but one may be found in two ways.
    if (holds !== 'exif' && holds !== 'text') for (const { at, end } of pieces) this.#bytes += end - at
    if (this.#bytes > 2 * this.#size) throw unreadable('has metadata parts that overlap')
    this.found.push({ holds, pieces, ...more })
  }
}

const code = (name: string) => Buffer.from(name, 'latin1').readUInt32BE()
const EXIF_MARK = 'Exif\0\0'

/** The position, size and duration of a frame; its own chunks follow. */
const FRAME_HEAD = 16

async function webpParts(file: Heads, parts: Count): Promise<void> {
  const [exif, xmp, manifest] = ['EXIF', 'XMP ', 'C2PA'].map(code)
  const pixels = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ICCP'].map(code)
  const frame = code('ANMF')
  let at = 12
  while (at + 8 <= file.size) {
    if (!file.has(at, 14)) await file.load(at)
    const here = at - file.from
    const type = file.bytes.readUInt32BE(here)
    const length = file.bytes.readUInt32LE(here + 4)
    const end = Math.min(at + 8 + length, file.size)
    if (length < SMALL) parts.step()
    if (type === frame) {
      at += 8 + FRAME_HEAD
      continue
    }
    if (type === exif) parts.add('exif', at + 8 + (file.bytes.toString('latin1', here + 8, here + 14) === EXIF_MARK ? 6 : 0), end)
    else if (type === xmp) parts.add('xmp', at + 8, end)
    else if (type === manifest) parts.add('manifest', at + 8, end, { renamed: { at, as: 'JUNK' } })
    else if (parts.isKept && !pixels.includes(type)) await searchParts(file, parts, { at: at + 8, end })
    at = end + (length % 2)
  }
}

/** The icons of a Mac, each in its own part. */
async function iconParts(file: Heads, parts: Count): Promise<void> {
  for (let at = 8; at + 8 <= file.size; ) {
    if (!file.has(at, 8)) await file.load(at)
    parts.step()
    at += Math.max(8, file.bytes.readUInt32BE(at - file.from + 4))
  }
  if (parts.isKept) await searchParts(file, parts, { at: 8, end: file.size })
}

/** After the head of 26 bytes come colors, then the resources. */
async function photoshopParts(file: Heads, parts: Count): Promise<void> {
  const colors = file.bytes.length < 30 ? 0 : file.bytes.readUInt32BE(26)
  const at = 30 + colors
  if (at + 4 > file.size) return
  await file.load(at, 4)
  const end = at + 4 + file.bytes.readUInt32BE(0)
  if (end > file.size) return
  parts.add('resources', at + 4, end)
  if (parts.isKept) await searchParts(file, parts, { at: end, end: file.size })
}
