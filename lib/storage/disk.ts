/** Stores files on the local disk. Each is written and flushed under a temporary name, then renamed, so it appears only when complete.
 * Tested by test/storage/contract.test.ts.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream, type Dirent } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { JsonSchema } from '../../schema/document.ts'
import { adapterWith } from '../checked-adapter.ts'
import { closed, text } from '../option-schemas.ts'
import type { ListedFile, StorageAdapter } from './contract.ts'

/** The folder for unfinished files; remains of a killed process are removed after a day. */
const INCOMING = '.incoming'
const DAY = 24 * 3600 * 1000

/** The options of `disk()`. */
export interface DiskOptions {
  /** The folder; created when it is first needed. */
  dir: string
}

const fields: Record<keyof DiskOptions, JsonSchema> = { dir: { ...text, description: "the path of a folder, such as 'uploads'" } }
const SCHEMA: JsonSchema = { ...closed(fields, ['dir']), description: "an object such as { dir: 'uploads' }" }

/**
 * Stores uploads in a folder of the local disk, for `upload.storage`. This is the default, with the folder `upload.dir`.
 *
 * @example
 * const upload = { storage: disk({ dir: '/var/lib/site/media' }) }
 */
export function disk(options: DiskOptions): StorageAdapter {
  return adapterWith(options, SCHEMA, inFolder)
}

function inFolder({ dir }: DiskOptions): StorageAdapter {
  const root = path.resolve(dir)
  const incoming = path.join(root, INCOMING)
  let ready: Promise<void> | undefined

  const placeOf = (key: string): string => {
    const place = path.join(root, key)
    if (!place.startsWith(root + path.sep) || key.includes('\0') || key.startsWith(INCOMING))
      throw new Error(`not a valid file key: ${key}`)
    return place
  }

  return {
    name: 'disk',

    async put(key, content) {
      const place = placeOf(key)
      ready ??= prepare(incoming).catch((error) => {
        ready = undefined
        throw unwritable(root, error)
      })
      await ready
      const beside = path.join(incoming, randomBytes(12).toString('hex'))
      // Opened before anything can fail: a file still being opened could appear after it was removed.
      const handle = await open(beside, 'wx')
      try {
        await pipeline(content, handle.createWriteStream({ flush: true }))
        await mkdir(path.dirname(place), { recursive: true })
        await rename(beside, place)
        await writeThrough(path.dirname(place))
      } catch (error) {
        await rm(beside, { force: true })
        throw error
      }
    },

    async get(key, { start, end } = {}) {
      const file = await open(placeOf(key), 'r').catch(absent)
      if (!file) return null
      const { size } = await file.stat()
      const range = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) }
      return { stream: createReadStream('', { fd: file, ...range }), size }
    },

    async delete(key) {
      await rm(placeOf(key), { force: true })
    },

    list: (prefix) => filesBelow(root, '', prefix),
  }
}

/** The log says how to fix it; the uploader sees only that something went wrong. */
function unwritable(folder: string, error: NodeJS.ErrnoException): Error {
  if (!['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(error.code ?? '')) return error
  return new Error(
    `The upload folder ${folder} can't be written to (${error.code}): allow this user to write there, or choose another one with upload.dir`,
    { cause: error },
  )
}

async function prepare(incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true })
  for (const name of await readdir(incoming)) {
    const file = path.join(incoming, name)
    const found = await stat(file).catch(absent)
    if (found && Date.now() - found.mtimeMs > DAY) await rm(file, { force: true })
  }
}

/** A rename survives a power failure once its folder is flushed. */
async function writeThrough(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function* filesBelow(root: string, within: string, prefix: string): AsyncGenerator<ListedFile> {
  const entries: Dirent[] = (await readdir(path.join(root, within), { withFileTypes: true }).catch(absent)) ?? []
  for (const entry of entries) {
    const key = within + entry.name
    if (entry.isDirectory()) {
      if (entry.name !== INCOMING) yield* filesBelow(root, `${key}/`, prefix)
    } else if (entry.isFile() && key.startsWith(prefix)) {
      const found = await stat(path.join(root, key)).catch(absent)
      if (found) yield { key, size: found.size, changedAt: found.mtime }
    }
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return undefined
  throw error
}
