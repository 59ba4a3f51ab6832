/** `postgres({ url })`: a database that several processes share. Knex manages the pool. */

import { adapterWith } from '../../lib/checked-adapter.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { openPostgres } from './connections.ts'
import { postgresDialect } from './dialect.ts'
import { type PostgresOptions, postgresSchema, wrongUrls } from './options.ts'

export type { PostgresOptions } from './options.ts'

/**
 * A Postgres database, for `db`. Needs the package `pg`.
 *
 * @example
 * const db = postgres({ url: process.env.DATABASE_URL! })
 */
export function postgres(options: PostgresOptions): DatabaseAdapter {
  return adapterWith(options, postgresSchema, onServer, wrongUrls)
}

const onServer = (options: PostgresOptions): DatabaseAdapter => ({
  name: 'postgres',
  description: `PostgreSQL, ${shownUrl(options.url)}`,
  dialect: postgresDialect(options.schema ?? 'cms', options.tablePrefix ?? ''),
  ...(options.holdLimit !== undefined && { holdLimit: options.holdLimit }),
  open: (opening) => openPostgres(options, opening),
})

/** A URL without its password. */
function shownUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
