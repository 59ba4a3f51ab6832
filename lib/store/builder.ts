/** Knex as a builder of SQL alone: no connection, one per dialect. */

import knex, { type Knex } from 'knex'
import { derived } from '../../schema/derived.ts'
import type { Dialect } from './contract.ts'

export const builderFor = derived(
  ({ name }: Dialect): Knex => knex({ client: name === 'sqlite' ? 'better-sqlite3' : 'pg', useNullAsDefault: true }),
)
