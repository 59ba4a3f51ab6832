/** An uploaded file in a temporary file on the local disk, counted as it arrives. It is removed whatever happens. */

import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { derivedFromText } from '../../../schema/derived.ts'
import { because } from '../../../schema/reasons.ts'
import { badRequest, GalleyError } from '../../errors.ts'

const PREFIX = 'galley-upload-'
/** Files left by a killed process are removed after this time. */
const DAY = 24 * 3600 * 1000

/** This process's folder, created with its first upload. */
const folderIn = derivedFromText(async (place): Promise<string> => {
  for (const name of await readdir(place)) {
    if (!name.startsWith(PREFIX)) continue
    const left = path.join(place, name)
    const found = await stat(left).catch(() => undefined)
    if (found && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > DAY) await rm(left, { recursive: true, force: true })
  }
  return mkdtemp(path.join(place, `${PREFIX}${process.pid}-`))
}, 1)

export const tooLarge = (limit: number) => new GalleyError('TOO_LARGE', [{ field: 'file', ...because('file-too-large', { limit }) }])

export class Spool {
  readonly path: string
  #size: number

  private constructor(file: string, size: number) {
    this.path = file
    this.#size = size
  }

  get size(): number {
    return this.#size
  }

  /** Reads to the end, or to the first byte beyond the limit. */
  static async of(content: Readable, limit: number): Promise<Spool> {
    // The stream may fail before it is read; the pipeline reports the error then.
    content.on('error', () => undefined)
    const into = await folderIn(tmpdir())
    await mkdir(into, { recursive: true, mode: 0o700 })
    const file = path.join(into, randomBytes(12).toString('hex'))
    let size = 0
    const counting = new Transform({
      // Streams of objects belong to the caller's code; in this mode they fail here, and not outside of the pipeline.
      writableObjectMode: true,
      transform(chunk: unknown, _encoding, done) {
        if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) return done(badRequest('must consist of bytes or text', 'content'))
        size += Buffer.byteLength(chunk)
        if (size > limit) done(tooLarge(limit))
        else done(null, chunk)
      },
    })
    // Opened before anything can fail: a file that is still being opened could appear after its removal.
    const handle = await open(file, 'wx', 0o600)
    try {
      await pipeline(content, counting, handle.createWriteStream())
    } catch (error) {
      await rm(file, { force: true })
      throw error
    }
    return new Spool(file, size)
  }

  read(): Readable {
    return createReadStream(this.path)
  }

  whole(): Promise<Buffer> {
    return readFile(this.path)
  }

  /** A digest that identifies the contents. */
  async digest(): Promise<string> {
    const hash = createHash('sha256')
    await pipeline(this.read(), hash)
    return hash.digest('hex')
  }

  /** Measures the file again after it was changed. */
  async remeasure(): Promise<void> {
    this.#size = (await stat(this.path)).size
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true })
  }
}
