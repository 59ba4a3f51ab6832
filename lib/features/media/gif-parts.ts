/** The frames and extensions of a GIF. Readers keep a record of each frame, on the event loop too. */
import type { Heads } from './heads.ts'
import { type Count, SMALL, type Stretch } from './part-count.ts'
import { searchParts } from './search-parts.ts'
import { unreadable } from './unreadable.ts'

const [FRAME, EXTENSION, LAST, CONTROL, APPLICATION, COMMENT] = [0x2c, 0x21, 0x3b, 0xf9, 0xff, 0xfe]
const HEAD = 13
const FRAME_HEAD = 10
/** Two bytes, the length of a name, and the name. */
const APPLICATION_HEAD = 14
/** What follows an XMP packet: it leads readers of blocks to their end, whatever bytes stand before it. */
const XMP_TRAILER = 258
/** Of metadata that is cut into blocks. */
const MOST_BLOCKS = 400
/** The names of extensions that hold metadata: of XMP, ImageMagick, signed histories and ExifTool. */
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
    // A control counts with the frame that it is for.
    if (end - at < SMALL && (label !== CONTROL || isBehindControl)) parts.step()
    isBehindControl = label === CONTROL
    at = end
  }
  if (parts.isKept) await searchParts(file, parts, { at, end: file.size })
}

/** How long a table of colours is, as its flags say. */
const colors = (flags = 0) => (flags & 0x80 ? 3 * (2 << (flags & 7)) : 0)

/** Blocks of up to 255 bytes follow one another; an empty one is the last. */
async function behindBlocks(file: Heads, from: number, content?: Stretch[]): Promise<number> {
  let at = from
  while (at < file.size) {
    if (!file.has(at, 1)) await file.load(at)
    for (let length: number; file.has(at, 1); at += 1 + length) {
      length = file.bytes[at - file.from]!
      if (length === 0) return at + 1
      if (content && content.length <= MOST_BLOCKS) content.push({ at: at + 1, end: Math.min(at + 1 + length, file.size) })
    }
  }
  return file.size
}

/** An XMP packet isn't cut into blocks; other metadata is. */
async function addMetadata(file: Heads, parts: Count, name: string, { at, end }: Stretch, content: readonly Stretch[]): Promise<void> {
  const trailer = end - XMP_TRAILER
  if (trailer > at) await file.load(trailer, XMP_TRAILER)
  const isXmp = trailer > at && file.bytes.subarray(0, 257).every((byte, index) => byte === (index === 0 ? 1 : 256 - index))
  if (isXmp) parts.add('xmp', at, trailer)
  else if (content.length > MOST_BLOCKS || !(await canFollow(file, end))) throw unreadable('has damaged metadata')
  // The first block is the name.
  else parts.join(HISTORY.test(name) ? 'manifest' : 'unread', content.slice(1))
}

/** A packet in it is found as it stands there, cut by the lengths of its blocks. */
async function addComment(file: Heads, parts: Count, whole: Stretch, content: readonly Stretch[]): Promise<void> {
  await searchParts(file, parts, whole)
  if (content.length > MOST_BLOCKS) throw unreadable('has a comment that is too long')
  parts.join('text', content)
}

async function canFollow(file: Heads, at: number): Promise<boolean> {
  if (!file.has(at, 1)) await file.load(at)
  return [FRAME, EXTENSION, LAST].includes(file.bytes[at - file.from]!)
}
