/** Reads a file window by window. Formats with millions of tiny parts cost one read per window, not per part. */
import type { FileHandle } from 'node:fs/promises'

const WINDOW = 64 * 1024

export class Heads {
  readonly size: number
  readonly #handle: FileHandle
  bytes: Buffer = Buffer.alloc(0)
  /** The position of the window. */
  from = 0

  private constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  static async opened(handle: FileHandle, size: number): Promise<Heads> {
    const heads = new Heads(handle, size)
    await heads.load(0)
    return heads
  }

  has(at: number, length: number): boolean {
    return at >= this.from && at + length <= this.from + this.bytes.length
  }

  async load(at: number, length = WINDOW): Promise<void> {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, this.size - at)))
    const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, at)
    this.bytes = bytes.subarray(0, bytesRead)
    this.from = at
  }
}
