/** `postgres({ url })`: a database that several processes share. Knex manages the pool. */
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { openPostgres } from './connections.ts'
import { postgresDialect } from './dialect.ts'
import type { PostgresOptions } from './options.ts'

export type { PostgresOptions } from './options.ts'

/**
 * A Postgres database, for `db`. Needs the package `pg`.
 *
 * @example
 * const db = postgres({ url: process.env.DATABASE_URL! })
 */
export function postgres(options: PostgresOptions): DatabaseAdapter {
  const problem = problemOf(options.url)
  const dialect = postgresDialect(options.schema ?? 'cms', options.tablePrefix ?? '')
  return {
    name: 'postgres',
    description: `PostgreSQL, ${shownUrl(options.url)}`,
    dialect,
    ...(problem !== undefined && { problem }),
    ...(options.holdLimit !== undefined && { holdLimit: options.holdLimit }),
    open: (opening) => openPostgres(options, opening),
  }
}

function problemOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || url === '')
    return "postgres needs 'url', such as 'postgres://user:password@localhost:5432/cms'; is its environment variable set?"
  const { hash, pathname } = URL.canParse(url) ? new URL(url) : { hash: '@', pathname: '' }
  if (!`${hash}${pathname}`.includes('@')) return undefined
  return "the 'url' of postgres is not a URL such as 'postgres://user:password@localhost:5432/cms'; in a password, write # as %23, / as %2F and @ as %40"
}

/** A URL without its password. */
function shownUrl(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return 'address not shown'
  }
}
