/** An API request as a route receives it: its caller, parameters and query. Tested by test/http/matrix.test.ts. */

import type { JsonSchema } from '../../schema/document.ts'
import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Engine, Operation } from '../engine.ts'
import type { Cms } from '../local/cms.ts'
import type { Extras } from '../operations/contract.ts'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'
import type { QueryParameters } from './query.ts'

export interface Creation {
  /** Body formats other than JSON that it accepts, by content type, for OpenAPI. */
  takes: Readonly<Record<string, JsonSchema>>
  run(request: ApiRequest): Promise<Answer>
}

/** Identifies the content of a request. Called only for requests that may repeat an earlier one, because reading a file takes time. */
export type Sent = () => object | Promise<object>

/** Something other than a document that a request creates. */
export interface Creatable {
  /** Its unique name; it begins with `$`, which names of collections don't. */
  slug: string
  /** The name of the statement that inserts it. */
  inserted: string
  status: number
  /** Its current state as JSON; undefined if it no longer exists. */
  show(id: number): Promise<string | undefined>
}

/** A create request that may have been carried out before. */
export interface Attempt {
  /** Guards and writes that join its transaction. */
  extras: Extras
  /** The answer of an earlier request that created it, if any. */
  earlier(): Promise<Answer | undefined>
}

export interface CreatingFeatures {
  /** How documents of a collection are created from a request, if that takes more than a JSON body. */
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
  readonly query: QueryParameters
  readonly engine: Engine
  /** What features contribute to creating and changing documents over HTTP. */
  readonly features: CreatingFeatures

  constructor(
    exchange: Exchange,
    { engine, features }: { engine: Engine; features: CreatingFeatures },
    caller: Caller,
    params: Record<string, string>,
    query: QueryParameters,
  ) {
    this.exchange = exchange
    this.engine = engine
    this.features = features
    this.caller = caller
    this.params = params
    this.query = query
  }

  /** A parameter that the path of the route contains. */
  param(name: string): string {
    const value = this.params[name]
    if (value === undefined) throw new Error(`The path of this route has no ':${name}'`)
    return value
  }

  /** The Local API, subject to the caller's rules. */
  get cms(): Cms {
    return this.engine.handle(this.caller)
  }
}
