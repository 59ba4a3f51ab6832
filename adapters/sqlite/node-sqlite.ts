/** `node:sqlite`, and `@photostructure/sqlite`, which brings the same interface to older versions of Node. Tested by test/store/clients.test.ts. */

import type { Row } from '../../lib/store/contract.ts'
import { type Bindable, bindable } from './bindable.ts'
import type { SynchronousDatabase } from './drivers.ts'

/** The module. */
export interface NodeSqlite {
  DatabaseSync: new (
    filename: string,
  ) => {
    prepare(sql: string): { all(...values: readonly unknown[]): Row[] }
    function(name: string, options: { deterministic: boolean }, body: () => number): void
    close(): void
  }
}

export function openNodeSqlite({ DatabaseSync }: NodeSqlite, filename: string): SynchronousDatabase {
  const database = named(() => new DatabaseSync(filename))
  return {
    prepare(sql) {
      const statement = named(() => database.prepare(sql))
      // `all` also runs statements that return no rows.
      return { reader: true, all: (values) => named(() => statement.all(...values.map(exactly))), run: () => undefined }
    },
    function: (name, options, body) => database.function(name, options, body),
    close: () => database.close(),
  }
}

/** Version 1 of `@photostructure/sqlite` stores tiny numbers as 0. As text, they become numbers in their column. */
function exactly(value: unknown): Bindable {
  return typeof value === 'number' && value > 0 && value < Number.EPSILON ? String(value) : bindable(value)
}

/** Every error has the same code, so the code that other drivers give it is found by SQLite's message. */
const CODES = {
  'database is locked': 'SQLITE_BUSY',
  'database table is locked': 'SQLITE_LOCKED',
  'database or disk is full': 'SQLITE_FULL',
  'disk I/O error': 'SQLITE_IOERR',
  'file is not a database': 'SQLITE_NOTADB',
  'database disk image is malformed': 'SQLITE_CORRUPT',
  'unable to open database file': 'SQLITE_CANTOPEN',
  'attempt to write a readonly database': 'SQLITE_READONLY',
  'constraint failed': 'SQLITE_CONSTRAINT',
}

function named<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { message } = error as Error
    const code = Object.entries(CODES).find(([text]) => message.includes(text))?.[1]
    throw code === undefined ? error : Object.assign(error as Error, { code })
  }
}
