/** A Postgres statement with a time limit, in one round trip: begin, limit, statement and commit are sent together. Tested by test/query/too-slow.test.ts. */
// The limit ends with the transaction, because a pooler may give the session to others. For the same reason a statement whose client
// is gone runs until its limit: a cancel request names a session, and could hit the session's next statement.

import { type QueryCost, StatementTimeout } from '../../lib/store/contract.ts'
import { derived } from '../../schema/derived.ts'
import type { Client, Given, QueryClass, Result, Wire } from './client.ts'

/** The error code of a statement that its `statement_timeout` stopped. */
const CANCELED = '57014'

export async function queryLimited(client: Client, given: Given, cost: QueryCost, limit: number): Promise<Result> {
  // Postgres overestimates JSON lists so much that it would JIT-compile statements about a few rows, for up to a second each time.
  const before = ['begin read only', `set local statement_timeout = ${limit}`, 'set local jit = off']
  // Slow statements are limited in number to keep cores free, so each may use only one.
  if (cost === 'slow') before.push('set local max_parallel_workers_per_gather = 0')
  try {
    return await new Promise((resolve, reject) => {
      const answer = (error: Error | null, results: Result[]) =>
        // biome-ignore lint/style/noNonNullAssertion: every message before the statement has a result as well
        error ? reject(error) : resolve(results[before.length]!)
      client.query(new (inTransaction(client.constructor.Query))(given, before, answer))
    })
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw (error as { code?: string }).code === CANCELED ? new StatementTimeout(limit) : error
  }
}

/** The driver's own query class, extended to send our messages between those of other statements and wait for all responses at once. */
const inTransaction = derived((Query: QueryClass) => {
  return class extends Query {
    readonly #before: readonly string[]

    constructor(given: Given, before: readonly string[], answer: (error: Error | null, results: Result[]) => void) {
      super(given, undefined, answer)
      this.#before = before
    }

    requiresPreparation(): boolean {
      return true
    }

    override prepare(connection: Wire): void {
      for (const text of this.#before) send(connection, text)
      super.prepare(connection)
    }

    /** The last message of a query, before the one that requests the responses. */
    _getRows(connection: Wire): void {
      connection.execute({ portal: '' })
      send(connection, 'commit')
      connection.sync()
    }
  }
})

function send(connection: Wire, text: string): void {
  connection.parse({ text })
  connection.bind({})
  connection.execute({})
}
