/** `GET /admin/rights?collection=posts&id=7`, or `ids=7,8`: the rights of this person to a document, or to all of several, where rules
 * and roles decide by document.
 * Tested by test/features/document-rights.test.ts.
 */
import { notFound } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/guards.ts'
import { listedIds } from '../../http/listed-ids.ts'
import { textIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { entityNamed, idOf } from '../../local/call.ts'
import { and, byIds, type Filter } from '../../query/filter.ts'
import { plainView, type View } from '../../query/view.ts'
import { inRole } from './schema.ts'

/** The most documents of one request. */
const MOST = 100

/** Drafts included, without the trash. */
const SHOWN: View = { ...plainView, options: { draft: true } }

export async function documentRights({ engine, caller: asker, query }: ApiRequest): Promise<Answer> {
  const caller = inRole(asker, textIn(query, 'as'))
  onlyPeople(caller)
  const entity = entityNamed(engine, 'collection', String(query['collection']), caller.actor)
  const ids = query['ids'] === undefined ? [idOf(query['id'])] : [...new Set(listedIds(query['ids'], MOST))]
  const { paths, documents } = engine.access
  await paths.prepare([entity], caller)
  const addressed = byIds(engine.store.dialect, ids)
  const isWithin = async (filter: Filter) =>
    filter.is !== 'none' && (await engine.reader.existing(entity, and(addressed, filter))).size === ids.length
  const shown = engine.features.restrict(entity, caller, SHOWN)
  if (!(await isWithin(and(await documents.filter(entity, 'read', caller), shown)))) throw notFound()
  const update = await isWithin(await documents.filter(entity, 'update', caller))
  return json(
    200,
    JSON.stringify({
      update,
      delete: await isWithin(await documents.filter(entity, 'delete', caller)),
      publish: update && (await isWithin(await documents.publishing(entity, caller))),
    }),
  )
}
