/** HTTP, as hosts and whoever lists its routes know it. */
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
  /** A request of the standalone server outside the API prefix. */
  handleRoot(exchange: Exchange): Promise<Handled>
  /** What lies outside the API prefix; nothing where the path is none of ours. */
  site(exchange: Exchange): Promise<Answer | undefined>
  /** The caller of a request that no route of ours serves, for `req.cms`. */
  caller(exchange: Exchange): Promise<Caller>
  open(): void
  /** Answers to come are 503 from now on; resolves once those under way are given. */
  drain(): Promise<void>
}
