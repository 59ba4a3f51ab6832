/** The file format of a backup: compressed, and encrypted if there is a key. Decrypted content is trusted only once its tag matches.
 * Tested by test/features/backups/backups.test.ts.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { GalleyError } from '../errors.ts'

const MAGIC = Buffer.from('GALLEYB1')
const SQLITE = Buffer.from('SQLite format 3\0')
const NONCE = 12
const TAG = 16

const keyFrom = (key: string) => createHash('sha256').update(`backup\0${key}`).digest()
const damaged = (why: string) => new GalleyError('VALIDATION', `The backup can't be used: ${why}`)

function requiredKey(key: string | undefined): string {
  if (key === undefined) throw damaged("it is encrypted; provide the key that it was created with ('backups.key')")
  return key
}

/** Compresses and encrypts `database` into `file`. */
export async function pack(database: string, file: string, key: string | undefined): Promise<void> {
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  const gzip = createGzip()
  if (key === undefined) return pipeline(createReadStream(database), gzip, out)
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(key), nonce)
  return pipeline(createReadStream(database), gzip, sealed(nonce, cipher), out)
}

/** Header, encrypted content, and the tag that authenticates it. */
function sealed(nonce: Buffer, cipher: ReturnType<typeof createCipheriv>) {
  return async function* (source: AsyncIterable<Buffer>) {
    yield Buffer.concat([MAGIC, nonce])
    for await (const chunk of source) yield cipher.update(chunk)
    yield cipher.final()
    yield (cipher as unknown as { getAuthTag(): Buffer }).getAuthTag()
  }
}

/** Restores `database` from `file`; refuses files that are damaged, truncated, or encrypted with another key. */
export async function unpack(file: string, database: string, key: string | undefined): Promise<void> {
  const found = await stat(file).catch(() => {
    throw damaged(`the file ${file} doesn't exist`)
  })
  if (found.isDirectory()) throw damaged(`${file} is a folder`)
  const { size } = found
  const head = await bytesOf(file, 0, MAGIC.length + NONCE)
  const sealKey = head.subarray(0, MAGIC.length).equals(MAGIC) ? keyFrom(requiredKey(key)) : undefined
  const out = createWriteStream(database, { flags: 'wx', mode: 0o600 })
  const unseal: Transform[] = []
  let end = size - 1
  if (sealKey) {
    const decipher = createDecipheriv('aes-256-gcm', sealKey, head.subarray(MAGIC.length))
    decipher.setAuthTag(await bytesOf(file, size - TAG, TAG))
    unseal.push(decipher as unknown as Transform)
    end = size - TAG - 1
  }
  const start = sealKey ? MAGIC.length + NONCE : 0
  const isPacked = sealKey !== undefined || (head[0] === 0x1f && head[1] === 0x8b)
  const steps = [...unseal, ...(isPacked ? [createGunzip()] : [])]
  try {
    await pipeline([createReadStream(file, { start, end: Math.max(start, end) }), ...steps, out])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error
    throw damaged(sealKey ? 'it is damaged, or the key is wrong' : 'it is damaged')
  }
  if (!(await bytesOf(database, 0, SQLITE.length)).equals(SQLITE)) throw damaged('it is not a database')
}

async function bytesOf(file: string, at: number, length: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, Math.max(0, at))
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
