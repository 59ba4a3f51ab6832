/** The routes of backups, for admins only: show the setup, list, create, download, delete. */

import { fileAdapter, UNAVAILABLE } from '../../backup/make.ts'
import { badRequest, GalleyError, notFound } from '../../errors.ts'
import { commitNoted, record } from '../../events/journal.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyAdmins } from '../../http/guards.ts'
import { createOnce } from '../../http/once.ts'
import type { ApiRequest } from '../../http/request.ts'
import { idOf } from '../../local/call.ts'
import { removeBackup, startBackup, storageOf } from './run.ts'
import { type Backup, BackupRuns } from './table.ts'

export async function listBackups({ engine, caller }: ApiRequest): Promise<Answer> {
  onlyAdmins(caller)
  const { backups, db } = engine.settings
  const { every = null, at, keep, dir, storage } = backups
  const settings = {
    every,
    at,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    keep,
    storage: storage?.name ?? 'disk',
    dir: storage ? null : dir,
    database: db.name,
    unavailable: fileAdapter(engine.settings) ? null : UNAVAILABLE,
  }
  return json(200, JSON.stringify({ settings, backups: await new BackupRuns(engine).list() }))
}

/** A repeated request returns the backup that the first one started, however far it is. */
export async function start(request: ApiRequest): Promise<Answer> {
  const { engine, caller } = request
  onlyAdmins(caller)
  const show = async (id: number) => {
    const backup = await new BackupRuns(engine).find(id)
    return backup && JSON.stringify(backup)
  }
  return createOnce(
    request,
    { slug: '$backups', inserted: 'begun', status: 202, show },
    () => ({}),
    async (extras) => {
      const { backup } = await startBackup(engine, caller, 'manual', extras?.writes)
      return json(202, JSON.stringify(backup))
    },
  )
}

export async function download(request: ApiRequest): Promise<Answer> {
  const { engine, caller, exchange } = request
  const { id, filename, size, state } = await backupOf(request)
  if (state !== 'done') throw badRequest('This backup is not there to be downloaded')
  const headers = {
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="${filename}"`,
    'cache-control': 'no-store',
    'content-length': String(size),
  }
  if (exchange.method === 'HEAD') return { status: 200, headers }
  const found = await storageOf(engine).get(filename)
  if (!found) throw new GalleyError('NOT_FOUND', 'The file of this backup is gone from its storage')
  const note = { action: 'backup.download', target: 'backups', doc: id, title: filename }
  await commitNoted(engine, caller, note, { writes: [new BackupRuns(engine).downloaded(id, String(caller.signedInUser['email']))] })
  return { status: 200, headers, body: found.stream }
}

export async function deleteBackup(request: ApiRequest): Promise<Answer> {
  const { engine, caller } = request
  const backup = await backupOf(request)
  if (backup.state === 'pending' || backup.state === 'running') throw badRequest('This backup is being made')
  await removeBackup(engine, backup)
  await record(engine, caller, { action: 'backup.delete', target: 'backups', doc: backup.id, title: backup.filename })
  return json(200, JSON.stringify({ deleted: 1 }))
}

async function backupOf({ engine, caller, params }: ApiRequest): Promise<Backup> {
  onlyAdmins(caller)
  const backup = await new BackupRuns(engine).find(idOf(params['id']))
  if (!backup) throw notFound()
  return backup
}
