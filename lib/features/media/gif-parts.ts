/** The frames and extensions of a GIF. Readers keep a record of each frame, some on the event loop. */
import type { Heads } from './heads.ts'
import { type Count, SMALL, type Stretch } from './part-count.ts'
import { searchParts } from './search-parts.ts'
import { unreadable } from './unreadable.ts'

const [FRAME, EXTENSION, LAST, CONTROL, APPLICATION, COMMENT] = [0x2c, 0x21, 0x3b, 0xf9, 0xff, 0xfe]
const HEAD = 13
const FRAME_HEAD = 10
/** Two bytes, the length of the name, and the name. */
const APPLICATION_HEAD = 14
/** The bytes after an XMP packet: they lead readers of blocks to their end, whatever bytes come before. */
const XMP_TRAILER = 258
/** For metadata that is split into blocks. */
const MOST_BLOCKS = 400
/** Names of extensions that hold metadata: XMP, ImageMagick, signed histories and ExifTool. */
const METADATA = /^(?:XMP Data|MGK|C2PA|EXIF)/i
const HISTORY = /^C2PA/i

export async function gifParts(file: Heads, parts: Count): Promise<void> {
  let isBehindControl = false
  let at = HEAD + colors(file.bytes[10])
  while (at + FRAME_HEAD <= file.size) {
    if (!file.has(at, APPLICATION_HEAD)) await file.load(at)
    const kind = file.bytes[at - file.from]
    if (kind !== FRAME && kind !== EXTENSION) break
    const label = kind === EXTENSION ? file.bytes[at - file.from + 1] : undefined
    const name = label === APPLICATION ? file.bytes.toString('latin1', at - file.from + 3, at - file.from + APPLICATION_HEAD) : ''
    const blocks = at + (kind === EXTENSION ? 2 : FRAME_HEAD + colors(file.bytes[at - file.from + FRAME_HEAD - 1]) + 1)
    const isComment = label === COMMENT
    const content: Stretch[] | undefined = parts.isKept && (isComment || METADATA.test(name)) ? [] : undefined
    const end = await behindBlocks(file, blocks, content)
    if (content && isComment) await addComment(file, parts, { at: blocks, end }, content)
    else if (content) await addMetadata(file, parts, name, { at: at + APPLICATION_HEAD, end }, content)
    // A control extension counts with the frame that it is for.
    if (end - at < SMALL && (label !== CONTROL || isBehindControl)) parts.step()
    isBehindControl = label === CONTROL
    at = end
  }
  if (parts.isKept) await searchParts(file, parts, { at, end: file.size })
}

/** The length of a color table, by its flags. */
const colors = (flags = 0) => (flags & 0x80 ? 3 * (2 << (flags & 7)) : 0)

/** Blocks of up to 255 bytes follow each other; an empty one ends the list. */
async function behindBlocks(file: Heads, from: number, content?: Stretch[]): Promise<number> {
  let at = from
  while (at < file.size) {
    if (!file.has(at, 1)) await file.load(at)
    for (let length: number; file.has(at, 1); at += 1 + length) {
      length = file.bytes.readUInt8(at - file.from)
      if (length === 0) return at + 1
      if (content && content.length <= MOST_BLOCKS) content.push({ at: at + 1, end: Math.min(at + 1 + length, file.size) })
    }
  }
  return file.size
}

/** An XMP packet isn't split into blocks; other metadata is. */
async function addMetadata(file: Heads, parts: Count, name: string, { at, end }: Stretch, content: readonly Stretch[]): Promise<void> {
  const trailer = end - XMP_TRAILER
  if (trailer > at) await file.load(trailer, XMP_TRAILER)
  const isXmp = trailer > at && file.bytes.subarray(0, 257).every((byte, index) => byte === (index === 0 ? 1 : 256 - index))
  if (isXmp) parts.add('xmp', at, trailer)
  else if (content.length > MOST_BLOCKS || !(await canFollow(file, end))) throw unreadable('has damaged metadata')
  // The first block is the name.
  else parts.join(HISTORY.test(name) ? 'manifest' : 'unread', content.slice(1))
}

/** A packet in a comment is found as it is, split by the length bytes of the blocks. */
async function addComment(file: Heads, parts: Count, whole: Stretch, content: readonly Stretch[]): Promise<void> {
  await searchParts(file, parts, whole)
  if (content.length > MOST_BLOCKS) throw unreadable('has a comment that is too long')
  parts.join('text', content)
}

async function canFollow(file: Heads, at: number): Promise<boolean> {
  if (!file.has(at, 1)) await file.load(at)
  const next = file.bytes[at - file.from]
  return next !== undefined && [FRAME, EXTENSION, LAST].includes(next)
}
