/** The HTTP interface for hosts, and for features that list its routes. Tested by test/http/matrix.test.ts. */
import type { Caller } from '../actor.ts'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'

export interface Handled {
  answer: Answer
  status: number
  /** The route's path as declared, for tracing. */
  template: string | undefined
}

export interface HttpFront {
  readonly routes: readonly { readonly method: string; readonly path: string; readonly name: string }[]
  readonly probes: {
    health(): Promise<Answer>
    metrics(exchange: Exchange): Promise<Answer>
  }
  handle(exchange: Exchange): Promise<Handled>
  /** A request to the standalone server outside the API prefix. */
  handleRoot(exchange: Exchange): Promise<Handled>
  /** Serves paths outside the API prefix; undefined if the path is unknown. */
  site(exchange: Exchange): Promise<Answer | undefined>
  /** The caller of a request that none of the routes serve, for `req.cms`. */
  caller(exchange: Exchange): Promise<Caller>
  open(): void
  /** Answers 503 to new requests from now on; resolves when those in progress have been answered. */
  drain(): Promise<void>
}
