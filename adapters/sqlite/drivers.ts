/** A common interface for the SQLite drivers: statements are prepared once per connection, rows are objects. Tested by test/store/closed-files.test.ts. */
import { setImmediate } from 'node:timers/promises'
import type { Connection, Row } from '../../lib/store/contract.ts'

export interface Driver extends Connection {
  raw: unknown
  /** Runs a statement that is not cached. */
  once(sql: string, values: readonly unknown[]): Promise<Row[]>
  /** Stops the statement running on this connection; does nothing if statements run on the event loop. */
  interrupt(): void
  /** Forgets all statements, so that the connection can be closed: some drivers keep the file open as long as one is left. */
  finalize(): void
}

/** Prepared statements cached per connection. */
const KEPT = 500
/** Milliseconds that statements on the event loop may take together before other work gets a turn. */
const LONGEST_TURN = 15

type Answer = (error: Error | null, rows: Row[]) => void

/** A connection of `sqlite3`. */
export interface AsynchronousDatabase {
  configure?(option: 'busyTimeout', milliseconds: number): void
  prepare(sql: string, prepared: (error: Error | null) => void): AsynchronousStatement
  all(sql: string, values: readonly unknown[], answer: Answer): void
  interrupt(): void
}

interface AsynchronousStatement {
  all(values: readonly unknown[], answer: Answer): void
  finalize(): void
}

export function asynchronous(raw: AsynchronousDatabase): Driver {
  const kept = new Kept<AsynchronousStatement>((statement) => statement.finalize())
  raw.configure?.('busyTimeout', 0)

  function all(sql: string, values: readonly unknown[], resolve: (rows: Row[]) => void, reject: (error: Error) => void): void {
    const known = kept.get(sql)
    const statement: AsynchronousStatement = known ?? raw.prepare(sql, (error) => (error ? reject(error) : kept.set(sql, statement)))
    statement.all(values, (error, rows) => {
      if (!error) return resolve(rows)
      kept.forget(sql)
      reject(error)
    })
  }
  return {
    raw,
    all: (sql, values = []) => new Promise((resolve, reject) => all(sql, values, resolve, reject)),
    once: (sql, values) => new Promise((resolve, reject) => raw.all(sql, values, (error, rows) => (error ? reject(error) : resolve(rows)))),
    interrupt: () => raw.interrupt(),
    finalize: () => kept.close(),
  }
}

/** A connection whose statements run on the event loop: the part of `better-sqlite3` that all such drivers offer here. */
export interface SynchronousDatabase {
  prepare(sql: string): SynchronousStatement
  /** Defines an SQL function without arguments. Absent if statements can be interrupted instead. */
  function?(name: string, options: { deterministic: boolean }, body: () => number): void
  close(): void
}

interface SynchronousStatement {
  /** It returns rows. */
  reader: boolean
  all(values: readonly unknown[]): Row[]
  run(values: readonly unknown[]): unknown
}

export function synchronous(raw: SynchronousDatabase): Driver {
  const kept = new Kept<SynchronousStatement>(() => undefined)
  raw.prepare('pragma busy_timeout = 0').all([])
  let spent = 0
  const run = (sql: string, values: readonly unknown[]): Row[] => {
    const began = performance.now()
    try {
      const statement = kept.get(sql) ?? kept.set(sql, raw.prepare(sql))
      if (statement.reader) return statement.all(values)
      statement.run(values)
      return []
    } finally {
      spent += performance.now() - began
    }
  }
  return {
    raw,
    async all(sql, values = []) {
      const rows = run(sql, values)
      if (spent > LONGEST_TURN) {
        spent = 0
        await setImmediate()
      }
      return rows
    },
    once: async (sql, values) => raw.prepare(sql).all(values),
    interrupt: () => undefined,
    finalize: () => kept.close(),
  }
}

/** A cache of recently used statements; drops the oldest one. */
class Kept<T> {
  readonly #statements = new Map<string, T>()
  readonly #drop: (statement: T) => void
  #isClosed = false

  constructor(drop: (statement: T) => void) {
    this.#drop = drop
  }

  get(sql: string): T | undefined {
    return this.#statements.get(sql)
  }

  set(sql: string, statement: T): T {
    // A statement requested twice at once is prepared twice; the driver finishes the pending calls of the first before it is dropped.
    this.forget(sql)
    if (this.#isClosed) {
      this.#drop(statement)
      return statement
    }
    if (this.#statements.size >= KEPT) this.#forgetOldest()
    this.#statements.set(sql, statement)
    return statement
  }

  #forgetOldest(): void {
    const [oldest] = this.#statements.keys()
    if (oldest !== undefined) this.forget(oldest)
  }

  forget(sql: string): void {
    const statement = this.#statements.get(sql)
    if (statement === undefined) return
    this.#statements.delete(sql)
    this.#drop(statement)
  }

  /** Nothing is cached from now on. */
  close(): void {
    this.#isClosed = true
    for (const sql of [...this.#statements.keys()]) this.forget(sql)
  }
}
