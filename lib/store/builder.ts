/** Knex as a builder of SQL alone: no connection, one per dialect. */
import knex, { type Knex } from 'knex'
import type { Dialect } from './contract.ts'

const builders = new Map<string, Knex>()

export function builderFor(dialect: Dialect): Knex {
  let builder = builders.get(dialect.name)
  if (!builder)
    builders.set(dialect.name, (builder = knex({ client: dialect.name === 'sqlite' ? 'better-sqlite3' : 'pg', useNullAsDefault: true })))
  return builder
}
