/** The two SQLite drivers behind one seam: prepared once per connection, rows as objects. */
import type { Connection, Row } from '../lib/store/contract.ts'

export interface Driver extends Connection {
  raw: unknown
}

/** Prepared statements a connection keeps. */
const KEPT = 500

export function driverOf(client: 'sqlite3' | 'better-sqlite3', raw: any): Driver {
  return client === 'sqlite3' ? asynchronous(raw) : synchronous(raw)
}

function asynchronous(raw: any): Driver {
  const kept = new Kept<Promise<any>>(
    (statement) =>
      void statement.then(
        (one) => one.finalize(),
        () => undefined,
      ),
  )
  const prepare = (sql: string): Promise<any> =>
    new Promise((resolve, reject) => {
      const statement = raw.prepare(sql, (error: Error | null) => (error ? reject(error) : resolve(statement)))
    })
  const run = (statement: any, values: readonly unknown[]): Promise<Row[]> =>
    new Promise((resolve, reject) =>
      statement.all(values, (error: Error | null, rows: Row[]) => (error ? reject(error) : resolve(rows))),
    )
  raw.configure?.('busyTimeout', 0)
  return {
    raw,
    async all(sql, values = []) {
      const prepared = kept.get(sql) ?? kept.set(sql, prepare(sql))
      try {
        return await run(await prepared, values)
      } catch (error) {
        kept.forget(sql)
        throw error
      }
    },
  }
}

function synchronous(raw: any): Driver {
  const kept = new Kept<any>(() => undefined)
  raw.pragma('busy_timeout = 0')
  return {
    raw,
    async all(sql, values = []) {
      const statement = kept.get(sql) ?? kept.set(sql, raw.prepare(sql))
      if (statement.reader) return statement.all(values)
      statement.run(values)
      return []
    },
  }
}

/** The statements used last; the oldest is let go. */
class Kept<T> {
  readonly #statements = new Map<string, T>()
  readonly #drop: (statement: T) => void

  constructor(drop: (statement: T) => void) {
    this.#drop = drop
  }

  get(sql: string): T | undefined {
    return this.#statements.get(sql)
  }

  set(sql: string, statement: T): T {
    if (this.#statements.size >= KEPT) this.forget(this.#statements.keys().next().value!)
    this.#statements.set(sql, statement)
    return statement
  }

  forget(sql: string): void {
    const statement = this.#statements.get(sql)
    if (statement === undefined) return
    this.#statements.delete(sql)
    this.#drop(statement)
  }
}
