/** A Postgres statement with a time limit. Tested by test/query/too-slow.test.ts. */
// A statement whose client is gone runs until its limit: a cancel request names a session, and could hit the session's next statement.

import { type QueryCost, StatementTimeout } from '../../lib/store/contract.ts'
import type { Client, Given, Result } from './client.ts'
import { queryWith, type StatementSettings } from './settings.ts'

/** The error code of a statement that its `statement_timeout` stopped. */
const CANCELED = '57014'

const LIMITED: StatementSettings = {
  transaction_read_only: 'on',
  // Postgres overestimates JSON lists so much that it would JIT-compile statements about a few rows, for up to a second each time.
  jit: 'off',
}
/** They are limited in number to keep cores free, so each may use only one. */
const SLOW: StatementSettings = { ...LIMITED, max_parallel_workers_per_gather: 0 }

export async function queryLimited(client: Client, given: Given, cost: QueryCost, limit: number): Promise<Result> {
  try {
    return await queryWith(client, given, { ...(cost === 'slow' ? SLOW : LIMITED), statement_timeout: limit })
  } catch (error) {
    throw (error as { code?: string }).code === CANCELED ? new StatementTimeout(limit) : error
  }
}
