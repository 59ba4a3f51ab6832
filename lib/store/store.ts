/** The store: reads, write sets and transactions over the configured database. */
import { AsyncResource } from 'node:async_hooks'
import { isStopping, stopping } from '../errors.ts'
import type { Log } from '../log.ts'
import { CombinedReads } from './combined-reads.ts'
import { CommitStamps } from './commit-stamps.ts'
import type { Connection, Connections, DatabaseAdapter, Dialect, Query, ReturnedRows, Row } from './contract.ts'
import { execute } from './execute.ts'
import { explained } from './outdated.ts'
import { type CallerLimit, QueryScheduler } from './query-scheduler.ts'
import { checkRetries, Retries } from './retries.ts'
import { areStorable, notStorable, type ShortTransaction, storing } from './storable.ts'
import { type CommitEffect, currentFrame, Frame, outsideFrames, type TransactionBody } from './transaction.ts'
import { type Statement, sqlOf, statementsOf, type Writing } from './write-set.ts'

const HOLD_LIMIT = 10_000
/** How many commits may pass before row counts are compacted. */
const COMMITS_A_FOLD = 500

export class Store {
  readonly dialect: Dialect
  readonly #adapter: DatabaseAdapter
  readonly #log: Log
  #connections: Connections | undefined
  #scheduler: QueryScheduler | undefined
  #stamps: CommitStamps | undefined
  readonly #combined: CombinedReads
  readonly #retries = new Retries()
  #commits = 0
  #openings = 0
  #isClosed = false
  /** Called for every database access. */
  onAccess: () => void = () => undefined

  constructor(adapter: DatabaseAdapter, log: Log) {
    this.#adapter = adapter
    this.dialect = adapter.dialect
    this.#log = log
    this.#combined = new CombinedReads(adapter.dialect, async (sql, values, options) => this.connections.read(sql, values, options))
  }

  async open(): Promise<void> {
    this.#isClosed = false
    const connections = explained(await this.#adapter.open({ log: this.#log }), this.dialect)
    const opening = ++this.#openings
    this.#connections = connections
    this.#scheduler = new QueryScheduler(connections, this.#log)
    this.#stamps = new CommitStamps(async () => {
      const stamp = await connections.stamp?.()
      return stamp && `${opening} ${stamp}`
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#scheduler?.close()
    const connections = this.#connections
    this.#connections = this.#stamps = undefined
    await connections?.close()
  }

  /** SQL in the driver's own syntax. `fresh`: never from a replica, which may lag behind. */
  read(sql: string, values: readonly unknown[] = [], fresh = false): Promise<Row[]> {
    this.onAccess()
    if (!areStorable(values)) return Promise.reject(notStorable())
    const frame = currentFrame()
    return frame ? frame.all(sql, values) : this.connections.read(sql, values, { fresh })
  }

  /** Whether the database answers. */
  ping(): Promise<Row[]> {
    return this.read('select 1', [], true)
  }

  /** Reads rows of our own tables. `fresh`: never from a replica. */
  rows(statement: Statement, fresh = true): Promise<Row[]> {
    return this.read(this.dialect.native(sqlOf(statement)), statement.values, fresh)
  }

  /** Runs one change as its own transaction; returns its `returning`. */
  change(statement: Statement): Promise<Row[]> {
    return this.atomically(({ run }) => run(statement))
  }

  /** A statement that processes a lot of data. It never delays requests, whichever driver runs it. */
  readLong(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    this.onAccess()
    const frame = currentFrame()
    return frame ? frame.all(sql, values) : this.connections.read(sql, values, { fresh: true, takesLong: true })
  }

  /**
   * A compiled statement. With a limit it belongs to a caller: unless bounded it waits for its turn, and rejects with `TOO_SLOW` if it
   * takes too long. Inside a transaction, only the transaction itself is limited. `fresh`: never from a replica.
   */
  query(query: Query, values: readonly unknown[], bounded: boolean, limit: CallerLimit | undefined, fresh = false): Promise<Row[]> {
    this.onAccess()
    if (!areStorable(values)) return Promise.reject(notStorable())
    const frame = currentFrame()
    if (frame) return frame.all(query.sql, values)
    if (limit && !bounded) return this.scheduler.run(query, values, limit)
    const read = () => this.#readNow(query, values, bounded, fresh)
    return limit ? this.scheduler.bounded(limit, read) : read()
  }

  #readNow({ sql, many }: Query, values: readonly unknown[], bounded: boolean, fresh: boolean): Promise<Row[]> {
    const isCombined = many && bounded && this.connections.isAway && Number.isSafeInteger(values[many.at])
    return isCombined ? this.#combined.row(many, values, fresh) : this.connections.read(sql, values, { bounded, fresh })
  }

  /** The state of the database for reads outside of transactions: equal stamps mean that no process committed anything in between. */
  async stamp(): Promise<string | undefined> {
    if (!this.#stamps || currentFrame()) return undefined
    this.onAccess()
    return this.#stamps.take()
  }

  /** How many statements of callers wait for their turn. */
  get waiting(): number {
    return this.#scheduler?.waiting ?? 0
  }

  /** A short transaction of our own code; no user code runs inside it. */
  atomically<T>(work: (transaction: ShortTransaction) => Promise<T>): Promise<T> {
    this.onAccess()
    const frame = currentFrame()
    const storingWork = (connection: Connection) => work(storing(connection, this.dialect))
    return frame ? frame.nested(storingWork) : this.connections.write(storingWork)
  }

  /** A set with a single statement needs no transaction around it. */
  async commit(set: Writing): Promise<ReturnedRows> {
    if (this.dialect.foldCounts && ++this.#commits % COMMITS_A_FOLD === 0) void this.#fold(this.dialect.foldCounts)
    this.onAccess()
    const frame = currentFrame()
    const work = (connection: Connection) => execute(set, connection, this.dialect)
    const statements = statementsOf(set)
    if (!statements.every(({ values }) => areStorable(values))) throw notStorable()
    if (frame) return frame.nested(work)
    const together = this.connections.together(statements)
    if (together) return together
    const [only, more] = statements
    if (!only || more) return this.connections.write(work)
    const rows = await this.connections.single(this.dialect.native(sqlOf(only)), only.values)
    // A statement that matched no row changed nothing, so there is nothing to undo.
    if (only.expect && rows.length !== only.expect.rows) throw only.expect.otherwise()
    return only.as ? { [only.as]: rows[0] ?? {} } : {}
  }

  /** Several operations in one transaction. A nested one is part of the outer transaction, and can fail on its own. */
  async transaction<T>(work: TransactionBody<T>, { limit = this.#holdLimit, retries = 0 } = {}): Promise<T> {
    checkRetries(retries)
    const outer = currentFrame()
    // A nested transaction is not retried: it would conflict with what the outer one holds.
    return outer ? outer.inner(work) : this.#retries.run(retries, () => this.#hold(work, limit, false))
  }

  async #hold<T>(work: TransactionBody<T>, limit: number, isOurs: boolean): Promise<T> {
    const frame = new Frame(undefined, isOurs)
    const held = { milliseconds: limit, holder: new Error('it was started here') }
    // A database may run this later, in another caller's async context.
    const inHere = AsyncResource.bind((connection: Connection) => frame.hold(connection, work, held))
    let value: T
    try {
      value = await this.connections.hold((connection) => inHere(connection))
    } catch (error) {
      await this.#run(frame.conclude(false))
      throw error
    }
    await this.#run(frame.conclude(true))
    return value
  }

  /** Identifies the scope of the caller: its transaction, or the store outside of transactions. */
  get place(): object {
    return currentFrame() ?? this
  }

  /** Whether the caller is already inside a transaction. */
  get isHeld(): boolean {
    return currentFrame() !== undefined
  }

  /** Runs work that no other change of a row can interrupt: in our own transaction, or in the caller's. */
  async holding<T>(lock: Statement, work: () => Promise<T>): Promise<T> {
    const locked = async () => {
      await this.commit({ guards: [lock] })
      return work()
    }
    return currentFrame() ? locked() : this.#hold(locked, this.#holdLimit, true)
  }

  /** A failing effect does not prevent the others. */
  async #run(effects: readonly CommitEffect[]): Promise<void> {
    for (const effect of effects)
      await outsideFrames(effect).catch((error) =>
        this.#log.error('work after a transaction failed; the transaction itself was committed', { error }),
      )
  }

  /** Runs once what was written is committed: now, or after the outermost transaction. */
  async settled(effect: CommitEffect): Promise<void> {
    const frame = currentFrame()
    if (!frame) return effect()
    if (!frame.isClosed) return frame.whenKept(effect)
    // Written in time, by a call that was not awaited.
    if (await frame.isKept) return frame.beyond(() => this.settled(effect))
  }

  /** Refuses a call whose transaction has ended, even if the call would not access the database. */
  refuseAfterEnd(): void {
    currentFrame()?.refuseAfterEnd()
  }

  /** Runs if the surrounding transaction is rolled back: for effects that the database cannot undo. */
  undone(effect: CommitEffect): void {
    currentFrame()?.whenUndone(effect)
  }

  /** Reads for the response to a change: they continue even if its transaction has already been committed. */
  async answering<T>(work: () => Promise<T>): Promise<T> {
    const frame = currentFrame()
    if (!frame) return work()
    try {
      return await work()
    } catch (error) {
      if (!frame.isClosed || !(await frame.isKept)) throw error
      return frame.beyond(() => this.answering(work))
    }
  }

  /** Reads from a single point in time. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return outsideFrames(() => this.connections.snapshot(work))
  }

  /** A transaction for schema changes; `takesLong` if it also writes a lot of data. */
  exclusively<T>(work: (connection: Connection) => Promise<T>, takesLong = false): Promise<T> {
    return this.connections.alter(work, { takesLong })
  }

  /** Runs a statement that must not be inside a transaction. */
  alone(sql: string): Promise<Row[]> {
    this.onAccess()
    return outsideFrames(() => this.connections.single(sql, []))
  }

  #fold(sql: string): Promise<void> {
    return this.connections.single(sql, []).then(
      () => undefined,
      (error: Error) => {
        if (!isStopping(error)) this.#log.warn('row counts could not be compacted; they are still correct', { error: error.message })
      },
    )
  }

  get #holdLimit(): number {
    return this.#adapter.holdLimit ?? HOLD_LIMIT
  }

  private get scheduler(): QueryScheduler {
    if (!this.#scheduler) throw this.#isClosed ? stopping() : new Error('the CMS is not started')
    return this.#scheduler
  }

  private get connections(): Connections {
    if (!this.#connections) throw this.#isClosed ? stopping() : new Error('the CMS is not started')
    return this.#connections
  }
}
