/** The rows of an outbox: inserted, claimed by one process, then completed, postponed or failed.
 * Tested by test/events/outbox.test.ts.
 */

import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import {
  anyOf,
  type ColumnTest,
  type Condition,
  count,
  greaterThan,
  hasNoRow,
  highest,
  isNot,
  joinedText,
  lessThan,
  lowest,
  ofOuter,
  oneOf,
  type RowFilter,
} from '../store/conditions.ts'
import type { Row } from '../store/contract.ts'
import { index } from '../store/index-spec.ts'
import { type OwnTable, ownTable, type Rows } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { type ColumnSpec, IDENTITY } from '../store/tables.ts'
import type { Ref, Statement } from '../store/write-set.ts'
import { ChosenRows, isDue, isFree, type Moments } from './chosen-rows.ts'
import { BODY, changeInBatches } from './row-batches.ts'

/** If a process dies in the middle of a row, another may claim it after this many seconds. */
const ABANDONED = 300
/** Seconds after which a due row counts as overdue. Jobs should run every minute. */
const OVERDUE = 3600
/** Seconds. No row waits longer: one due later than that was postponed while a clock was ahead, so it is due. */
const LONGEST_WAIT = 24 * 3600

/** A text, or its parts if some are known only once their row is written. */
export type OutboxText = string | readonly (string | Ref)[]

export interface OutboxSpec {
  table: string
  /** Its own columns, including `body`; their values are text. */
  columns: readonly (string | ColumnSpec)[]
  /** Rows with the same `stream` are sent one after another, in the order in which they were written. */
  streams?: boolean | Pick<ColumnSpec, 'slugs'>
  /** The column that contains the receiver, if there are several. */
  receiver?: string
}

export interface Trouble {
  failed: number
  retrying: number
  overdue: number
  since: string | null
}

/** Attempts are only counted on rows whose quick retries have failed. */
const RETRYING = { state: 'pending', attempts: greaterThan(0) }

const text = (name: string): ColumnSpec => ({ name, kind: 'text' })
const specOf = (column: string | ColumnSpec): ColumnSpec => (typeof column === 'string' ? text(column) : column)

export const outboxTable = ({ table, columns, streams }: OutboxSpec): OwnTable<string> =>
  ownTable({
    name: table,
    columns: [
      IDENTITY,
      text('key'),
      text('state'),
      { name: 'attempts', kind: 'number' },
      text('error'),
      text('created_at'),
      text('updated_at'),
      text('next_at'),
      text('lease'),
      ...(streams ? [{ ...text('stream'), ...(typeof streams === 'object' && streams) }] : []),
      ...columns.map(specOf),
    ],
    indexes: [
      index(table, ['key'], 'one delivery', true),
      index(table, ['state', 'next_at'], 'what is due'),
      ...(streams ? [index(table, ['stream', 'id'], 'what goes before')] : []),
    ],
  })

export class OutboxRows {
  readonly table: string
  /** Those that a person chooses. */
  readonly chosen: ChosenRows
  readonly #spec: OutboxSpec
  readonly #store: Store
  readonly #clock: Clock
  readonly #rows: Rows<string>
  /** Every column but the message. */
  readonly #facts: readonly string[]

  constructor(spec: OutboxSpec, store: Store, clock: Clock) {
    this.#spec = spec
    this.#store = store
    this.#clock = clock
    this.table = spec.table
    const table = outboxTable(spec)
    this.#rows = table.in(store)
    this.#facts = table.spec.columns.map(({ name }) => name).filter((name) => name !== BODY)
    const { receiver } = spec
    this.chosen = new ChosenRows({ rows: this.#rows, store }, () => this.#moments, { facts: this.#facts, receiver })
  }

  insert(key: string, values: Record<string, OutboxText>): Statement {
    const given = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : joinedText(value)])
    return this.#rows.insert({
      key,
      state: 'pending',
      attempts: 0,
      created_at: this.#at(0),
      updated_at: this.#at(0),
      next_at: this.#at(ABANDONED),
      ...Object.fromEntries(given),
    })
  }

  /** Claims a new row for this process, unless an earlier row of its stream is pending. */
  claimNew(key: string): Promise<Row | undefined> {
    return this.#claim({ key, lease: null })
  }

  /** Claims the next row of a stream, which was waiting for the one before it. */
  async claimNext(stream: string): Promise<Row | undefined> {
    const isNew = { stream, state: 'pending', attempts: 0 }
    const next = await this.#rows.first(isNew, { columns: ['key', 'lease'], sort: ['id'], limit: 1 })
    return next && next['lease'] === null ? this.claimNew(next['key']) : undefined
  }

  /** Claims a due row, unless an earlier row of its stream is also due or is being sent. */
  claimDue(key: string): Promise<Row | undefined> {
    const next_at = this.#isDue
    const isBusy = anyOf({ next_at }, { lease: isNot('') })
    return this.#claim({ key, next_at }, ...(this.#spec.streams ? [this.#noneBefore(isBusy)] : []))
  }

  /** Claims a row at an admin's request, in any state unless it is being sent. */
  claimById(id: number): Promise<Row | undefined> {
    return this.#take([{ id }, isFree(this.#moments)])
  }

  /** The receivers with due rows. */
  async receivers(): Promise<(string | undefined)[]> {
    const { receiver } = this.#spec
    if (receiver === undefined) return [undefined]
    const rows = await this.#rows.find({ state: 'pending', next_at: this.#isDue }, { columns: [receiver], distinct: true })
    return rows.map((row) => row[receiver])
  }

  /** The due rows of one receiver, oldest first: the keys of each stream. */
  async due(most: number, to: string | undefined): Promise<string[][]> {
    const { receiver, streams } = this.#spec
    const theirs = receiver === undefined ? {} : { [receiver]: to }
    const columns = ['key', ...(streams ? ['stream'] : [])]
    const rows = await this.#rows.find({ state: 'pending', next_at: this.#isDue, ...theirs }, { columns, sort: ['id'], limit: most })
    const byStream = new Map<unknown, string[]>()
    for (const { key, stream } of rows) {
      const of = stream ?? Symbol(key)
      byStream.set(of, [...(byStream.get(of) ?? []), key])
    }
    return [...byStream.values()]
  }

  async done({ key, lease }: Row): Promise<void> {
    await this.#store.change(this.#rows.delete({ key, lease }))
  }

  /** `pause` in seconds; without it, the row is marked as failed. */
  async putOff({ key, lease, attempts }: Row, error: string, pause: number | undefined): Promise<void> {
    const state = pause === undefined ? 'failed' : 'pending'
    const change = { state, attempts, error, updated_at: this.#at(0), next_at: this.#at(pause ?? 0), lease: '' }
    await this.#store.change(this.#rows.update({ key, lease }, change))
  }

  /** Deletes rows that failed longer ago than this. */
  async forget(seconds: number): Promise<void> {
    const where = { state: 'failed', next_at: lessThan(this.#at(-seconds)) }
    await changeInBatches({ rows: this.#rows, store: this.#store }, where, (some) => this.#rows.delete(some, ['id']))
  }

  /** Counts rows that should have been sent long ago: the jobs don't run, or don't keep up. */
  async overdue(): Promise<Pick<Trouble, 'overdue' | 'since'>> {
    const columns = { n: count(), since: lowest('next_at') }
    const row = await this.#rows.totals({ state: 'pending', next_at: lessThan(this.#at(-OVERDUE)) }, { columns })
    return { overdue: Number(row['n']), since: row['since'] ?? null }
  }

  /** What an admin needs to know: rows that were given up, that failed and are retried, and that should have been sent long ago. */
  async trouble(): Promise<Trouble | undefined> {
    const [{ failed }, retrying, late] = [await this.chosen.counts(), await this.#rows.count(RETRYING), await this.overdue()]
    return failed + retrying + late.overdue > 0 ? { failed, retrying, ...late } : undefined
  }

  /** Rows that were given up or are retried, counted by some of their columns, with the last error of each group. */
  async failingBy(columns: readonly string[]): Promise<Row[]> {
    const counted = { ...Object.fromEntries(columns.map((name) => [name, name])), failing: count(), last: highest('id') }
    const groups = await this.#rows.find([anyOf({ state: 'failed' }, RETRYING)], { columns: counted, groupBy: columns, sort: columns })
    return Promise.all(
      groups.map(async ({ last, ...row }) => ({
        ...row,
        failing: Number(row['failing']),
        error: (await this.find(last))?.['error'] ?? null,
      })),
    )
  }

  async remove(id: number): Promise<boolean> {
    return (await this.#store.change(this.#rows.delete({ id }, ['id']))).length > 0
  }

  /** The messages of several rows, by id. */
  async bodies(ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map()
    const rows = await this.#rows.find({ id: oneOf(...ids) }, { columns: ['id', BODY] })
    return new Map(rows.map((row) => [row['id'], row[BODY]]))
  }

  /** Without its message. */
  find(id: number): Promise<Row | undefined> {
    return this.#rows.first({ id }, { columns: this.#facts })
  }

  #claim(...conditions: RowFilter<string>[]): Promise<Row | undefined> {
    const isFirst = anyOf({ attempts: greaterThan(0) }, this.#noneBefore({ attempts: 0 }))
    return this.#take([...conditions, { state: 'pending' }, ...(this.#spec.streams ? [isFirst] : [])])
  }

  /** No earlier row of the stream is pending and meets a condition. */
  #noneBefore(condition: RowFilter<string>): Condition {
    return hasNoRow(this.table, [{ stream: ofOuter('stream'), id: lessThan(ofOuter('id')), state: 'pending' }, condition])
  }

  /** Leases a row to this process; another may claim it when the lease has expired. */
  async #take(where: RowFilter<string>): Promise<Row | undefined> {
    const lease = { lease: randomUUID(), next_at: this.#at(ABANDONED) }
    return (await this.#store.change(this.#rows.update(where, lease, '*')))[0]
  }

  get #isDue(): ColumnTest {
    return isDue(this.#moments)
  }

  get #moments(): Moments {
    return { now: this.#at(0), latest: this.#at(LONGEST_WAIT) }
  }

  #at(seconds: number): string {
    return new Date(this.#clock.now().getTime() + seconds * 1000).toISOString()
  }
}
