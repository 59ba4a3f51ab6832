/** Unpacks content of a file, within a limit for the whole file: a few bytes can expand to gigabytes. */
import { createInflate } from 'node:zlib'
import { GalleyError } from '../../errors.ts'
import { overfull } from './unreadable.ts'

/** Bytes of text and of color profiles, more than any program writes. */
const MOST = 8 * 1024 * 1024
const AT_ONCE = 64 * 1024

export class Unpacking {
  #left = MOST

  /** Counts content that isn't packed. */
  count(bytes: number): void {
    this.#left -= bytes
    if (this.#left < 0) throw overfull('has too much text')
  }

  /** Unpacks as much as possible. */
  async inflated(packed: Buffer): Promise<Buffer> {
    const read: Buffer[] = []
    const inflating = createInflate({ chunkSize: AT_ONCE })
    inflating.end(packed)
    try {
      for await (const piece of inflating as AsyncIterable<Buffer>) {
        this.count(piece.length)
        read.push(piece)
      }
    } catch (error) {
      // Damaged data is left to the programs that display the picture.
      if (error instanceof GalleyError) throw error
    }
    return Buffer.concat(read)
  }
}
