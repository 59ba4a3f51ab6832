/** A transaction on its own connection, from its first statement to its commit. */
import type { Connection } from '../../lib/store/contract.ts'
import { patiently } from './patience.ts'
import { SqliteThread, type ThreadOptions } from './thread.ts'

export async function inTransaction<T>(connection: Connection, begin: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    await patiently(() => connection.all(begin))
    const value = await work(connection)
    await connection.all('commit')
    return value
  } catch (error) {
    await connection.all('rollback').catch(() => undefined)
    throw error
  }
}

/** Runs work whose statements may take long, in a thread that ends with it. */
export async function inThread<T>(options: ThreadOptions, work: (connection: Connection) => Promise<T>): Promise<T> {
  const thread = new SqliteThread(options)
  let last: Promise<unknown> = Promise.resolve()
  const all: Connection['all'] = (sql, values = []) => {
    const next = last.then(async () => (await thread.run({ sql }, values, Number.POSITIVE_INFINITY)).rows)
    last = next.catch(() => undefined)
    return next
  }
  try {
    return await work({ all })
  } finally {
    await thread.close()
  }
}
