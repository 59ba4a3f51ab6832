/** An API request on its way to a route: who asks, for what. */

import type { JsonSchema } from '../../schema/document.ts'
import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Engine, Operation } from '../engine.ts'
import type { Cms } from '../local/cms.ts'
import type { Joined } from '../operations/contract.ts'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import type { Query } from './query.ts'

export interface Creation {
  /** What the request may hold beside JSON, by content type, for OpenAPI. */
  takes: Readonly<Record<string, JsonSchema>>
  run(request: ApiRequest): Promise<Answer>
}

/** What tells a request from others. It is read only for requests that may repeat an earlier one, because a file takes time. */
export type Sent = () => object | Promise<object>

/** Something that a request creates, other than a document of a collection. */
export interface Creatable {
  /** Its name among the collections, which begins with `$` because theirs don't. */
  slug: string
  /** The name of the statement that inserts it. */
  inserted: string
  status: number
  /** As it is now, in JSON; undefined when it is gone. */
  show(id: number): Promise<string | undefined>
}

/** A request to create something that may have been carried out before. */
export interface Attempt {
  /** What joins its transaction. */
  joined: Joined
  /** The answer, where an earlier request has created it. */
  earlier(): Promise<Answer | undefined>
}

export interface CreatingFeatures {
  /** How documents of a collection are made from a request, where that takes more than a JSON body. */
  creation(slug: string): Creation | undefined
  /** Whether a request may repeat an earlier one. */
  attempt(request: ApiRequest, created: Entity | Creatable, sent: Sent): Promise<Attempt | undefined>
  /** Adds to the answer of a change. */
  answered(answer: Answer, request: ApiRequest, operation: Operation): Promise<Answer>
}

export class ApiRequest {
  readonly exchange: Exchange
  readonly caller: Caller
  readonly params: Record<string, string>
  readonly query: Query
  readonly engine: Engine
  /** What features say about creating and changing documents by requests. */
  readonly features: CreatingFeatures

  constructor(
    exchange: Exchange,
    { engine, features }: { engine: Engine; features: CreatingFeatures },
    caller: Caller,
    params: Record<string, string>,
    query: Query,
  ) {
    this.exchange = exchange
    this.engine = engine
    this.features = features
    this.caller = caller
    this.params = params
    this.query = query
  }

  /** The Local API under the caller's rules. */
  get cms(): Cms {
    return this.engine.handle(this.caller)
  }
}
