/** A Postgres statement with its own settings, in one round trip. They end with its transaction, because a pooler may give the session
 * to others. Tested by test/store/limited.test.ts.
 */
import { derived } from '../../schema/derived.ts'
import type { Client, Given, QueryClass, Result, Wire } from './client.ts'

export type StatementSettings = Readonly<Record<string, string | number>>

export function queryWith(client: Client, given: Given, settings: StatementSettings): Promise<Result> {
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  return new Promise((resolve, reject) => {
    // biome-ignore lint/style/noNonNullAssertion: the settings have a result as well
    const answer = (error: Error | null, results: Result[]) => (error ? reject(error) : resolve(results[1]!))
    // It returns no row, so that the driver needs no description of one.
    client.query(new (withSettings(client.constructor.Query))(given, `select where ${calls.join(' || ')} is null`, answer))
  })
}

/** The driver's own query class, extended to send the settings first. All that it sends until it asks for the answers is one transaction. */
const withSettings = derived((Query: QueryClass) => {
  return class extends Query {
    readonly #settings: string

    constructor(given: Given, settings: string, answer: (error: Error | null, results: Result[]) => void) {
      super(given, undefined, answer)
      this.#settings = settings
    }

    requiresPreparation(): boolean {
      return true
    }

    override prepare(connection: Wire): void {
      connection.parse({ text: this.#settings })
      connection.bind({})
      connection.execute({})
      super.prepare(connection)
    }
  }
})
