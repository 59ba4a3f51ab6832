/** Where a document is used, so that editors know before they delete it. Tested by test/access/unreadable-uses.test.ts. */
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { documentAt } from '../../local/address.ts'
import { referencesMethods } from './local.ts'
import { usesOf } from './uses.ts'

export const references: Feature = {
  name: 'references',
  local: referencesMethods,
  routes: () => [
    {
      method: 'GET',
      path: '/:collection/:id/references',
      name: 'references',
      run: async (request) => {
        const { engine, caller, params } = request
        const at = documentAt(engine, caller.actor, request.param('collection'), params['id'])
        return json(200, JSON.stringify(await usesOf(engine, caller, at)))
      },
    },
  ],
}
