/** A file on its way in: written beside, on the local disk, and counted as it comes. Whatever happens, it is removed. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { derivedFromText } from '../../../schema/derived.ts'
import { GalleyError } from '../../errors.ts'

const PREFIX = 'galley-upload-'
/** What a killed process left goes after this. */
const DAY = 24 * 3600 * 1000

/** Of this process, made with its first upload. */
const folderIn = derivedFromText(async (place): Promise<string> => {
  for (const name of await readdir(place)) {
    if (!name.startsWith(PREFIX)) continue
    const left = path.join(place, name)
    const found = await stat(left).catch(() => undefined)
    if (found && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > DAY) await rm(left, { recursive: true, force: true })
  }
  return mkdtemp(path.join(place, `${PREFIX}${process.pid}-`))
}, 1)

export const tooLarge = (limit: number) => new GalleyError('TOO_LARGE', [{ field: 'file', message: `is larger than ${limit} bytes` }])

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
    // It may fail before anybody reads it; the pipeline finds out then.
    content.on('error', () => undefined)
    const into = await folderIn(tmpdir())
    await mkdir(into, { recursive: true, mode: 0o700 })
    const file = path.join(into, randomBytes(12).toString('hex'))
    let size = 0
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        if (size > limit) done(tooLarge(limit))
        else done(null, chunk)
      },
    })
    // Opened before anything can fail: what is still being opened could appear after it was removed.
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

  /** What tells its contents from others. */
  async digest(): Promise<string> {
    const hash = createHash('sha256')
    await pipeline(this.read(), hash)
    return hash.digest('hex')
  }

  /** Measures the file again, after something has changed it. */
  async remeasure(): Promise<void> {
    this.#size = (await stat(this.path)).size
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true })
  }
}
