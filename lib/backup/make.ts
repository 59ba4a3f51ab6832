/** Creates a backup file: a SQLite database with a consistent copy, checked, compressed, and encrypted if there is a key. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Engine } from '../engine.ts'
import { firstLineOf, GalleyError } from '../errors.ts'
import { scratchFile, scratchFolder } from '../scratch.ts'
import type { Settings } from '../settings.ts'
import type { DatabaseAdapter, DatabaseFile } from '../store/contract.ts'
import { Store } from '../store/store.ts'
import { type CopyProgress, copyDatabase } from './copy.ts'
import { pack, unpack } from './file.ts'

export type FileAdapter = (filename: string) => DatabaseAdapter

/** The adapter that writes SQLite files; undefined if the database is of another kind and no adapter was configured. */
export const fileAdapter = ({ backups, db }: Settings): FileAdapter | undefined => backups?.sqlite ?? db.inFile

export const UNAVAILABLE =
  "With Postgres, backups need SQLite to write their file: import { sqlite } from 'galley/sqlite', then backups: { sqlite: (filename) => sqlite({ filename }) }"

/** Runs `work` with a temporary folder, which is always removed afterwards. */
export async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await scratchFolder()
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function makeBackup(
  { store, settings }: Engine,
  { file, adapter, onProgress }: { file: string; adapter: FileAdapter; onProgress?: (progress: CopyProgress) => void | Promise<void> },
): Promise<number> {
  return inScratch(async (folder) => {
    const database = await scratchFile(folder, 'backup.db')
    const rows = await opened(adapter(database), settings, async (to) => {
      const { rows } = await copyDatabase(store, to, onProgress)
      await check(to)
      await settle(to)
      return rows
    })
    await pack(database, file, settings.backups?.key)
    return rows
  })
}

/** Opens the content of a backup after checking that it is complete. */
export function openBackup<T>(
  file: string,
  { settings, adapter }: { settings: Settings; adapter: FileAdapter },
  work: (from: Store) => Promise<T>,
): Promise<T> {
  return inScratch(async (folder) => {
    const database = path.join(folder, 'backup.db')
    await unpack(file, database, settings.backups?.key)
    return opened(adapter(database), settings, async (from) => {
      await check(from)
      const there = await from.read(from.dialect.catalogue, [], true)
      if (!there.some((row) => row['table'] === from.dialect.bare('$model'))) throw damaged('it contains no data of galley')
      return work(from)
    }).catch((error) => {
      throw /SQLITE_(NOTADB|CORRUPT)|not a database|malformed|is truncated/.test(String(error)) ? damaged() : error
    })
  })
}

export async function opened<T>(adapter: DatabaseAdapter, { log }: Settings, work: (store: Store) => Promise<T>): Promise<T> {
  const store = new Store(adapter, log)
  await store.open()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function check(store: Store): Promise<void> {
  const [row] = await store.readLong(fileOf(store).check)
  if (row?.['found'] !== 'ok') throw damaged()
}

/** Moves everything into the single file, with nothing left in the write-ahead log next to it. */
async function settle(store: Store): Promise<void> {
  const [row] = await store.readLong(fileOf(store).settle)
  if (row?.['busy'] !== 0) throw new Error('the backup file could not be completed')
}

function fileOf({ dialect }: Store): DatabaseFile {
  if (!dialect.file) throw new Error('The adapter of backups does not write single files')
  return dialect.file
}

const damaged = (why = 'it is damaged') => new GalleyError('VALIDATION', `The backup can't be used: ${why}`)

/** Describes what went wrong to the person who has to fix it. */
export function explainFailure(error: Error): string {
  if (/ENOSPC|SQLITE_FULL|disk is full|no space/i.test(`${(error as NodeJS.ErrnoException).code} ${error.message}`))
    return 'The disk is full'
  return firstLineOf(error).slice(0, 500)
}
