/** An API request on its way to a route: who asks, for what. */
import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'
import type { Attempt, Feature } from '../feature.ts'
import type { Cms } from '../local/handle.ts'
import type { Operation } from '../operations/operation.ts'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import type { Query } from './query.ts'

export class ApiRequest {
  readonly exchange: Exchange
  readonly caller: Caller
  readonly params: Record<string, string>
  readonly query: Query
  readonly #system: Cms
  readonly #features: readonly Feature[]

  constructor(
    exchange: Exchange,
    { cms, features }: { cms: Cms; features: readonly Feature[] },
    caller: Caller,
    params: Record<string, string>,
    query: Query,
  ) {
    this.exchange = exchange
    this.#system = cms
    this.#features = features
    this.caller = caller
    this.params = params
    this.query = query
  }

  get engine(): Engine {
    return this.#system.engine
  }

  /** The Local API under the caller's rules. */
  get cms(): Cms {
    return this.engine.handle(this.caller)
  }

  /** Whether it may repeat an earlier request to create a document. */
  attempt(entity: Entity, input: object): Attempt | undefined {
    for (const feature of this.#features) {
      const found = feature.attempt?.(this, entity, input)
      if (found) return found
    }
    return undefined
  }

  /** Lets features add to the answer of a change. */
  async answered(answer: Answer, operation: Operation): Promise<Answer> {
    for (const feature of this.#features) await feature.answered?.(answer, this, operation)
    return answer
  }
}
