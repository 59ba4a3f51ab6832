/** Routes: a method, a path under the API prefix, and a function that serves it. The whole API is a list of these. Tested by test/http/matrix.test.ts. */
import type { Answer } from './answer.ts'
import type { ApiRequest } from './request.ts'

export interface Route {
  method: string
  /** `/:collection/:id`; a fixed segment takes precedence over a `:name`. */
  path: string
  name: string
  /** How to enable its feature, if it is switched off: the path is 404 for every method, with this message. */
  off?: string
  /** Other sites may post here: the request carries its own proof, and never acts for the session. */
  takesForeign?: boolean
  run(request: ApiRequest): Promise<Answer>
}

/** The routes of a feature; if it is switched off, they answer how to enable it. */
export const routesWhere = (isOn: unknown, words: string, routes: readonly Route[]): readonly Route[] =>
  isOn ? routes : routes.map((route) => ({ ...route, off: `This is not enabled here; to enable it, configure ${words}` }))
