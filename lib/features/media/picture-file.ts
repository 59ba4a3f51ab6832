/** A picture file, read and written within limits: its own numbers say where to look, and a crafted file could cause endless loops. */
import type { FileHandle } from 'node:fs/promises'
import type { Stretch } from './part-count.ts'
import type { Unpacking } from './unpacking.ts'
import { unreadable } from './unreadable.ts'

/** A photo needs about 20 reads and writes; large XMP needs two per piece. */
const MOST_ACCESSES = 2400

export class PictureFile {
  readonly size: number
  readonly unpacking: Unpacking
  readonly #handle: FileHandle
  #accesses = 0
  #bytes: number
  /** How many writes changed the file. */
  changes = 0

  constructor(handle: FileHandle, size: number, unpacking: Unpacking) {
    this.#handle = handle
    this.size = size
    this.unpacking = unpacking
    this.#bytes = 4 * size + 1024 * 1024
  }

  /** Returns fewer bytes if the file ends before `end`. */
  async read({ at, end }: Stretch): Promise<Buffer> {
    const length = Math.min(end, this.size) - at
    if (length <= 0) return Buffer.alloc(0)
    this.#spend(length)
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }

  async write(at: number, bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return
    this.#spend(bytes.length)
    this.changes++
    await this.#handle.write(bytes, 0, bytes.length, at)
  }

  #spend(bytes: number): void {
    this.#bytes -= bytes
    if (++this.#accesses > MOST_ACCESSES || this.#bytes < 0) throw unreadable('has metadata that is too complicated')
  }
}
