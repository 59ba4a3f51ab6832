/** Knex as a pure SQL builder: no connection, one instance per dialect. Tested by test/store/store.test.ts. */

import knex, { type Knex } from 'knex'
import { derived } from '../../schema/derived.ts'
import type { Dialect } from './contract.ts'

export const builderFor = derived(({ knexClient: client }: Dialect): Knex => knex({ client, useNullAsDefault: true }))
