/** `sqlite({ filename })`: a database in one file. Knex opens the connections. */

import path from 'node:path'
import { adapterWith } from '../../lib/checked-adapter.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { findClient, needsTimeCheck } from './clients.ts'
import { openSqlite } from './connections.ts'
import { sqliteDialect } from './dialect.ts'
import { type SqliteOptions, sqliteSchema } from './options.ts'
import { timeCheck } from './time-check.ts'

export type { SqliteOptions } from './options.ts'

/**
 * A database in one file, for `db`. Node brings a driver from version 22.13 on; otherwise install one, such as `@photostructure/sqlite`.
 *
 * @example
 * const db = sqlite({ filename: 'content.db' })
 */
export function sqlite(options: SqliteOptions): DatabaseAdapter {
  return adapterWith(options, sqliteSchema, inFile)
}

function inFile(options: SqliteOptions): DatabaseAdapter {
  const found = options.client ? { client: options.client } : findClient()
  const client = 'client' in found ? found.client : undefined
  const isInMemory = options.filename === ':memory:'
  // The application may change its working directory later.
  const filename = isInMemory ? options.filename : path.resolve(options.filename)
  const dialect = { ...sqliteDialect(options.tablePrefix ?? ''), ...(client && needsTimeCheck(client) && { timeCheck }) }
  return {
    name: 'sqlite',
    description: `SQLite, ${filename} (${client ?? 'no driver'})`,
    dialect,
    ...(options.holdLimit !== undefined && { holdLimit: options.holdLimit }),
    ...(!isInMemory && { file: filename }),
    open: async (opening) => {
      if ('problem' in found) throw found.problem
      return openSqlite({ ...options, filename, client: found.client }, opening)
    },
    inFile: (filename) => sqlite({ filename, ...(options.client && { client: options.client }) }),
  }
}
