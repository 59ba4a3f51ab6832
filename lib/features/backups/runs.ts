/** The list of backups: only one runs at a time across all processes; one that stops sending heartbeats has failed. */

import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import type { Row } from '../../store/contract.ts'
import { IDENTITY, index, type TableSpec } from '../../store/tables.ts'
import type { Statement } from '../../store/write-set.ts'

const TABLE = '$backups'
/** Seconds without a heartbeat after which the process counts as dead. */
const SILENT = 120

/** Seconds by which the clocks of several machines may differ. */
const SKEW = 300

const text = (name: string) => ({ name, kind: 'text' as const })

export const backupsTable: TableSpec = {
  name: TABLE,
  columns: [
    IDENTITY,
    ...[
      'state',
      'trigger',
      'filename',
      'started_at',
      'beat_at',
      'finished_at',
      'error',
      'author_email',
      'downloaded_by',
      'downloaded_at',
    ].map(text),
    { name: 'size', kind: 'id' },
    { name: 'rows', kind: 'id' },
    { name: 'author', kind: 'id' },
  ],
  indexes: [index(TABLE, ['state'], 'what is under way')],
}

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
    const { table, quote: q } = this.#dialect
    await this.#buryTheSilent()
    const columns = ['state', 'trigger', 'filename', 'started_at', 'beat_at', 'author', 'author_email']
    const running = () => new GalleyError('VALIDATION', 'A backup is being made already')
    const lock = this.#dialect.lock('backups')
    const { begun } = await this.#engine.store.commit({
      guards: [
        ...(lock === undefined ? [] : [{ sql: lock, values: [] }]),
        {
          sql: `select ${q('id')} from ${table(TABLE)} where ${q('state')} in ('pending', 'running')`,
          values: [],
          expect: { rows: 0, otherwise: running },
        },
      ],
      writes: [
        {
          sql: `insert into ${table(TABLE)} (${columns.map(q).join(', ')}) values (${columns.map(() => '?').join(', ')}) returning *`,
          values: ['running', trigger, filename, this.#at(0), this.#at(0), author?.id ?? null, author?.email ?? null],
          as: 'begun',
        },
        ...noted,
      ],
    })
    return shown(begun!)
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
    return (await this.#read(`select * from ${this.#name} order by ${this.#dialect.quote('id')} desc limit 200`)).map(shown)
  }

  async find(id: number): Promise<Backup | undefined> {
    const [row] = await this.#read(`select * from ${this.#name} where ${this.#dialect.quote('id')} = ?`, [id])
    return row && shown(row)
  }

  /** When the last scheduled backup began. One in the future is ignored: the clock was ahead. */
  async lastScheduled(): Promise<string | undefined> {
    const q = this.#dialect.quote
    const [row] = await this.#read(
      `select max(${q('started_at')}) as ${q('at')} from ${this.#name} where ${q('trigger')} = 'scheduled' and ${q('started_at')} <= ?`,
      [this.#at(SKEW)],
    )
    return row!['at'] ?? undefined
  }

  /** Scheduled backups beyond the number that is kept. */
  async superfluous(keep: number): Promise<Backup[]> {
    const q = this.#dialect.quote
    const sql = `select * from ${this.#name} where ${q('trigger')} = 'scheduled' and ${q('state')} = 'done' order by ${q('id')} desc limit 1000 offset ?`
    return (await this.#read(sql, [keep])).map(shown)
  }

  downloaded(id: number, by: string): Statement {
    const q = this.#dialect.quote
    return {
      sql: `update ${this.#name} set ${q('downloaded_by')} = ?, ${q('downloaded_at')} = ? where ${q('id')} = ?`,
      values: [by, this.#at(0), id],
    }
  }

  removed(id: number): Statement {
    return { sql: `delete from ${this.#name} where ${this.#dialect.quote('id')} = ?`, values: [id] }
  }

  async #buryTheSilent(): Promise<void> {
    const q = this.#dialect.quote
    await this.#write(
      `update ${this.#name} set ${q('state')} = 'failed', ${q('error')} = 'The process that made it stopped', ${q('finished_at')} = ? where ${q('state')} in ('pending', 'running') and (${q('beat_at')} < ? or ${q('beat_at')} > ?)`,
      [this.#at(0), this.#at(-SILENT), this.#at(SILENT)],
    )
  }

  async #set(id: number, values: Record<string, unknown>): Promise<boolean> {
    const q = this.#dialect.quote
    const set = Object.keys(values).map((name) => `${q(name)} = ?`)
    const sql = `update ${this.#name} set ${set.join(', ')} where ${q('id')} = ? and ${q('state')} = 'running' returning ${q('id')}`
    return (await this.#write(sql, [...Object.values(values), id])).length > 0
  }

  get #dialect() {
    return this.#engine.store.dialect
  }

  get #name(): string {
    return this.#dialect.table(TABLE)
  }

  #read(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#engine.store.read(this.#dialect.native(sql), values, true)
  }

  #write(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#engine.store.atomically((connection) => connection.all(this.#dialect.native(sql), values))
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
