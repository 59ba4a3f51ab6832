/** The list of backups: only one runs at a time across all processes; one that stops sending heartbeats has failed. */

import { because } from '../../../schema/reasons.ts'
import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import { atMost, either, greaterThan, highest, lessThan, oneOf } from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import { index } from '../../store/index-spec.ts'
import { returnedRow } from '../../store/only-row.ts'
import { lock, ownTable, type RowsOf } from '../../store/records.ts'
import { IDENTITY } from '../../store/tables.ts'
import type { Statement } from '../../store/write-set.ts'

const TABLE = '$backups'
/** Seconds without a heartbeat after which the process counts as dead. */
const SILENT = 120

const LISTED = 200
/** How many superfluous ones are deleted at a time. */
const AT_ONCE = 1000

const UNDER_WAY = oneOf('pending', 'running')

/** Seconds by which the clocks of several machines may differ. */
const SKEW = 300

export const backupsTable = ownTable({
  name: TABLE,
  columns: [
    IDENTITY,
    { name: 'state', kind: 'text' },
    { name: 'trigger', kind: 'text' },
    { name: 'filename', kind: 'text' },
    { name: 'started_at', kind: 'text' },
    { name: 'beat_at', kind: 'text' },
    { name: 'finished_at', kind: 'text' },
    { name: 'error', kind: 'text' },
    { name: 'author_email', kind: 'text' },
    { name: 'downloaded_by', kind: 'text' },
    { name: 'downloaded_at', kind: 'text' },
    { name: 'size', kind: 'id' },
    { name: 'rows', kind: 'id' },
    { name: 'author', kind: 'id' },
  ],
  indexes: [index(TABLE, ['state'], 'what is under way')],
})

export interface Backup {
  id: number
  state: 'pending' | 'running' | 'done' | 'failed'
  trigger: 'manual' | 'scheduled'
  filename: string
  size: number | null
  rows: number | null
  startedAt: string
  finishedAt: string | null
  error: string | null
  author: { id: number; email: string | null } | null
  downloadedBy: string | null
  downloadedAt: string | null
}

export class BackupRuns {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Starts a run, or throws if another one is running. */
  async begin(trigger: Backup['trigger'], filename: string, author: Backup['author'], noted: readonly Statement[] = []): Promise<Backup> {
    await this.#buryTheSilent()
    const running = () => new GalleyError('VALIDATION', [because('backup-running')])
    const { store } = this.#engine
    const now = this.#at(0)
    const by = { author: author?.id ?? null, author_email: author?.email ?? null }
    const run = { state: 'running', trigger, filename, started_at: now, beat_at: now, ...by }
    const written = await store.commit({
      guards: [
        ...lock(store, 'backups'),
        { ...this.#rows.select({ state: UNDER_WAY }, { columns: ['id'] }), expect: { rows: 0, otherwise: running } },
      ],
      writes: [this.#rows.insert(run, { returning: '*', as: 'begun' }), ...noted],
    })
    return shown(returnedRow(written, 'begun'))
  }

  /** A heartbeat; false if the run was declared dead or deleted. */
  async beat(id: number, rows: number): Promise<boolean> {
    return this.#set(id, { beat_at: this.#at(0), rows })
  }

  done(id: number, size: number, rows: number): Promise<boolean> {
    return this.#set(id, { state: 'done', size, rows, finished_at: this.#at(0) })
  }

  failed(id: number, error: string): Promise<boolean> {
    return this.#set(id, { state: 'failed', error, finished_at: this.#at(0) })
  }

  async list(): Promise<Backup[]> {
    await this.#buryTheSilent()
    return (await this.#rows.find({}, { sort: ['-id'], limit: LISTED })).map(shown)
  }

  async find(id: number): Promise<Backup | undefined> {
    const row = await this.#rows.first({ id })
    return row && shown(row)
  }

  /** When the last scheduled backup began. One in the future is ignored: the clock was ahead. */
  async lastScheduled(): Promise<string | undefined> {
    const columns = { at: highest('started_at') }
    const row = await this.#rows.totals({ trigger: 'scheduled', started_at: atMost(this.#at(SKEW)) }, { columns })
    return row['at'] ?? undefined
  }

  /** Scheduled backups beyond the number that is kept. */
  async superfluous(keep: number): Promise<Backup[]> {
    return (await this.#rows.find({ trigger: 'scheduled', state: 'done' }, { sort: ['-id'], limit: AT_ONCE, offset: keep })).map(shown)
  }

  downloaded(id: number, by: string): Statement {
    return this.#rows.update({ id }, { downloaded_by: by, downloaded_at: this.#at(0) })
  }

  removed(id: number): Statement {
    return this.#rows.delete({ id })
  }

  async #buryTheSilent(): Promise<void> {
    const isSilent = { state: UNDER_WAY, beat_at: either(lessThan(this.#at(-SILENT)), greaterThan(this.#at(SILENT))) }
    const failure = { state: 'failed', error: 'The process that made it stopped', finished_at: this.#at(0) }
    await this.#engine.store.change(this.#rows.update(isSilent, failure))
  }

  async #set(id: number, change: Partial<Record<'state' | 'beat_at' | 'finished_at' | 'error', string> & Record<'size' | 'rows', number>>) {
    return (await this.#engine.store.change(this.#rows.update({ id, state: 'running' }, change, ['id']))).length > 0
  }

  get #rows(): RowsOf<typeof backupsTable> {
    return backupsTable.in(this.#engine.store)
  }

  #at(seconds: number): string {
    return new Date(this.#engine.settings.clock.now().getTime() + seconds * 1000).toISOString()
  }
}

const shown = (row: Row): Backup => ({
  id: row['id'],
  state: row['state'],
  trigger: row['trigger'],
  filename: row['filename'],
  size: row['size'],
  rows: row['rows'],
  startedAt: row['started_at'],
  finishedAt: row['finished_at'],
  error: row['error'],
  author: row['author'] === null ? null : { id: row['author'], email: row['author_email'] },
  downloadedBy: row['downloaded_by'],
  downloadedAt: row['downloaded_at'],
})
