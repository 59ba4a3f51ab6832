/** Runs one backup: written to a temporary file, moved to the storage, then the oldest scheduled ones are deleted. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { derived } from '../../../schema/derived.ts'
import type { Caller } from '../../actor.ts'
import { Attached } from '../../attached.ts'
import { explainFailure, fileAdapter, inScratch, makeBackup, UNAVAILABLE } from '../../backup/make.ts'
import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import type { StorageAdapter } from '../../storage/contract.ts'
import { disk } from '../../storage/disk.ts'
import { Ref, type Statement } from '../../store/write-set.ts'
import { type Backup, BackupRuns } from './table.ts'

/** Milliseconds between heartbeats. */
const BEAT = 5000

class Stopped extends Error {}

interface UnderWay {
  stop: boolean
  done: Promise<void>
}

const underWay = new Attached<Engine, UnderWay>()

export const storageOf = derived(({ settings }: Engine): StorageAdapter => settings.backups.storage ?? disk({ dir: settings.backups.dir }))

/** Starts a backup; `done` resolves when it has ended, successfully or not. */
export async function startBackup(
  engine: Engine,
  caller: Caller,
  trigger: Backup['trigger'],
  extras: readonly Statement[] = [],
): Promise<{ backup: Backup; done: Promise<void> }> {
  const adapter = fileAdapter(engine.settings)
  if (!adapter) throw new GalleyError('VALIDATION', UNAVAILABLE)
  const runs = new BackupRuns(engine)
  const { user } = caller.actor
  const author = typeof user?.id === 'number' ? { id: user.id, email: (user['email'] as string) ?? null } : null
  const backup = await begin(engine, caller, runs, { trigger, author, extras })
  const state: UnderWay = { stop: false, done: Promise.resolve() }
  state.done = work(engine, runs, backup, adapter, state).catch((error: Error) =>
    engine.settings.log.error('what became of a backup could not be noted', { error: error.message }),
  )
  underWay.set(engine, state)
  return { backup, done: state.done }
}

/** The run and its audit entry are one commit, so that no backup is recorded that isn't running. */
async function begin(
  engine: Engine,
  caller: Caller,
  runs: BackupRuns,
  { trigger, author, extras }: Pick<Backup, 'trigger' | 'author'> & { extras: readonly Statement[] },
): Promise<Backup> {
  try {
    const filename = await filenameFor(engine, runs)
    const note = { action: 'backup.start', target: 'backups', doc: new Ref('begun', 'id'), title: filename, detail: { trigger } }
    const { writes, afterwards } = engine.features.noted(caller, note)
    const backup = await runs.begin(trigger, filename, author, [...writes, ...extras])
    await engine.store.settled(async () => {
      for (const effect of afterwards) await effect()
    })
    return backup
  } catch (error) {
    if (!/SQLITE_FULL|disk is full|ENOSPC|no space left|53100/i.test(`${(error as { code?: string }).code} ${(error as Error).message}`))
      throw error
    throw new GalleyError('VALIDATION', 'The backup can not be started: the disk of the database is full. Make room, then try again', {
      cause: error,
    })
  }
}

async function work(
  engine: Engine,
  runs: BackupRuns,
  { id, filename }: Backup,
  adapter: NonNullable<ReturnType<typeof fileAdapter>>,
  state: UnderWay,
) {
  const { log, backups } = engine.settings
  let isTakenForDead = false
  let copied = 0
  const heart = setInterval(() => {
    runs.beat(id, copied).then(
      (isAlive) => (isTakenForDead ||= !isAlive),
      (error: Error) => log.warn('a backup could not give a sign of life', { filename, error: error.message }),
    )
  }, BEAT).unref()
  try {
    await inScratch(async (folder) => {
      const file = path.join(folder, filename)
      const rows = await makeBackup(engine, {
        file,
        adapter,
        onProgress({ rows }) {
          copied = rows
          if (state.stop) throw new Stopped('The process was stopped')
          if (isTakenForDead) throw new Stopped('It was deleted, or taken for dead')
        },
      })
      const { size } = await stat(file)
      await storageOf(engine).put(filename, createReadStream(file), { size, mimeType: 'application/gzip' })
      if (!(await runs.done(id, size, rows))) return storageOf(engine).delete(filename)
      log.info('a backup was made', { filename, size, rows })
    })
    for (const one of await runs.superfluous(backups.keep)) await removeBackup(engine, one)
  } catch (error) {
    await runs.failed(id, explainFailure(error as Error))
    if (!(error instanceof Stopped)) log.error('a backup failed', { filename, error: explainFailure(error as Error) })
  } finally {
    clearInterval(heart)
  }
}

/** Deletes the file first: a row without a file can be deleted again, but a file without a row would remain. */
export async function removeBackup(engine: Engine, { id, filename, state }: Backup): Promise<void> {
  if (state === 'done') await storageOf(engine).delete(filename)
  await engine.store.commit({ writes: [new BackupRuns(engine).removed(id)] })
}

export async function stopBackup(engine: Engine): Promise<void> {
  const state = underWay.get(engine)
  if (!state) return
  state.stop = true
  await state.done
}

/** For example `my-site-2026-01-31-0300.db.gz`, in the server's time zone. */
async function filenameFor({ settings }: Engine, runs: BackupRuns): Promise<string> {
  const now = settings.clock.now()
  const two = (value: number) => String(value).padStart(2, '0')
  const at = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate()), two(now.getHours()) + two(now.getMinutes())].join('-')
  const site = (settings.admin.brand?.name ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const ending = settings.backups?.key === undefined ? '.db.gz' : '.db.gz.sealed'
  const taken = new Set((await runs.list()).map(({ filename }) => filename))
  const name = (n: number) => `${site || 'cms'}-${at}${n > 1 ? `-${n}` : ''}${ending}`
  let n = 1
  while (taken.has(name(n))) n++
  return name(n)
}
