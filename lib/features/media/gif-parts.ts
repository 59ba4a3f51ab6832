/** The frames and extensions of a GIF. Readers keep a record of each frame, on the event loop too. */
import type { Heads } from './heads.ts'
import { type Count, SMALL } from './part-count.ts'

const [FRAME, EXTENSION, CONTROL] = [0x2c, 0x21, 0xf9]
const HEAD = 13
const FRAME_HEAD = 10

/** False: the format doesn't say which parts hold metadata. */
export async function gifParts(file: Heads, parts: Count): Promise<boolean> {
  let isBehindControl = false
  for (let at = HEAD + colors(file.bytes[10]); at + FRAME_HEAD <= file.size; ) {
    if (!file.has(at, FRAME_HEAD)) await file.load(at)
    const kind = file.bytes[at - file.from]
    if (kind !== FRAME && kind !== EXTENSION) break
    const isControl = kind === EXTENSION && file.bytes[at - file.from + 1] === CONTROL
    const blocks = at + (kind === EXTENSION ? 2 : FRAME_HEAD + colors(file.bytes[at - file.from + FRAME_HEAD - 1]) + 1)
    const end = await behindBlocks(file, blocks)
    // A control counts with the frame that it is for.
    if (end - at < SMALL && (!isControl || isBehindControl)) parts.step()
    isBehindControl = isControl
    at = end
  }
  return false
}

/** How long a table of colours is, as its flags say. */
const colors = (flags = 0) => (flags & 0x80 ? 3 * (2 << (flags & 7)) : 0)

/** Blocks of up to 255 bytes follow one another; an empty one is the last. */
async function behindBlocks(file: Heads, from: number): Promise<number> {
  let at = from
  while (at < file.size) {
    if (!file.has(at, 1)) await file.load(at)
    for (let length: number; file.has(at, 1); at += 1 + length) {
      length = file.bytes[at - file.from]!
      if (length === 0) return at + 1
    }
  }
  return file.size
}
