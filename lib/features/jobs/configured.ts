/** The configuration's own jobs. When each ran last is kept in the database: one process runs what is due, the others leave it. */
import type { JobConfig } from '../../config.ts'
import type { Cms } from '../../local/handle.ts'
import type { Engine } from '../../operations/operation.ts'
import { IDENTITY, index, type TableSpec } from '../../store/tables.ts'

const TABLE = '$jobs'

export const jobsTable: TableSpec = {
  name: TABLE,
  columns: [IDENTITY, { name: 'name', kind: 'text' }, { name: 'last_run', kind: 'text' }],
  indexes: [index(TABLE, ['name'], 'one row a job', true)],
}

export async function runConfigured(cms: Cms): Promise<{ ran: number; failed: number }> {
  const tally = { ran: 0, failed: 0 }
  const { settings } = cms.engine
  for (const job of settings.jobs ?? []) {
    const now = settings.clock.now()
    try {
      if (!(await claim(cms.engine, job, now))) continue
      await job.run({ cms, now })
      tally.ran++
    } catch (error) {
      settings.log.error(`the job '${job.name}' failed`, { error })
      tally.failed++
    }
  }
  return tally
}

/** True where it is this process that runs it now. */
async function claim({ store }: Engine, { name, every = 0 }: JobConfig, now: Date): Promise<boolean> {
  const { table, quote: q, native } = store.dialect
  const until = new Date(now.getTime() - every * 1000).toISOString()
  const sql = `insert into ${table(TABLE)} as j (${q('name')}, ${q('last_run')}) values (?, ?) on conflict (${q('name')}) do update set ${q('last_run')} = excluded.${q('last_run')} where j.${q('last_run')} <= ? returning ${q('id')}`
  const rows = await store.atomically((connection) => connection.all(native(sql), [name, now.toISOString(), until]))
  return rows.length > 0
}
