/** A route: a method, a path under the API prefix, and what serves it. The whole API is a list of these. */
import type { Answer } from './answer.ts'
import type { ApiRequest } from './request.ts'

export interface Route {
  method: string
  /** `/:collection/:id`; a fixed segment beats a `:name`. */
  path: string
  name: string
  /** What switches its feature on, where that is off: the path is 404 for every method, and says so. */
  off?: string
  /** Pages of other sites may post here: the request brings a proof of its own, and never acts for the session. */
  takesForeign?: boolean
  run(request: ApiRequest): Promise<Answer>
}

/** The routes of a feature; those of one that is switched off say what would switch it on. */
export const routesWhere = (isOn: unknown, words: string, routes: readonly Route[]): readonly Route[] =>
  isOn ? routes : routes.map((route) => ({ ...route, off: `This is switched off here; the configuration would say ${words}` }))
