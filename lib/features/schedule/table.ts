/** Planned publications: one row each, claimed by the process that runs it. */

import { randomUUID } from 'node:crypto'
import { derived } from '../../../schema/derived.ts'
import type { Entity } from '../../../schema/model.ts'
import type { Authorship } from '../../actor.ts'
import { AUTHOR_COLUMNS } from '../../auth/authorship.ts'
import type { Clock } from '../../clock.ts'
import type { Engine } from '../../engine.ts'
import { notFound } from '../../errors.ts'
import {
  among,
  anyOf,
  atMost,
  type ColumnTest,
  count,
  either,
  greaterThan,
  increased,
  lessThan,
  lowest,
  oneOf,
} from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import { index } from '../../store/index-spec.ts'
import { lock, ownTable, Rows, type RowsOf } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { IDENTITY } from '../../store/tables.ts'
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

export const scheduleTable = ownTable({
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
})

export const hasSchedule = (entity: Entity): boolean => entity.options['schedule'] === true

export const scheduleRows = derived(
  ({ store, settings, model }: Engine) => new ScheduleRows(store, settings.clock, [...model.entities.keys()]),
)

/** Undefined if no content type has a schedule. */
export const rowsOf = (engine: Engine): ScheduleRows | undefined =>
  [...engine.model.entities.values()].some(hasSchedule) ? scheduleRows(engine) : undefined

/** The rows of the table, and the statements that other changes include in their transactions. */
export class ScheduleRows {
  readonly #store: Store
  readonly #clock: Clock
  readonly #slugs: readonly string[]
  readonly #rows: RowsOf<typeof scheduleTable>

  constructor(store: Store, clock: Clock, slugs: readonly string[]) {
    this.#store = store
    this.#clock = clock
    this.#slugs = slugs
    this.#rows = scheduleTable.in(store)
  }

  /** Replaces a pending plan for the same action, and failed ones: their errors no longer matter. */
  planned({ slug }: Entity, document: number, action: Action, runAt: string, by: Authorship & { planner: string | null }): Writing {
    const there = new Rows(slug, this.#store).select({ id: document }, { columns: ['id'], lock: true })
    const of = { entity: slug, document, action }
    const plan = { ...of, run_at: runAt, state: 'pending', ...by, attempts: 0, updated_at: this.#at(0) }
    return {
      guards: [
        ...this.#lock(),
        // Locked, so that a deletion at the same time comes before the plan, which is refused then, or after it, and deletes the plan.
        { ...there, expect: { rows: 1, otherwise: () => notFound() } },
        this.#rows.delete({ ...of, state: oneOf('pending', 'failed') }),
      ],
      writes: [this.#rows.insert(plan, { returning: '*', as: 'planned' })],
    }
  }

  /** Holds if no publication of the document is pending; none can be added before the commit. */
  notPlanned({ slug }: Entity, document: number, otherwise: () => Error): Statement[] {
    const pending = this.#rows.select({ entity: slug, document, action: 'publish', state: 'pending' }, { columns: ['id'] })
    return [...this.#lock(), { ...pending, expect: { rows: 0, otherwise } }]
  }

  /** Serializes planning with concurrent changes, across all processes. */
  #lock(): Statement[] {
    return lock(this.#store, 'schedule')
  }

  of({ slug }: Entity, document: number, state: ListedState): Promise<Row[]> {
    return this.#rows.find({ entity: slug, document, state }, { sort: ['run_at', 'id'] })
  }

  /** Pending plans of all documents, or of some of one content type; the next ones first. */
  upcoming(most: number, some?: { slug: string; documents: readonly number[] }): Promise<Row[]> {
    const of = some ? { entity: some.slug, document: among('id', some.documents) } : { entity: among('text', this.#slugs) }
    return this.#rows.find({ state: 'pending', ...of }, { sort: ['run_at', 'id'], limit: most })
  }

  cancelled({ slug }: Entity, document: number, id: number, otherwise: () => Error): Statement {
    const pending = { id, entity: slug, document, state: 'pending' }
    return { ...this.#rows.delete(pending, ['id']), expect: { rows: 1, otherwise } }
  }

  /** The action was done by hand, so a pending plan for it is spent. Serialized with planning, which locks the document before its plans. */
  spent(entity: Entity, document: number, id: number, otherwise: () => Error): Statement[] {
    return [...this.#lock(), this.cancelled(entity, document, id, otherwise)]
  }

  /** The action was done by hand, so failed plans for it no longer matter. */
  settled({ slug }: Entity, document: number, action: Action): Statement {
    return this.#rows.delete({ entity: slug, document, action, state: 'failed' })
  }

  /** Deletes the plans together with their document. */
  forgotten({ slug }: Entity, document: number): Statement {
    return this.#rows.delete({ entity: slug, document })
  }

  /** Content types that this process doesn't know are left to a newer or older process running alongside, until they are overdue. */
  async due(): Promise<number[]> {
    const isMine = anyOf({ entity: among('text', this.#slugs) }, { run_at: lessThan(this.#at(-OVERDUE)) })
    const isDue = { state: 'pending', run_at: atMost(this.#at(0)), leased_until: this.#isFree }
    const rows = await this.#rows.find([isDue, isMine], { columns: ['id'], sort: ['run_at', 'id'], limit: A_RUN })
    return rows.map((row) => row['id'])
  }

  /** Claims a due row for this process, unless another process holds it. */
  async claim(id: number): Promise<Row | undefined> {
    const lease = { lease: randomUUID(), leased_until: this.#at(LEASE), attempts: increased() }
    const [row] = await this.#store.change(this.#rows.update({ id, state: 'pending', leased_until: this.#isFree }, lease, '*'))
    return row
  }

  /** Whether no process holds a row. */
  get #isFree(): ColumnTest {
    return either(null, atMost(this.#at(0)), greaterThan(this.#at(FUTURE)))
  }

  /** Ends a claim in the same transaction as the planned change. */
  finished(row: Row, otherwise: () => Error): Statement {
    return { ...this.#rows.update(claimed(row), { state: 'done', updated_at: this.#at(0) }, ['id']), expect: { rows: 1, otherwise } }
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
    const now = this.#at(0)
    const fellDue = anyOf({ state: PASSED }, { state: 'pending', run_at: atMost(now) })
    return this.#rows.update([{ entity: slug, document }, fellDue], this.#ended('failed', IN_TRASH))
  }

  /** Plans long overdue: no jobs are running, or they can't keep up. */
  async overdue(): Promise<{ overdue: number; since: string | null }> {
    const columns = { n: count(), since: lowest('run_at') }
    const row = await this.#rows.totals({ state: 'pending', run_at: lessThan(this.#at(-OVERDUE)) }, { columns })
    return { overdue: Number(row['n']), since: row['since'] ?? null }
  }

  async failures(): Promise<number> {
    return this.#rows.count({ state: 'failed' })
  }

  async forgetOld(): Promise<void> {
    const old = { state: oneOf('done', 'failed'), updated_at: lessThan(this.#at(-KEPT_DAYS * 24 * 3600)) }
    await this.#store.change(this.#rows.delete(old))
  }

  #end(row: Row, state: string, error: string): Promise<Row[]> {
    return this.#store.change(this.#rows.update(claimed(row), this.#ended(state, error.slice(0, 500))))
  }

  #ended(state: string, error: string) {
    return { state, error, updated_at: this.#at(0), leased_until: null }
  }

  #at(seconds: number): string {
    return new Date(this.#clock.now().getTime() + seconds * 1000).toISOString()
  }
}

/** Whether a row is still claimed under the same lease. */
const claimed = ({ id, lease }: Row) => ({ id, lease, state: 'pending' })
