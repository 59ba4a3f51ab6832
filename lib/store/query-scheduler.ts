/** Schedules callers' statements that may take long: concurrency, order, time limits, and log entries for slow ones. Tested by test/query/too-slow.test.ts and test/store/query-scheduler.test.ts. */
import { clientGone, GalleyError, stopping, tooBusy } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Connections, type Query, type QueryCost, type Row, StatementTimeout } from './contract.ts'
import { ClientGone, FairQueue, type QueueRequest, QueueTimeout } from './fair-queue.ts'

/** The caller of the statements, and how long they may take. */
export interface CallerLimit {
  caller: string
  /** Whether they have priority over those of other callers. */
  isFirst: boolean
  /** The time budget of all statements that share `spent`, in milliseconds. */
  ms: number
  spent: TimeSpent
  /** A signal that is aborted once the last caller stops waiting for the answer. Requested only if a statement may take long. */
  disconnected?(): AbortSignal | undefined
}

/** The total time of one request's statements so far in milliseconds, waits included. */
export interface TimeSpent {
  ms: number
}

type Turn = Omit<QueueRequest, 'patience'>

/** Shapes whose statements usually take less than this run as quick ones, in milliseconds. */
const QUICK = 5
/** The time limit of a quick one, in milliseconds, times how many run; a statement that takes longer restarts as a slow one. */
const QUICK_LIMIT = 25
/** The lowest average that a shape gets after exceeding its limit; many short statements bring it down again. */
const TOO_LONG = 1000
/** The weight of the newest duration in the average. What else the machine does only ever adds to it, so a shorter one says more. */
const SHORTER = 0.3
const LONGER = 0.1
const A_MINUTE = 60_000
/** How many bounded statements may wait: they are short, so the queue may be long. */
const MOST_BOUNDED = 4000
/** How many shapes the log remembers. */
const LOGGED = 500

const MESSAGE =
  'This query takes too long. Filter and sort by indexed fields, narrow the filter, or ask for fewer documents; the server log names the query plan'

export class QueryScheduler {
  readonly #connections: Connections
  readonly #log: Log
  readonly #queues: Readonly<Record<QueryCost, FairQueue>>
  readonly #bounded: FairQueue
  /** The average duration of each shape in milliseconds. A shape that has never run counts as slow. */
  readonly #durations = new WeakMap<Query, number>()
  readonly #logged = new Map<string, number>()
  #running = 0

  constructor(connections: Connections, log: Log) {
    this.#connections = connections
    this.#log = log
    this.#queues = { quick: new FairQueue(connections.capacity.quick), slow: new FairQueue(connections.capacity.slow) }
    this.#bounded = new FairQueue(connections.bounded, { most: MOST_BOUNDED, ofOne: MOST_BOUNDED / 2 })
  }

  /** How many statements wait for their turn. */
  get waiting(): number {
    return this.#queues.quick.waiting + this.#queues.slow.waiting + this.#bounded.waiting
  }

  /** Rejects with `TOO_SLOW` if the statement, including its wait, exceeds the rest of the limit. */
  async run(query: Query, values: readonly unknown[], limit: CallerLimit): Promise<Row[]> {
    const began = performance.now()
    const until = began + limit.ms - limit.spent.ms
    const turn = { caller: limit.caller, isFirst: limit.isFirst, disconnected: limit.disconnected?.() }
    try {
      if ((this.#durations.get(query) ?? QUICK) < QUICK) {
        const rows = await this.#tryQuickly(query, values, turn, until)
        if (rows) return rows
      }
      return await this.#inTurn('slow', query, values, turn, until)
    } catch (error) {
      if (turn.disconnected?.aborted) throw new GalleyError('TOO_SLOW', MESSAGE, { cause: error })
      if (!(error instanceof StatementTimeout || error instanceof QueueTimeout)) throw error
      this.#report(query, values.length, error)
      throw new GalleyError('TOO_SLOW', MESSAGE, { cause: error, retryAfter: Math.ceil(limit.ms / 1000) })
    } finally {
      limit.spent.ms += performance.now() - began
    }
  }

  /** Runs a short statement, which at most waits for a connection. Only that wait is limited. */
  async bounded(limit: CallerLimit, read: () => Promise<Row[]>): Promise<Row[]> {
    const disconnected = limit.disconnected?.()
    try {
      const turn = { caller: limit.caller, isFirst: limit.isFirst, patience: limit.ms, disconnected }
      return await this.#bounded.run(turn, read)
    } catch (error) {
      if (error instanceof ClientGone) throw clientGone()
      if (error instanceof QueueTimeout) throw tooBusy(error)
      throw error
    }
  }

  close(): void {
    const error = stopping()
    this.#queues.quick.close(error)
    this.#queues.slow.close(error)
    this.#bounded.close(error)
  }

  async #tryQuickly(query: Query, values: readonly unknown[], turn: Turn, until: number): Promise<Row[] | undefined> {
    try {
      return await this.#inTurn('quick', query, values, turn, until)
    } catch (error) {
      if (error instanceof StatementTimeout && performance.now() < until) return undefined
      throw error
    }
  }

  #inTurn(cost: QueryCost, query: Query, values: readonly unknown[], turn: Turn, until: number): Promise<Row[]> {
    const patience = until - performance.now()
    if (patience <= 0) return Promise.reject(new QueueTimeout('earlier statements used up the time of the request'))
    return this.#queues[cost].run({ ...turn, patience }, () => this.#timed(cost, query, values, until, turn.disconnected))
  }

  async #timed(
    cost: QueryCost,
    query: Query,
    values: readonly unknown[],
    until: number,
    disconnected: AbortSignal | undefined,
  ): Promise<Row[]> {
    const left = Math.max(1, Math.floor(until - performance.now()))
    const running = ++this.#running
    const quickLimit = QUICK_LIMIT * running
    const ms = cost === 'quick' ? Math.min(quickLimit, left) : left
    try {
      const { rows, took } = await this.#connections.limited(query, values, cost, ms, disconnected)
      this.#learn(query, (2 * took) / (running + this.#running))
      return rows
    } catch (error) {
      // If other statements used up most of the time, the one that was stopped may still be short.
      if (error instanceof StatementTimeout && ms >= quickLimit) this.#durations.set(query, Math.max(ms, TOO_LONG))
      throw error
    } finally {
      this.#running--
    }
  }

  /** `share`: the part of the time that is this statement's, if those that ran at the same time did equally much. */
  #learn(query: Query, share: number): void {
    const usual = this.#durations.get(query) ?? share
    this.#durations.set(query, usual + (share - usual) * (share < usual ? SHORTER : LONGER))
  }

  /** Logs each shape at most once a minute, with the query plan but never with values. */
  #report(query: Query, parameters: number, reason: Error): void {
    const now = Date.now()
    if (now - (this.#logged.get(query.sql) ?? Number.NEGATIVE_INFINITY) < A_MINUTE) return
    this.#logged.delete(query.sql)
    this.#logged.set(query.sql, now)
    const [oldest] = this.#logged.size > LOGGED ? this.#logged.keys() : []
    if (oldest !== undefined) this.#logged.delete(oldest)
    const facts = { reason: reason.message, sql: query.sql }
    this.#connections.explain(query, parameters).then(
      (plan) => this.#log.warn('a query was refused because it takes too long (TOO_SLOW)', { ...facts, plan }),
      (error: Error) => this.#log.warn('a query was refused because it takes too long (TOO_SLOW)', { ...facts, plan: error.message }),
    )
  }
}
