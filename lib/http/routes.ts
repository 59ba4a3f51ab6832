/** A route: a method, a path under the API prefix, and what serves it. The whole API is a list of these. */
import type { Answer } from './answer.ts'
import type { ApiRequest } from './request.ts'

export interface Route {
  method: string
  /** `/:collection/:id`; a fixed segment beats a `:name`. */
  path: string
  name: string
  /** Pages of other sites may post here: the request brings a proof of its own, and never acts for the session. */
  takesForeign?: boolean
  run(request: ApiRequest): Promise<Answer>
}
