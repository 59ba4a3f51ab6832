/** `GET /admin/rights?collection=posts&ids=7,8`: which of these documents this person may change, delete and publish, where rules and
 * roles decide by document.
 * Tested by test/features/document-rights.test.ts.
 */
import { type Answer, json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/guards.ts'
import { listedIds } from '../../http/listed-ids.ts'
import { textIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { entityNamed } from '../../local/call.ts'
import { and, byIds, type Filter } from '../../query/filter.ts'
import { plainView, type View } from '../../query/view.ts'
import { inRole } from './schema.ts'

/** The most documents of one request. */
const MOST = 100

/** Drafts included, without the trash. */
const SHOWN: View = { ...plainView, options: { draft: true } }

/** Ids, each of them in the list of what is allowed; those of documents that this person can't see are in none. */
export async function documentRights({ engine, caller: asker, query }: ApiRequest): Promise<Answer> {
  const caller = inRole(asker, textIn(query, 'as'))
  onlyPeople(caller)
  const entity = entityNamed(engine, 'collection', String(query['collection']), caller.actor)
  const { paths, documents } = engine.access
  await paths.prepare([entity], caller)
  const within = async (ids: number[], filter: Filter) => {
    if (filter.is === 'none' || ids.length === 0) return []
    const found = await engine.reader.existing(entity, and(byIds(engine.store.dialect, ids), filter))
    return ids.filter((id) => found.has(id))
  }
  const shown = engine.features.restrict(entity, caller, SHOWN)
  const read = await within([...new Set(listedIds(query['ids'], MOST))], and(await documents.filter(entity, 'read', caller), shown))
  const update = await within(read, await documents.filter(entity, 'update', caller))
  const remove = await within(read, await documents.filter(entity, 'delete', caller))
  const publish = await within(update, await documents.publishing(entity, caller))
  return json(200, JSON.stringify({ read, update, delete: remove, publish }))
}
