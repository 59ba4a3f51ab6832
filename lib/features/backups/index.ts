/** Backups: a snapshot of all content in one file, made manually or on a schedule, stored in any storage. */

import { Caller, system } from '../../actor.ts'
import { fileAdapter } from '../../backup/make.ts'
import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import type { Feature } from '../../feature.ts'
import { sweepScratch } from '../../scratch.ts'
import { wrongStorage } from '../../storage/contract.ts'
import { lessThan } from '../../store/conditions.ts'
import { Rows } from '../../store/records.ts'
import { type BackupsConfig, backupsConfig } from './config.ts'
import { deleteBackup, download, listBackups, start } from './routes.ts'
import { startBackup, stopBackup } from './run.ts'
import { lastTime } from './schedule.ts'
import { BackupRuns, backupsTable } from './table.ts'

const HOUR = 3600_000
const OVERDUE = { day: 26 * HOUR, week: (7 * 24 + 2) * HOUR }

export const backups: Feature = {
  name: 'backups',
  config: backupsConfig,
  check: ({ backups }, given) => [...wrongStorage('backups.storage', backups.storage), ...withoutSchedule(given.backups ?? {})],
  tables: () => [backupsTable],
  routes: () => [
    { method: 'GET', path: '/admin/backups', name: 'backups', run: listBackups },
    { method: 'POST', path: '/admin/backups', name: 'startBackup', run: start },
    { method: 'GET', path: '/admin/backups/:id/download', name: 'downloadBackup', run: download },
    { method: 'DELETE', path: '/admin/backups/:id', name: 'deleteBackup', run: deleteBackup },
  ],
  attention,
  jobs: [{ name: 'backups', run: makeDue }],
  start: () => sweepScratch(),
  stop: stopBackup,
}

/** Options of scheduled backups, though none are scheduled. */
const withoutSchedule = (given: BackupsConfig): string[] =>
  (['at', 'keep'] as const)
    .filter((option) => given[option] !== undefined && given.every === undefined)
    .map((option) => `backups.${option}: has no effect without 'every', such as every: 'day'`)

/** The last scheduled backup failed, or a due one is missing. */
async function attention(engine: Engine) {
  const { backups, clock } = engine.settings
  if (!backups?.every) return []
  const [last] = (await new BackupRuns(engine).list()).filter(({ trigger }) => trigger === 'scheduled')
  if (last?.state === 'failed') return [{ id: 'backups', error: last.error, at: last.startedAt }]
  const overdue = clock.now().getTime() - OVERDUE[backups.every]
  if (last && Date.parse(last.startedAt) >= overdue) return []
  if (!last && !(await hadUsersAt(engine, new Date(overdue)))) return []
  return [{ id: 'backups', error: last ? 'The last backup is too old' : 'No backup has been made yet', at: last?.startedAt ?? null }]
}

/** A new site has had no time for its first backup. */
async function hadUsersAt({ store }: Engine, time: Date): Promise<boolean> {
  const wasThere = { created_at: lessThan(time.toISOString()) }
  return (await new Rows('users', store).first(wasThere, { columns: ['id'] })) !== undefined
}

async function makeDue(engine: Engine): Promise<{ made: number }> {
  const { backups, clock } = engine.settings
  if (!backups?.every || !fileAdapter(engine.settings)) return { made: 0 }
  const last = await new BackupRuns(engine).lastScheduled()
  if (last !== undefined && last >= lastTime(backups, clock.now()).toISOString()) return { made: 0 }
  try {
    await (await startBackup(engine, new Caller(system), 'scheduled')).done
    return { made: 1 }
  } catch (error) {
    if (error instanceof GalleyError && error.code === 'VALIDATION') return { made: 0 }
    throw error
  }
}
