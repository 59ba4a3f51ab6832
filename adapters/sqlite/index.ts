/** `sqlite({ filename })`: a database in one file. Knex opens the connections. */
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { openSqlite } from './connections.ts'
import { sqliteDialect } from './dialect.ts'
import type { SqliteOptions } from './options.ts'
import { timeCheck } from './time-check.ts'

export type { SqliteOptions } from './options.ts'

/**
 * A database in one file, for `db`. Needs the package `sqlite3`, or `better-sqlite3` with `client: 'better-sqlite3'`.
 *
 * @example
 * const db = sqlite({ filename: 'content.db' })
 */
export function sqlite(options: SqliteOptions): DatabaseAdapter {
  const dialect = { ...sqliteDialect(options.tablePrefix ?? ''), ...(options.client === 'better-sqlite3' && { timeCheck }) }
  return {
    name: 'sqlite',
    description: `SQLite, ${options.filename} (${options.client ?? 'sqlite3'})`,
    dialect,
    ...(options.holdLimit !== undefined && { holdLimit: options.holdLimit }),
    open: (opening) => openSqlite(options, opening),
    inFile: (filename) => sqlite({ filename, ...(options.client && { client: options.client }) }),
  }
}
