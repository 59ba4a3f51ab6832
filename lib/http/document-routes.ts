/** Sub-routes of a document, defined once and served for both collections and globals. Tested by test/features/answers.test.ts. */
import { type Address, documentAt, globalAt } from '../local/address.ts'
import type { Call } from '../local/call.ts'
import type { Answer } from './answer.ts'
import { ifMatchOf } from './etag.ts'
import { documentCall, optionsIn } from './query.ts'
import type { ApiRequest } from './request.ts'
import type { Route } from './routes.ts'

/** `path` follows `/:collection/:id` and `/globals/:slug`. */
export function documentRoutes(
  method: string,
  path: string,
  name: string,
  run: (request: ApiRequest, at: Address) => Promise<Answer>,
): Route[] {
  return [
    {
      method,
      path: `/:collection/:id${path}`,
      name,
      run: (request) => run(request, documentAt(request.engine, request.caller.actor, request.param('collection'), request.params['id'])),
    },
    {
      method,
      path: `/globals/:slug${path}`,
      name: `${name}Global`,
      run: (request) => run(request, globalAt(request.engine, request.caller.actor, request.param('slug'))),
    },
  ]
}

/** The options of a change besides its body, for routes that answer with the document. */
export const changeOptionsOf = (request: ApiRequest): Call => ({
  ...documentCall(request.query),
  options: optionsOf(request),
  ...ifMatchOf(request),
})

export const optionsOf = ({ query, engine }: ApiRequest): Record<string, unknown> => optionsIn(query, engine)
