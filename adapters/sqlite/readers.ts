/** The read connections of a SQLite file: shared ones for short statements, and one each for statements that may take long.
 * Tested by test/store/closed-files.test.ts.
 */
import { availableParallelism } from 'node:os'
import { stopping } from '../../lib/errors.ts'
import type { Connection, Connections, Query, QueryCost, Row, StatementOptions, TimedRows } from '../../lib/store/contract.ts'
import { isThreaded, type SqliteClient, type ThreadedClient } from './clients.ts'
import type { Driver } from './drivers.ts'
import { InterruptedReader } from './interrupted-reader.ts'
import type { LimitedReader } from './limited-reader.ts'
import { SqliteThread } from './thread.ts'
import { inThread } from './transaction.ts'

/** The pragmas of a read connection. */
const READING = ['query_only = ON', 'temp_store = MEMORY', 'cache_size = -16000']
/** Connections for statements without a limit, in addition to the one that is reserved for bounded statements. */
const SHARED = 2

export class SqliteReaders implements Pick<Connections, 'read' | 'limited' | 'capacity' | 'explain' | 'stamp'> {
  readonly capacity: Readonly<Record<QueryCost, number>>
  /** Where statements run on the event loop, a second connection would have nothing to do. */
  #shared: readonly Driver[] = []
  #all: readonly Driver[] = []
  readonly #running = new Map<Driver, number>()
  readonly #limited: LimitedReader[] = []
  readonly #filename: string
  /** The driver, if its long statements run in threads. */
  #threaded: ThreadedClient | undefined
  #isClosed = false
  readonly #idle: Record<QueryCost, LimitedReader[]> = { quick: [], slow: [] }

  private constructor(client: SqliteClient, filename: string) {
    this.#filename = filename
    this.#threaded = isThreaded(client) ? client : undefined
    this.capacity = capacityOf(client)
  }

  static async open(client: SqliteClient, filename: string, connect: (pragmas: string[]) => Promise<Driver>): Promise<SqliteReaders> {
    const readers = new SqliteReaders(client, filename)
    const connected = () => connect(READING)
    const threaded = readers.#threaded
    readers.#shared = await Promise.all(Array.from({ length: threaded ? 1 : SHARED }, connected))
    readers.#all = threaded ? readers.#shared : [...readers.#shared, await connected()]
    for (const cost of ['quick', 'slow'] as const)
      for (let count = 0; count < readers.capacity[cost]; count++)
        readers.#idle[cost].push(
          threaded ? new SqliteThread({ client: threaded, filename, pragmas: READING, cost }) : new InterruptedReader(await connected()),
        )
    readers.#limited.push(...readers.#idle.quick, ...readers.#idle.slow)
    return readers
  }

  /** Uses the least busy connection; only bounded statements may use the reserved one. */
  async read(sql: string, values: readonly unknown[], { bounded = false, takesLong = false }: StatementOptions = {}): Promise<Row[]> {
    if (takesLong && this.#threaded) return this.inThread(this.#threaded, (connection) => connection.all(sql, values))
    const running = (driver: Driver) => this.#running.get(driver) ?? 0
    const driver = (bounded ? this.#all : this.#shared).reduce((one, other) => (running(other) < running(one) ? other : one))
    this.#running.set(driver, running(driver) + 1)
    try {
      return await this.untilClosed(() => driver.all(sql, values))
    } finally {
      this.#running.set(driver, running(driver) - 1)
    }
  }

  /** SQLite counts the commits of other connections for each connection. This one never writes, and its statements never overlap. */
  async stamp(): Promise<string | undefined> {
    // biome-ignore lint/style/noNonNullAssertion: `open` connects at least one
    const reader = this.#all.at(-1)!
    const [row] = await this.untilClosed(() => reader.all('pragma data_version'))
    return row && String(row['data_version'])
  }

  /** Reads in a separate thread, which ends with the work. */
  inThread<T>(client: ThreadedClient, work: (connection: Connection) => Promise<T>): Promise<T> {
    return inThread({ client, filename: this.#filename, pragmas: READING, cost: 'slow' }, ({ all }) =>
      work({ all: (sql, values) => this.untilClosed(() => all(sql, values)) }),
    )
  }

  async limited(query: Query, values: readonly unknown[], cost: QueryCost, limit: number, disconnected?: AbortSignal): Promise<TimedRows> {
    // biome-ignore lint/style/noNonNullAssertion: callers run no more statements at once than `capacity` says
    const reader = this.#idle[cost].pop()!
    try {
      return await reader.run(query, values, limit, disconnected)
    } finally {
      this.#idle[cost].push(reader)
    }
  }

  async explain({ sql }: Query, parameters: number): Promise<string> {
    // biome-ignore lint/style/noNonNullAssertion: `open` connects at least one
    const rows = await this.#shared[0]!.once(`explain query plan ${sql}`, Array(parameters).fill(null))
    return rows.map((row) => row['detail']).join('; ')
  }

  /** Reports a statement that fails after the database was closed as stopped by that. */
  async untilClosed<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw this.#isClosed ? stopping(error) : error
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#limited.map((reader) => reader.close()))
  }
}

/** How many of the pool's connections the readers use. */
export function connectionsOf(client: SqliteClient): number {
  if (isThreaded(client)) return 1
  const { quick, slow } = capacityOf(client)
  return SHARED + 1 + quick + slow
}

/**
 * Slow statements of visitors leave one core for everything else; admin users get one more slot. With `sqlite3`, they also share libuv's
 * threads with files, DNS and password hashes.
 */
function capacityOf(client: SqliteClient): Record<QueryCost, number> {
  const cores = availableParallelism() - 1
  const threads = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - 3
  return { quick: 1, slow: 1 + Math.max(1, isThreaded(client) ? cores : Math.min(cores, threads)) }
}
