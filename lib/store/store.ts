/** The store: reads, write sets and transactions over whichever database is configured. */
import type { Log } from '../log.ts'
import type { Connection, Connections, DatabaseAdapter, Dialect, Query, Row } from './contract.ts'
import { type CallerLimit, Lanes } from './lanes.ts'
import { areStorable, notStorable, storing } from './storable.ts'
import { currentFrame, holdFrame, outsideFrames } from './transaction.ts'
import { execute, statementsOf, type Writing, type Written } from './write-set.ts'

const HOLD_LIMIT = 10_000
/** How many commits may pass before kept counts are added up again. */
const COMMITS_A_FOLD = 500

export class Store {
  readonly dialect: Dialect
  readonly #adapter: DatabaseAdapter
  readonly #log: Log
  #connections: Connections | undefined
  #lanes: Lanes | undefined
  #commits = 0
  /** Told of every question to the database. */
  asked: () => void = () => undefined

  constructor(adapter: DatabaseAdapter, log: Log) {
    this.#adapter = adapter
    this.dialect = adapter.dialect
    this.#log = log
  }

  async open(): Promise<void> {
    this.#connections = await this.#adapter.open({ log: this.#log })
    this.#lanes = new Lanes(this.#connections, this.#log)
  }

  async close(): Promise<void> {
    this.#lanes?.close()
    await this.#connections?.close()
    this.#connections = undefined
  }

  /** SQL in the driver's own spelling. `fresh`: never from a replica, which may lag behind. */
  read(sql: string, values: readonly unknown[] = [], fresh = false): Promise<Row[]> {
    this.asked()
    if (!areStorable(values)) return Promise.reject(notStorable())
    const frame = this.#frame()
    return frame ? frame.all(sql, values) : this.connections.read(sql, values, { fresh })
  }

  /**
   * A compiled statement. With a limit it belongs to a caller: unless it is bounded it takes its turn, and rejects with
   * `TOO_SLOW` when it takes too long. Inside a transaction nothing is limited but the transaction itself.
   */
  query(query: Query, values: readonly unknown[], bounded: boolean, limit: CallerLimit | undefined): Promise<Row[]> {
    this.asked()
    if (!areStorable(values)) return Promise.reject(notStorable())
    const frame = this.#frame()
    if (frame) return frame.all(query.sql, values)
    if (bounded || !limit) return this.connections.read(query.sql, values, { bounded })
    return this.lanes.run(query, values, limit)
  }

  /** How many statements of callers wait for their turn. */
  get waiting(): number {
    return this.#lanes?.waiting ?? 0
  }

  /** A short transaction of our own code: nothing of a user's runs inside. */
  atomically<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    this.asked()
    const frame = this.#frame()
    const storingWork = (connection: Connection) => work(storing(connection))
    return frame ? frame.nested(storingWork) : this.connections.write(storingWork)
  }

  /** A set of one statement needs no transaction around it. */
  async commit(set: Writing): Promise<Written> {
    if (this.dialect.foldCounts && ++this.#commits % COMMITS_A_FOLD === 0) void this.#fold(this.dialect.foldCounts)
    this.asked()
    const frame = this.#frame()
    const work = (connection: Connection) => execute(set, connection, this.dialect)
    const statements = statementsOf(set)
    if (!statements.every(({ values }) => areStorable(values))) throw notStorable()
    if (frame) return frame.nested(work)
    const together = this.connections.together(statements)
    if (together) return together
    const [only, more] = statements
    if (!only || more) return this.connections.write(work)
    const rows = await this.connections.single(this.dialect.native(only.sql), only.values)
    // A statement that hit no row has changed nothing: there is nothing to undo.
    if (only.expect && rows.length !== only.expect.rows) throw only.expect.otherwise()
    return only.as ? { [only.as]: rows[0] ?? {} } : {}
  }

  /** Several operations in one transaction; inside another one it joins that. */
  async transaction<T>(work: () => Promise<T>, limit = this.#adapter.holdLimit ?? HOLD_LIMIT): Promise<T> {
    if (this.#frame()) return work()
    const holder = new Error('it was begun here')
    const { value, frame } = await this.connections.hold((connection) => holdFrame(connection, limit, holder, work))
    for (const effect of frame.effects) await outsideFrames(effect)
    return value
  }

  /** Runs once what was written is committed: now, or after the outermost transaction. */
  async settled(effect: () => Promise<void>): Promise<void> {
    const frame = this.#frame()
    if (frame) frame.effects.push(effect)
    else await effect()
  }

  /** Reads that all see one moment. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return outsideFrames(() => this.connections.snapshot(work))
  }

  /** A transaction for schema changes. */
  exclusively<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.connections.alter(work)
  }

  #fold(sql: string): Promise<void> {
    return this.connections.single(sql, []).then(
      () => undefined,
      (error: Error) => this.#log.warn('the counts could not be added up; they stay right', { error: error.message }),
    )
  }

  private get lanes(): Lanes {
    if (!this.#lanes) throw new Error('the CMS is not started')
    return this.#lanes
  }

  private get connections(): Connections {
    if (!this.#connections) throw new Error('the CMS is not started')
    return this.#connections
  }

  #frame() {
    return currentFrame((message) => this.#log.warn(message))
  }
}
