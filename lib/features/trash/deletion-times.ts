/** `GET /admin/trashed`: when documents of a collection were moved to the trash, for the list of its trash. */
import { badRequest, notFound } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { among } from '../../store/conditions.ts'
import type { Doc } from '../../store/document.ts'
import { Rows } from '../../store/records.ts'

export const TRASHED_AT = '$trashed_at'

const A_PAGE = 100

/** Only of documents that the caller may see in the trash. */
export async function deletionTimes({ engine, caller, cms, query: { collection, ids } }: ApiRequest): Promise<Answer> {
  onlyPeople(caller)
  const wanted = typeof ids === 'string' ? ids.split(',').map(Number) : []
  if (wanted.length === 0 || wanted.length > A_PAGE || !wanted.every((id) => Number.isSafeInteger(id) && id > 0))
    throw badRequest(`must be 1 to ${A_PAGE} ids, with commas between them`, 'ids')
  const entity = engine.model.collections.get(String(collection))
  if (!entity?.options['trash'] || entity.internal) throw notFound()
  const question = { trash: true, where: { id: { in: wanted } }, depth: 0, limit: wanted.length, count: false, select: ['id'] }
  const { docs } = await cms.find(entity.slug, question as object)
  const visible = docs.map(({ id }: Doc) => id)
  const rows = await new Rows(entity.slug, engine.store).find({ id: among('id', visible) }, { columns: ['id', TRASHED_AT] })
  return json(200, JSON.stringify(rows.map((row) => ({ id: row['id'], at: row[TRASHED_AT] }))))
}
