/** A Postgres statement with a time limit, in one round trip: its transaction, the limit and itself go out together. The limit ends with the transaction, because a pooler may hand the session to others. For the same reason a statement whose client is gone runs to its limit: a cancel request names a session, and could meet the statement that comes next there. */

import { type Lane, type Row, StatementTimeout } from '../../lib/store/contract.ts'
import { derived } from '../../schema/derived.ts'

/** A statement was stopped by its `statement_timeout`. */
const CANCELED = '57014'

interface Given {
  name?: string
  text: string
  values: readonly unknown[]
}

export async function queryLimited(client: any, given: Given, lane: Lane, limit: number): Promise<{ rows: Row[] }> {
  // Postgres expects so much of lists in JSON that it would compile statements about a few rows, each time again and for up to a second.
  const before = ['begin read only', `set local statement_timeout = ${limit}`, 'set local jit = off']
  // Slow statements are limited in number so that cores stay free: each may use only one.
  if (lane === 'slow') before.push('set local max_parallel_workers_per_gather = 0')
  try {
    return await new Promise((resolve, reject) => {
      const answer = (error: Error | null, results: { command: string; rows: Row[] }[]) =>
        error ? reject(error) : resolve(results[before.length]!)
      client.query(new (inTransaction(client.constructor.Query))(given, before, answer))
    })
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw (error as { code?: string }).code === CANCELED ? new StatementTimeout(limit) : error
  }
}

type QueryClass = new (given: Given, values: undefined, answer: (error: Error | null, results: any) => void) => any

/** The driver's own query, which sends its messages between those of other statements and waits for all answers at once. */
const inTransaction = derived((Query: QueryClass) => {
  return class extends Query {
    readonly #before: readonly string[]

    constructor(given: Given, before: readonly string[], answer: (error: Error | null, results: any) => void) {
      super(given, undefined, answer)
      this.#before = before
    }

    requiresPreparation(): boolean {
      return true
    }

    prepare(connection: any): void {
      for (const text of this.#before) send(connection, text)
      super.prepare(connection)
    }

    /** The last message of a query, before the one that asks for the answers. */
    _getRows(connection: any): void {
      connection.execute({ portal: '' })
      send(connection, 'commit')
      connection.sync()
    }
  }
})

function send(connection: any, text: string): void {
  connection.parse({ text })
  connection.bind({})
  connection.execute({})
}
