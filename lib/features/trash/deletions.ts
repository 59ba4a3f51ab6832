/** When documents were moved to the trash, by whom, and until when they stay there; `GET /admin/trashed` tells it for the list of the trash. Tested by test/features/deletions.test.ts. */
import type { Caller } from '../../actor.ts'
import { authorshipOf, authorsOf } from '../../auth/authorship.ts'
import { notFound } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/guards.ts'
import { listedIds } from '../../http/listed-ids.ts'
import type { ApiRequest } from '../../http/request.ts'
import { among } from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import type { Doc } from '../../store/document.ts'
import { Rows } from '../../store/records.ts'
import type { ColumnSpec } from '../../store/tables.ts'

export const TRASHED_AT = '$trashed_at'
const TRASHED_BY = '$trashed_by'
const TRASHED_BY_KEY = '$trashed_by_key'

const A_PAGE = 100

export const deletionColumns: ColumnSpec[] = [
  { name: TRASHED_AT, kind: 'text', hides: true, trashes: true },
  { name: TRASHED_BY, kind: 'id' },
  { name: TRASHED_BY_KEY, kind: 'text' },
]

export function deletedNow(caller: Caller, now: string): Row {
  const { author, author_key: key } = authorshipOf(caller)
  return { [TRASHED_AT]: now, [TRASHED_BY]: author, [TRASHED_BY_KEY]: key }
}

export const notDeleted: Row = { [TRASHED_AT]: null, [TRASHED_BY]: null, [TRASHED_BY_KEY]: null }

/** Only of documents that the caller may see in the trash. */
export async function deletions({ engine, caller, cms, query: { collection, ids } }: ApiRequest): Promise<Answer> {
  onlyPeople(caller)
  const wanted = listedIds(ids, A_PAGE)
  const entity = engine.model.collections.get(String(collection))
  if (!entity?.options['trash'] || entity.internal) throw notFound()
  const draft = entity.options['drafts'] === true
  const question = { trash: true, draft, where: { id: { in: wanted } }, depth: 0, limit: wanted.length, count: false, select: ['id'] }
  const { docs } = await cms.find(entity.slug, question as object)
  const visible = docs.map(({ id }: Doc) => id)
  const columns = { id: 'id', at: TRASHED_AT, author: TRASHED_BY, author_key: TRASHED_BY_KEY }
  const rows = await new Rows(entity.slug, engine.store).find({ id: among('id', visible) }, { columns })
  const authorOf = await authorsOf(engine, caller, rows)
  const days = entity.options['trash'].purgeAfterDays as number | undefined
  const deleted = rows.map((row) => ({ id: row['id'], at: row['at'], until: daysAfter(String(row['at']), days), by: authorOf(row) }))
  return json(200, JSON.stringify(deleted))
}

/** `null`: documents stay until somebody deletes them. */
const daysAfter = (at: string, days: number | undefined): string | null =>
  days === undefined ? null : new Date(Date.parse(at) + days * 24 * 3600 * 1000).toISOString()
