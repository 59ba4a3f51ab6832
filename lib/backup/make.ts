/** Makes the file of a backup: a SQLite database with everything of one moment, checked, packed, and sealed where there is a key. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Engine } from '../engine.ts'
import { GalleyError } from '../errors.ts'
import { scratchFile, scratchFolder } from '../scratch.ts'
import type { Settings } from '../settings.ts'
import type { DatabaseAdapter } from '../store/contract.ts'
import { Store } from '../store/store.ts'
import { copyDatabase, type Progress } from './copy.ts'
import { pack, unpack } from './file.ts'

export type FileAdapter = (filename: string) => DatabaseAdapter

/** What writes SQLite files here; nothing where the database is another one and none was named. */
export const fileAdapter = ({ backups, db }: Settings): FileAdapter | undefined => backups?.sqlite ?? db.inFile

export const UNAVAILABLE =
  "With Postgres, backups need what writes their file: import { sqlite } from 'galley/sqlite', then backups: { sqlite: (filename) => sqlite({ filename }) }"

/** A folder that is gone afterwards, whatever happens. */
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
  { file, adapter, told }: { file: string; adapter: FileAdapter; told?: (progress: Progress) => void | Promise<void> },
): Promise<number> {
  return inScratch(async (folder) => {
    const database = await scratchFile(folder, 'backup.db')
    const rows = await opened(adapter(database), settings, async (to) => {
      const { rows } = await copyDatabase(store, to, told)
      await check(to)
      await settle(to)
      return rows
    })
    await pack(database, file, settings.backups?.key)
    return rows
  })
}

/** Opens what a backup holds, once it is found to be whole. */
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
      if (!there.some((row) => row['table'] === from.dialect.bare('$model'))) throw damaged('it holds nothing of this system')
      return work(from)
    }).catch((error) => {
      throw /SQLITE_(NOTADB|CORRUPT)|not a database|malformed|is cut short/.test(String(error)) ? damaged() : error
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
  const [row] = await store.readLong('pragma integrity_check')
  if (row?.['integrity_check'] !== 'ok') throw damaged()
}

/** Everything into the one file, nothing left in the log beside it. */
async function settle(store: Store): Promise<void> {
  const [row] = await store.readLong('pragma wal_checkpoint(truncate)')
  if (row?.['busy'] !== 0) throw new Error('the file of the backup could not be finished')
}

const damaged = (why = 'it is damaged') => new GalleyError('VALIDATION', `The backup can't be used: ${why}`)

/** What went wrong, in words for whoever has to mend it. */
export function inWords(error: Error): string {
  if (/ENOSPC|SQLITE_FULL|disk is full|no space/i.test(`${(error as NodeJS.ErrnoException).code} ${error.message}`))
    return 'There is no space left on the device'
  return error.message.split('\n')[0]!.slice(0, 500)
}
