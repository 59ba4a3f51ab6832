/** The parts of a connection of the driver `pg` that are used here. Tested by test/query/too-slow.test.ts. */
import type { Row } from '../../lib/store/contract.ts'

export interface Client {
  query(text: string): Promise<Result>
  query(given: Given): Promise<Result>
  query(query: RunningQuery): void
  setTypeParser?(type: number, parse: (value: string) => unknown): void
  connection?: { parsedStatements?: Record<string, string> }
  constructor: { Query: QueryClass }
}

export interface Given {
  name?: string
  text: string
  values: readonly unknown[]
}

export interface Result {
  command: string
  rows: Row[]
}

/** Sends its messages when its turn comes. */
export interface RunningQuery {
  prepare(connection: Wire): void
}

/** Several results if several statements were sent. */
type Answer = (error: Error | null, results: Result[]) => void

export type QueryClass = new (given: Given, values: undefined, answer: Answer) => RunningQuery

/** The messages of the extended query protocol. */
export interface Wire {
  parse(message: { text: string }): void
  bind(message: object): void
  execute(message: { portal?: string }): void
  sync(): void
}
