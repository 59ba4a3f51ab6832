/** `libsql`, which ends the process at values that it doesn't know, and has no functions in SQL. Tested by test/store/clients.test.ts. */
import type { Row } from '../../lib/store/contract.ts'
import { bindable } from './bindable.ts'
import type { SynchronousDatabase } from './drivers.ts'
import type { Stoppable } from './stoppable.ts'

/** How often a running statement is checked, in milliseconds. SQLite ignores an interrupt before the first step of a statement. */
const AGAIN = 5

/** The module `libsql`. */
export type Libsql = new (
  filename: string,
) => {
  prepare(sql: string): {
    reader: boolean
    all(values: readonly unknown[]): Row[]
    run(values: readonly unknown[]): unknown
  }
  close(): void
}

/** The module `libsql/promise`, whose statements run outside the event loop until their first row. */
export type LibsqlPromise = new (
  filename: string,
) => {
  prepare(sql: string): Promise<{
    reader: boolean
    all(values: readonly unknown[]): Promise<Row[]>
    run(values: readonly unknown[]): unknown
  }>
  interrupt(): void
}

export function openLibsql(Database: Libsql, filename: string): SynchronousDatabase {
  const database = opened(() => new Database(filename))
  return {
    prepare(sql) {
      const statement = database.prepare(sql)
      return {
        reader: statement.reader,
        all: (values) => statement.all(values.map(known)),
        run: (values) => statement.run(values.map(known)),
      }
    },
    close: () => database.close(),
  }
}

/** All rows are found before the first one is returned, because only then a statement can be interrupted at any time. */
export function stoppableLibsql(Database: LibsqlPromise, filename: string): Stoppable {
  const database = opened(() => new Database(filename))
  return {
    async all(sql, values, isOver) {
      const given = values.map(known)
      const statement = await database.prepare(isOver ? `with "found" as materialized (${sql}) select * from "found"` : sql)
      if (!statement.reader) {
        statement.run(given)
        return []
      }
      const timer = isOver && setInterval(() => isOver() && database.interrupt(), AGAIN)
      try {
        return await statement.all(given)
      } finally {
        clearInterval(timer)
      }
    },
  }
}

function known(value: unknown) {
  if (value instanceof Uint8Array) throw new TypeError("The driver 'libsql' can't store bytes")
  return bindable(value)
}

/** Its errors of files have no code. */
function opened<T>(open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw Object.assign(error as Error, { code: 'SQLITE_CANTOPEN' })
  }
}
