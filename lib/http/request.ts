/** An API request on its way to a route: who asks, for what. */
import type { Caller } from '../actor.ts'
import type { Cms } from '../local/handle.ts'
import type { Engine } from '../operations/operation.ts'
import type { Exchange } from './exchange.ts'
import type { Query } from './query.ts'

export class ApiRequest {
  readonly exchange: Exchange
  readonly caller: Caller
  readonly params: Record<string, string>
  readonly query: Query
  readonly #system: Cms

  constructor(exchange: Exchange, system: Cms, caller: Caller, params: Record<string, string>, query: Query) {
    this.exchange = exchange
    this.#system = system
    this.caller = caller
    this.params = params
    this.query = query
  }

  get engine(): Engine {
    return this.#system.engine
  }

  /** The Local API under the caller's rules. */
  get cms(): Cms {
    return this.#system.as(this.caller.actor.user, this.caller.context)
  }
}
