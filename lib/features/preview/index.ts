/** Preview: a document with the unsaved values of a form, and a link that shows its draft without signing in. */
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { readDocument } from '../../http/body.ts'
import { documentRoutes, optionsOf } from '../../http/document-routes.ts'
import { documentCall } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { jsonOf } from '../../json.ts'
import { type Call, entityNamed } from '../../local/call.ts'
import { previewMethods } from './local.ts'
import { showUnsaved, showUnsavedNew } from './show.ts'
import { previewLinkOf } from './token.ts'

export const preview: Feature = {
  name: 'preview',
  authenticate: previewLinkOf,
  local: previewMethods,
  routes: () => [
    ...documentRoutes('POST', '/preview', 'preview', async (request, at) =>
      json(
        200,
        await jsonOf(await showUnsaved(request.engine, request.caller, at, await readDocument(request.exchange), callFor(request))),
      ),
    ),
    {
      method: 'POST',
      path: '/:collection/preview',
      name: 'previewNew',
      run: async (request) => {
        const { engine, caller, exchange } = request
        const entity = entityNamed(engine, 'collection', request.param('collection'), caller.actor)
        return json(200, await jsonOf(await showUnsavedNew(engine, caller, { entity }, await readDocument(exchange), callFor(request))))
      },
    },
  ],
}

const callFor = (request: ApiRequest): Call => ({ ...documentCall(request.query), asText: false, options: optionsOf(request) })
