/** Where a document is used, so that editors know before they delete it. Tested by test/access/unreadable-uses.test.ts. */
import { badQuery } from '../../errors.ts'
import type { Feature } from '../../feature.ts'
import { json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/guards.ts'
import { listedIds } from '../../http/listed-ids.ts'
import { documentAt } from '../../local/address.ts'
import { entityNamed } from '../../local/call.ts'
import { referencesMethods } from './local.ts'
import { usesOf, usesOfMany } from './uses.ts'

/** As many as the admin deletes at once without a warning that it did not look. */
const MOST = 1000

export const references: Feature = {
  name: 'references',
  local: referencesMethods,
  routes: () => [
    {
      method: 'GET',
      path: '/admin/references',
      name: 'referencesToMany',
      run: async ({ engine, caller, query }) => {
        onlyPeople(caller)
        const entity = entityNamed(engine, 'collection', String(query['collection']), caller.actor)
        return json(
          200,
          JSON.stringify(await usesOfMany(engine, caller, entity, listedIds(query['ids'], MOST), fieldsIn(query['without']))),
        )
      },
    },
    {
      method: 'GET',
      path: '/:collection/:id/references',
      name: 'references',
      run: async (request) => {
        const { engine, caller, params, query } = request
        const at = documentAt(engine, caller.actor, request.param('collection'), params['id'])
        return json(200, JSON.stringify(await usesOf(engine, caller, at, fieldsIn(query['without']))))
      },
    },
  ],
}

/** `?without=posts.author,pages.author`: uses in these fields alone don't count. */
function fieldsIn(text: unknown): string[] {
  if (text === undefined) return []
  if (typeof text !== 'string') throw badQuery("must be fields, such as 'posts.author', with commas between them", 'without')
  return text.split(',')
}
