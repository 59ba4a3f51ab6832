/** Planned publications: one row each, claimed by the process that runs it. */

import { randomUUID } from 'node:crypto'
import { derived } from '../../../schema/derived.ts'
import type { Entity } from '../../../schema/model.ts'
import type { Authorship } from '../../actor.ts'
import { AUTHOR_COLUMNS } from '../../auth/authorship.ts'
import type { Clock } from '../../clock.ts'
import type { Engine } from '../../engine.ts'
import type { Row } from '../../store/contract.ts'
import type { Store } from '../../store/store.ts'
import { IDENTITY, index, type TableSpec } from '../../store/tables.ts'
import type { Statement, Writing } from '../../store/write-set.ts'

const TABLE = '$schedule'
/** Seconds after which another process may take over from one that was killed. */
const LEASE = 300
/** A lease that ends later than this was taken while a clock was ahead, and is ignored. */
const FUTURE = 2 * LEASE
/** Seconds after which a due plan counts as overdue. Jobs are meant to run every minute. */
const OVERDUE = 3600
const A_RUN = 100
const KEPT_DAYS = 30
/** The state of a plan that fell due while its document was in the trash, until the document is recovered or deleted. */
const PASSED = 'passed'
const IN_TRASH = 'The document was in the trash when its time came'

export const ACTIONS = ['publish', 'unpublish'] as const
export type Action = (typeof ACTIONS)[number]

export const LISTED = ['pending', 'failed'] as const
export type ListedState = (typeof LISTED)[number]

export const scheduleTable: TableSpec = {
  name: TABLE,
  columns: [
    IDENTITY,
    { name: 'entity', kind: 'text', slugs: 'owner' },
    { name: 'document', kind: 'id' },
    { name: 'action', kind: 'text' },
    { name: 'run_at', kind: 'text' },
    { name: 'state', kind: 'text' },
    { name: 'error', kind: 'text' },
    ...AUTHOR_COLUMNS,
    { name: 'planner', kind: 'text' },
    { name: 'attempts', kind: 'number' },
    { name: 'lease', kind: 'text' },
    { name: 'leased_until', kind: 'text' },
    { name: 'updated_at', kind: 'text' },
  ],
  indexes: [index(TABLE, ['state', 'run_at'], 'what is due'), index(TABLE, ['entity', 'document'], 'what is planned for one document')],
}

export const hasSchedule = (entity: Entity): boolean => entity.options['schedule'] === true

const scheduleRows = derived(({ store, settings, model }: Engine) => new ScheduleRows(store, settings.clock, [...model.entities.keys()]))

/** Undefined if no content type has a schedule. */
export const rowsOf = (engine: Engine): ScheduleRows | undefined =>
  [...engine.model.entities.values()].some(hasSchedule) ? scheduleRows(engine) : undefined

/** The rows of the table, and the statements that other changes include in their transactions. */
export class ScheduleRows {
  readonly #store: Store
  readonly #clock: Clock
  readonly #slugs: readonly string[]

  constructor(store: Store, clock: Clock, slugs: readonly string[]) {
    this.#store = store
    this.#clock = clock
    this.#slugs = slugs
  }

  /** Replaces a pending plan for the same action, and failed ones: their errors no longer matter. */
  planned(entity: Entity, document: number, action: Action, runAt: string, by: Authorship & { planner: string | null }): Writing {
    const { table, quote: q } = this.#store.dialect
    const row = {
      entity: entity.slug,
      document,
      action,
      run_at: runAt,
      state: 'pending',
      ...by,
      attempts: 0,
      updated_at: this.#at(0),
    }
    const names = Object.keys(row)
    return {
      guards: [
        ...this.#lock(),
        {
          sql: `delete from ${table(TABLE)} where ${q('entity')} = ? and ${q('document')} = ? and ${q('action')} = ? and ${q('state')} in ('pending', 'failed')`,
          values: [entity.slug, document, action],
        },
      ],
      writes: [
        {
          sql: `insert into ${table(TABLE)} (${names.map(q).join(', ')}) values (${names.map(() => '?').join(', ')}) returning *`,
          values: Object.values(row),
          as: 'planned',
        },
      ],
    }
  }

  /** Holds if no publication of the document is pending; none can be added before the commit. */
  notPlanned({ slug }: Entity, document: number, otherwise: () => Error): Statement[] {
    const { table, quote: q } = this.#store.dialect
    const sql = `select ${q('id')} from ${table(TABLE)} where ${q('entity')} = ? and ${q('document')} = ? and ${q('action')} = 'publish' and ${q('state')} = 'pending'`
    return [...this.#lock(), { sql, values: [slug, document], expect: { rows: 0, otherwise } }]
  }

  /** Serializes planning with concurrent changes, across all processes. */
  #lock(): Statement[] {
    const sql = this.#store.dialect.lock('schedule')
    return sql === undefined ? [] : [{ sql, values: [] }]
  }

  of(entity: Entity, document: number, state: ListedState): Promise<Row[]> {
    const { table, quote: q } = this.#store.dialect
    return this.#read(
      `select * from ${table(TABLE)} where ${q('entity')} = ? and ${q('document')} = ? and ${q('state')} = ? order by ${q('run_at')}, ${q('id')}`,
      [entity.slug, document, state],
    )
  }

  cancelled(entity: Entity, document: number, id: number, otherwise: () => Error): Statement {
    const { table, quote: q } = this.#store.dialect
    return {
      sql: `delete from ${table(TABLE)} where ${q('id')} = ? and ${q('entity')} = ? and ${q('document')} = ? and ${q('state')} = 'pending' returning ${q('id')}`,
      values: [id, entity.slug, document],
      expect: { rows: 1, otherwise },
    }
  }

  /** The action was done by hand, so failed plans for it no longer matter. */
  settled({ slug }: Entity, document: number, action: Action): Statement {
    const { table, quote: q } = this.#store.dialect
    return {
      sql: `delete from ${table(TABLE)} where ${q('entity')} = ? and ${q('document')} = ? and ${q('action')} = ? and ${q('state')} = 'failed'`,
      values: [slug, document, action],
    }
  }

  /** Deletes the plans together with their document. */
  forgotten({ slug }: Entity, document: number): Statement {
    const { table, quote: q } = this.#store.dialect
    return { sql: `delete from ${table(TABLE)} where ${q('entity')} = ? and ${q('document')} = ?`, values: [slug, document] }
  }

  /** Content types that this process doesn't know are left to a newer or older process running alongside, until they are overdue. */
  async due(): Promise<number[]> {
    const { table, quote: q, within, list } = this.#store.dialect
    const isMine = `(${within(q('entity'), 'text')} or ${q('run_at')} < ?)`
    const rows = await this.#read(
      `select ${q('id')} from ${table(TABLE)} where ${q('state')} = 'pending' and ${q('run_at')} <= ? and (${q('leased_until')} is null or ${q('leased_until')} <= ? or ${q('leased_until')} > ?) and ${isMine} order by ${q('run_at')}, ${q('id')} limit ${A_RUN}`,
      [this.#at(0), this.#at(0), this.#at(FUTURE), list('text', this.#slugs), this.#at(-OVERDUE)],
    )
    return rows.map((row) => row['id'])
  }

  /** Claims a due row for this process, unless another process holds it. */
  async claim(id: number): Promise<Row | undefined> {
    const { table, quote: q } = this.#store.dialect
    const [row] = await this.#write(
      `update ${table(TABLE)} set ${q('lease')} = ?, ${q('leased_until')} = ?, ${q('attempts')} = ${q('attempts')} + 1 where ${q('id')} = ? and ${q('state')} = 'pending' and (${q('leased_until')} is null or ${q('leased_until')} <= ? or ${q('leased_until')} > ?) returning *`,
      [randomUUID(), this.#at(LEASE), id, this.#at(0), this.#at(FUTURE)],
    )
    return row
  }

  /** Ends a claim in the same transaction as the planned change. */
  finished(row: Row, otherwise: () => Error): Statement {
    const { table, quote: q } = this.#store.dialect
    return {
      sql: `update ${table(TABLE)} set ${q('state')} = 'done', ${q('updated_at')} = ? where ${q('id')} = ? and ${q('lease')} = ? and ${q('state')} = 'pending' returning ${q('id')}`,
      values: [this.#at(0), row['id'], row['lease']],
      expect: { rows: 1, otherwise },
    }
  }

  failed(row: Row, error: string): Promise<Row[]> {
    return this.#end(row, 'failed', error)
  }

  /** Leaves the row to the next run. */
  putBack(row: Row, error: string): Promise<Row[]> {
    return this.#end(row, 'pending', error)
  }

  /** The plan fell due while its document was in the trash. It is reported only when the document is recovered. */
  passed(row: Row): Promise<Row[]> {
    return this.#end(row, PASSED, IN_TRASH)
  }

  /** A document is recovered: plans that fell due in the trash are shown as failed, whether or not jobs have run. */
  missed({ slug }: Entity, document: number): Statement {
    const { table, quote: q } = this.#store.dialect
    const now = this.#at(0)
    return {
      sql: `update ${table(TABLE)} set ${q('state')} = 'failed', ${q('error')} = ?, ${q('updated_at')} = ?, ${q('leased_until')} = null where ${q('entity')} = ? and ${q('document')} = ? and (${q('state')} = '${PASSED}' or (${q('state')} = 'pending' and ${q('run_at')} <= ?))`,
      values: [IN_TRASH, now, slug, document, now],
    }
  }

  /** Plans long overdue: no jobs are running, or they can't keep up. */
  async overdue(): Promise<{ overdue: number; since: string | null }> {
    const { table, quote: q } = this.#store.dialect
    const [row] = await this.#read(
      `select count(*) as ${q('n')}, min(${q('run_at')}) as ${q('since')} from ${table(TABLE)} where ${q('state')} = 'pending' and ${q('run_at')} < ?`,
      [this.#at(-OVERDUE)],
    )
    return { overdue: Number(row!['n']), since: row!['since'] ?? null }
  }

  async failures(): Promise<number> {
    const { table, quote: q } = this.#store.dialect
    const [row] = await this.#read(`select count(*) as ${q('n')} from ${table(TABLE)} where ${q('state')} = 'failed'`, [])
    return Number(row!['n'])
  }

  async forgetOld(): Promise<void> {
    const { table, quote: q } = this.#store.dialect
    await this.#write(`delete from ${table(TABLE)} where ${q('state')} in ('done', 'failed') and ${q('updated_at')} < ?`, [
      this.#at(-KEPT_DAYS * 24 * 3600),
    ])
  }

  #end(row: Row, state: string, error: string): Promise<Row[]> {
    const { table, quote: q } = this.#store.dialect
    return this.#write(
      `update ${table(TABLE)} set ${q('state')} = ?, ${q('error')} = ?, ${q('updated_at')} = ?, ${q('leased_until')} = null where ${q('id')} = ? and ${q('lease')} = ? and ${q('state')} = 'pending'`,
      [state, error.slice(0, 500), this.#at(0), row['id'], row['lease']],
    )
  }

  #read(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#store.read(this.#store.dialect.native(sql), values, true)
  }

  #write(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#store.atomically((connection) => connection.all(this.#store.dialect.native(sql), values))
  }

  #at(seconds: number): string {
    return new Date(this.#clock.now().getTime() + seconds * 1000).toISOString()
  }
}
