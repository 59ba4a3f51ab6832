/** An API request on its way to a route: who asks, for what. */
import type { Caller } from '../actor.ts'
import type { Cms } from '../local/handle.ts'
import type { Engine } from '../operations/operation.ts'
import type { Exchange } from './exchange.ts'
import type { Query } from './query.ts'

export interface ApiRequest {
  exchange: Exchange
  engine: Engine
  /** The Local API under the caller's rules. */
  cms: Cms
  caller: Caller
  params: Record<string, string>
  query: Query
}
