/** A pool of Postgres connections through Knex, with named statements, and replicas for reads. Tested by test/cluster/cluster.test.ts. */
import { availableParallelism } from 'node:os'
import knex, { type Knex } from 'knex'
import { configError, GalleyError, stopping, tooBusy, unavailable } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import {
  type Connection,
  type Connections,
  type QueryCost,
  type ReturnedRows,
  type Row,
  type TimedRows,
  TransactionConflict,
} from '../../lib/store/contract.ts'
import { refused, returnedRows, type Together, together } from './batch.ts'
import type { Client, Given, Result } from './client.ts'
import { CombinedSets } from './combined-sets.ts'
import { isOutdated } from './dialect.ts'
import { explained, isUnreachable, refuseEncoding } from './explained.ts'
import { queryLimited } from './limited.ts'
import type { PostgresOptions } from './options.ts'
import { queryWith, type StatementSettings } from './settings.ts'

/** A statement is named after this many uses, and a connection keeps this many names. */
const NAMED_AFTER = 3
const KEPT = 200
const REPLICA_PAUSE = 5_000
/** The maximum number of connections in a pool. */
const CONNECTIONS = 10
/** How many statements and transactions may wait for a connection. */
const MOST_WAITING = 2000

export async function openPostgres(options: PostgresOptions, { log }: { log: Log }): Promise<Connections> {
  const statements = new Names(options.prepare !== false)
  const primary = new Pool(options.url, options, statements, log)
  const replicas = (options.replicas ?? []).map((url) => new Pool(url, options, statements))
  let turn = 0
  const { rows } = await primary
    .use((client) => client.query("select current_setting('server_encoding') as encoding"))
    .catch((error) => {
      throw explained(isUnavailable(error) ? (error.cause as Error) : error, options.url)
    })
  refuseEncoding(rows[0]?.['encoding'], options.url)
  /** Asks a replica, or the primary if the replica is unavailable or lags behind a migration. */
  async function anywhere<T>(ask: (pool: Pool) => Promise<T>): Promise<T> {
    const replica = replicas[turn++ % (replicas.length || 1)]
    if (replica?.usable) {
      try {
        return await ask(replica)
      } catch (error) {
        // A migration may not have reached the replica yet.
        if (!isAway(error) && !isOutdated(error)) throw error
        if (isAway(error)) {
          replica.pause()
          log.warn('a replica does not respond; its reads go to the primary for now', { error: (error as Error).message })
        }
      }
    }
    try {
      return await ask(primary)
    } catch (error) {
      // A replica that was unavailable a moment ago may be back, while the primary is unavailable now.
      if (!replica || !isAway(error)) throw error
      return ask(replica)
    }
  }
  const sets = new CombinedSets({
    alone: (set) => againOnConflict(() => togetherOn(primary, set)),
    query: (sql, values, settings) => primary.query(sql, values, settings),
  })
  return {
    read: (sql, values, { fresh = false } = {}) => (fresh ? primary.query(sql, values) : anywhere((pool) => pool.query(sql, values))),
    limited: ({ sql }, values, cost, limit) => anywhere((pool) => pool.limited(sql, values, cost, limit)),
    capacity: capacityOf(options.pool?.max ?? CONNECTIONS),
    bounded: options.pool?.max ?? CONNECTIONS,
    isAway: true,
    explain: ({ sql }, parameters) => primary.explain(sql, parameters),
    single: (sql, values) => againOnConflict(() => primary.query(sql, values)),
    together(statements) {
      const set = together(statements)
      return set && sets.run(set)
    },
    write: (work) => againOnConflict(() => primary.transaction(work)),
    hold: (work) => primary.transaction((connection) => work(sayingConflicts(connection))).catch(asConflict),
    alter: (work) => primary.transaction(work),
    snapshot: (work) => primary.transaction(work, 'begin isolation level repeatable read read only'),
    // Reads may go to any replica, and each has its own state.
    ...(replicas.length === 0 && { stamp: () => primary.stamp() }),
    async close() {
      await Promise.all([primary, ...replicas].map((pool) => pool.end()))
    },
  }
}

/**
 * Slow statements use at most half of the pool, one of their slots is for admin users, and both kinds together leave connections for
 * everything else.
 */
function capacityOf(connections: number): Record<QueryCost, number> {
  const slow = Math.max(1, Math.min(Math.max(2, availableParallelism()), Math.floor(connections / 2)))
  return { slow, quick: Math.max(1, Math.floor((connections - slow) / 2)) }
}

async function togetherOn(pool: Pool, set: Together): Promise<ReturnedRows> {
  try {
    const [row] = await pool.query(set.sql, set.values)
    return returnedRows(set, row)
  } catch (error) {
    throw refused(set, error) ?? error
  }
}

/** A deadlock or a serialization failure: the other transaction continues, and this one may be retried. */
const CONFLICTS = ['40P01', '40001']
const MOST_CONFLICTS = 20
const LONGEST_PAUSE = 250

/** The snapshot of a standby doesn't name the transactions that are in progress. */
const STAMP = 'select pg_current_snapshot()::text || \' \' || pg_postmaster_start_time()::text as "stamp" where not pg_is_in_recovery()'

const isConflict = (error: unknown) => CONFLICTS.includes((error as { code?: string }).code ?? '')

async function againOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || tries === MOST_CONFLICTS) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, LONGEST_PAUSE)))
    }
  }
}

function asConflict(error: unknown): never {
  throw isConflict(error) ? new TransactionConflict(error) : error
}

const sayingConflicts = ({ all }: Connection): Connection => ({ all: (sql, values) => all(sql, values).catch(asConflict) })

/** We report errors ourselves, once. */
const QUIET = { warn: () => undefined, error: () => undefined, debug: () => undefined, deprecate: () => undefined }

class Pool {
  readonly knex: Knex
  readonly #names: Names
  readonly #url: string
  readonly #log: Log | undefined
  #pausedUntil = 0
  #isReachable = true
  #isEnded = false
  #connected = 0

  /** `log`: of the primary, since only without it no request can be answered. */
  constructor(url: string, options: PostgresOptions, names: Names, log?: Log) {
    this.#names = names
    this.#url = url
    this.#log = log
    try {
      this.knex = knex({
        client: 'pg',
        log: QUIET,
        connection: { connectionString: url, application_name: 'galley' },
        pool: {
          min: 0,
          max: CONNECTIONS,
          ...options.pool,
          afterCreate: (client: Client, done: (error: unknown, client: unknown) => void) => {
            this.#connected++
            prepared(client, done)
          },
        },
      })
    } catch (error) {
      if (!/npm install|Cannot find (module|package)/.test((error as Error).message)) throw error
      throw configError("The database driver 'pg' is not installed. Add it:\n  npm install pg")
    }
  }

  get usable(): boolean {
    return Date.now() >= this.#pausedUntil
  }

  pause(): void {
    this.#pausedUntil = Date.now() + REPLICA_PAUSE
  }

  query(sql: string, values: readonly unknown[], settings?: StatementSettings): Promise<Row[]> {
    return this.use((client) => this.#names.query(client, sql, values, settings && ((given) => queryWith(client, given, settings))))
  }

  transaction<T>(work: (connection: Connection) => Promise<T>, begin = 'begin'): Promise<T> {
    return this.use(async (client) => {
      await client.query(begin)
      try {
        const value = await work({ all: (sql, values = []) => this.#names.query(client, sql, values) })
        const { command } = await client.query('commit')
        // If a statement of a transaction failed, Postgres turns the commit into a rollback without an error.
        if (command !== 'COMMIT')
          throw new GalleyError('TRANSACTION', 'A statement of the transaction failed, so none of its changes were saved')
        return value
      } catch (error) {
        await client.query('rollback').catch(() => undefined)
        throw error
      }
    })
  }

  limited(sql: string, values: readonly unknown[], cost: QueryCost, limit: number): Promise<TimedRows> {
    return this.use(async (client) => {
      const began = performance.now()
      const rows = await this.#names.query(client, sql, values, (given) => queryLimited(client, given, cost, limit))
      return { rows, took: performance.now() - began }
    })
  }

  /**
   * Two equal snapshots see the same transactions, on a server that has lost none in a crash. A crash ends every connection, so the number
   * of connections made so far tells stamps from before it apart; a pooler may hide that, but not the start of another server.
   */
  async stamp(): Promise<string | undefined> {
    const connected = this.#connected
    const [row] = await this.query(STAMP, [])
    return row && connected === this.#connected ? `${connected} ${row['stamp']}` : undefined
  }

  /** The generic plan, which never contains a caller's values. */
  explain(sql: string, parameters: number): Promise<string> {
    const given = parameters > 0 ? `(${Array(parameters).fill('null').join(', ')})` : ''
    return this.use(async (client) => {
      try {
        await client.query(`begin read only; set local plan_cache_mode = force_generic_plan; prepare "galley explain" as ${sql}`)
        const { rows } = await client.query(`explain execute "galley explain"${given}`)
        return rows.map((row) => row['QUERY PLAN']).join('\n')
      } finally {
        await client.query('rollback; deallocate "galley explain"').catch(() => undefined)
      }
    })
  }

  async use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = await this.#connection()
    try {
      return await work(client)
    } finally {
      await this.knex.client.releaseConnection(client)
    }
  }

  /** Rejects callers that would wait in a long queue or have waited too long; they may retry later. */
  async #connection(): Promise<Client> {
    const { client } = this.knex
    if (this.#isEnded) throw stopping()
    if (client.pool?.numPendingAcquires() >= MOST_WAITING)
      throw tooBusy(new Error(`${MOST_WAITING} requests are already waiting for a connection`))
    try {
      const connection = await client.acquireConnection()
      this.#isReachable = true
      return connection
    } catch (error) {
      if (this.#isEnded) throw stopping(error)
      if (isUnreachable(error as { code?: string })) throw this.#unreachable(error as Error)
      throw (error as Error).name === 'KnexTimeoutError' ? tooBusy(error) : error
    }
  }

  /** Says so once, not with every request. */
  #unreachable(error: Error): Error {
    if (this.#isReachable && this.#connected > 0)
      this.#log?.error('requests are answered with 503', { error: explained(error, this.#url).message })
    this.#isReachable = false
    return unavailable(error)
  }

  async end(): Promise<void> {
    this.#isEnded = true
    // The pool would let waiting callers wait for every held transaction, one of which may be waiting for them.
    for (const waiting of [...(this.knex.client.pool?.pendingAcquires ?? [])]) waiting.abort()
    await this.knex.destroy()
  }
}

/** Parses only types for which text would not do: whole numbers. JSON stays text. */
function prepared(client: Client, done: (error: unknown, client: unknown) => void): void {
  const asText = (value: string) => value
  client.setTypeParser?.(20, Number)
  client.setTypeParser?.(114, asText)
  done(null, client)
}

type Ask = (given: Given) => Promise<Result>

/** Tracks which statements are used often enough to be prepared by name, and which a connection has. */
class Names {
  readonly enabled: boolean
  readonly #uses = new Map<string, { times: number; name: string }>()
  readonly #prepared = new WeakMap<object, Map<string, string>>()
  #count = 0

  constructor(enabled: boolean) {
    this.enabled = enabled
  }

  async query(client: Client, text: string, values: readonly unknown[], ask: Ask = (given) => client.query(given)): Promise<Row[]> {
    const name = this.enabled ? this.nameOf(text) : undefined
    if (!name) return (await ask({ text, values })).rows
    const oldest = this.remember(client, name, text)
    if (oldest !== undefined) await this.forget(client, oldest)
    try {
      return (await ask({ name, text, values })).rows
    } catch (error) {
      if (!['0A000', '26000'].includes((error as { code?: string }).code ?? '')) throw error
      await this.forget(client, name)
      return (await ask({ text, values })).rows
    }
  }

  private nameOf(text: string): string | undefined {
    const use = this.#uses.get(text)
    if (use) return ++use.times > NAMED_AFTER ? use.name : undefined
    if (this.#uses.size > 5000) this.#uses.clear()
    this.#uses.set(text, { times: 1, name: `g${++this.#count}` })
    return undefined
  }

  /** Returns a name that is one too many. */
  private remember(client: Client, name: string, text: string): string | undefined {
    let known = this.#prepared.get(client)
    if (!known) {
      known = new Map()
      this.#prepared.set(client, known)
    }
    if (known.has(name)) return undefined
    known.set(name, text)
    const [oldest] = known.keys()
    return known.size > KEPT ? oldest : undefined
  }

  /** The driver remembers parsed statements by name, and would not parse one again. */
  private async forget(client: Client, name: string): Promise<void> {
    this.#prepared.get(client)?.delete(name)
    delete client.connection?.parsedStatements?.[name]
    await client.query(`deallocate ${name}`).catch(() => undefined)
  }
}

const isUnavailable = (error: unknown): error is GalleyError => error instanceof GalleyError && error.code === 'UNAVAILABLE'

const isAway = (error: unknown) =>
  isUnavailable(error) ||
  /ECONN|ENOTFOUND|EPIPE|terminat|57P0|timeout|closed/i.test(`${(error as { code?: string }).code} ${(error as Error).message}`)
