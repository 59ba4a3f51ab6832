/** A route: a method, a path under the API prefix, and what serves it. The whole API is a list of these. */
import type { Answer } from './answer.ts'
import type { ApiRequest } from './request.ts'

export interface Route {
  method: string
  /** `/:collection/:id`; a fixed segment beats a `:name`. */
  path: string
  name: string
  run(request: ApiRequest): Promise<Answer>
}
