/** Statements of callers that may take long: how many run at once, in which order, for how long, and what the log says of those that took too long. */
import { GalleyError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Connections, Query, Row } from './contract.ts'
import { StatementTimeout } from './contract.ts'
import { ClientGone, FairQueue, QueueTimeout } from './fair-queue.ts'

/** Whose statement it is, and how many milliseconds it may take. */
export interface CallerLimit {
  caller: string
  ms: number
  /** Whether nobody waits for the answer any more. */
  isGone?: (() => boolean) | undefined
}

/** A shape whose statements usually take fewer milliseconds than this runs in the quick lane. */
const QUICK = 5
/** What a statement may take there; one that takes longer starts again in the slow lane. */
const QUICK_LIMIT = 25
/** The average of a shape after one statement exceeded its limit, at least: many short ones bring it down again. */
const TOO_LONG = 1000
/** The weight of the newest duration in the average. */
const NEWEST = 0.2
const A_MINUTE = 60_000
/** How many shapes the log remembers. */
const LOGGED = 500

const MESSAGE =
  'This query takes too long. Filter and sort by indexed fields, narrow the filter, or ask for fewer documents; the server log names the query plan'

export class Lanes {
  readonly #connections: Connections
  readonly #log: Log
  readonly #quick: FairQueue
  readonly #slow: FairQueue
  /** The average duration of each shape in milliseconds. A shape that has never run is taken for a slow one. */
  readonly #durations = new WeakMap<Query, number>()
  readonly #logged = new Map<string, number>()

  constructor(connections: Connections, log: Log) {
    this.#connections = connections
    this.#log = log
    this.#quick = new FairQueue(connections.lanes.quick)
    this.#slow = new FairQueue(connections.lanes.slow)
  }

  /** How many statements wait for their turn. */
  get waiting(): number {
    return this.#quick.waiting + this.#slow.waiting
  }

  /** Rejects with `TOO_SLOW` when the statement, or its wait for a turn, exceeds the limit. */
  async run(query: Query, values: readonly unknown[], limit: CallerLimit): Promise<Row[]> {
    try {
      if ((this.#durations.get(query) ?? QUICK) < QUICK) {
        const rows = await this.#tryQuickly(query, values, limit)
        if (rows) return rows
      }
      return await this.#slow.run(limit.caller, limit.ms, () => this.#timed(query, values, 'slow', limit.ms), limit.isGone)
    } catch (error) {
      if (!(error instanceof StatementTimeout || error instanceof QueueTimeout || error instanceof ClientGone)) throw error
      if (!(error instanceof ClientGone)) this.#report(query, values.length, error)
      throw new GalleyError('TOO_SLOW', MESSAGE, { cause: error, retryAfter: Math.ceil(limit.ms / 1000) })
    }
  }

  close(): void {
    const error = new Error('the CMS was stopped')
    this.#quick.close(error)
    this.#slow.close(error)
  }

  async #tryQuickly(query: Query, values: readonly unknown[], { caller, ms, isGone }: CallerLimit): Promise<Row[] | undefined> {
    try {
      return await this.#quick.run(caller, ms, () => this.#timed(query, values, 'quick', Math.min(QUICK_LIMIT, ms)), isGone)
    } catch (error) {
      if (error instanceof StatementTimeout) return undefined
      throw error
    }
  }

  async #timed(query: Query, values: readonly unknown[], lane: 'quick' | 'slow', ms: number): Promise<Row[]> {
    try {
      const { rows, took } = await this.#connections.limited(query, values, lane, ms)
      this.#learn(query, took)
      return rows
    } catch (error) {
      if (error instanceof StatementTimeout) this.#durations.set(query, Math.max(ms, TOO_LONG))
      throw error
    }
  }

  #learn(query: Query, took: number): void {
    const usual = this.#durations.get(query) ?? took
    this.#durations.set(query, usual + (took - usual) * NEWEST)
  }

  /** Once a minute for each shape, with the plan and never with values. */
  #report(query: Query, parameters: number, reason: Error): void {
    const now = Date.now()
    if (now - (this.#logged.get(query.sql) ?? Number.NEGATIVE_INFINITY) < A_MINUTE) return
    this.#logged.delete(query.sql)
    this.#logged.set(query.sql, now)
    if (this.#logged.size > LOGGED) this.#logged.delete(this.#logged.keys().next().value!)
    const facts = { reason: reason.message, sql: query.sql }
    this.#connections.explain(query, parameters).then(
      (plan) => this.#log.warn('a query was refused because it takes too long (TOO_SLOW)', { ...facts, plan }),
      (error: Error) => this.#log.warn('a query was refused because it takes too long (TOO_SLOW)', { ...facts, plan: error.message }),
    )
  }
}
