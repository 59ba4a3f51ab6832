/** Finds documents by the words of their pending drafts, which editors see in lists: filters go by the live content.
 * Tested by test/features/pending-search.test.ts.
 */
import { type Entity, wholeOf } from '../../../schema/model.ts'
import { badRequest, notFound } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { truth } from '../../local/flag.ts'
import { type Filter, or } from '../../query/filter.ts'
import { idsMatching } from '../../query/matching.ts'
import { columnsOf, withoutLocale } from '../../store/columns.ts'
import type { Doc } from '../../store/document.ts'
import { PENDING } from '../../store/snapshots.ts'

const LONGEST = 200
const MOST = 200

/** `GET /admin/pending?collection=posts&q=`: the ids of documents whose pending draft has these words in one of its texts. */
export async function pendingSearch(request: ApiRequest): Promise<Answer> {
  const { engine, caller, query } = request
  onlyPeople(caller)
  const { q, locale } = query
  const words = searchedWords(q)
  if (!engine.model.collections.get(String(query['collection'])) || engine.model.collections.get(String(query['collection']))?.internal)
    throw notFound()
  const entity = engine.entity(String(query['collection']))
  if ((await engine.access.documents.filter(entity, 'read', caller)).is === 'none') throw notFound()
  await engine.access.paths.prepare([entity], caller)
  const { denied, ask } = engine.access.fields.mask(entity, caller)
  const open = entity.fields.filter((field) => field.type.text && !denied.has(field) && !ask.has(field) && !field.hidden)
  const more = { ...(locale !== undefined && { locale }), ...(query['trash'] !== undefined && { trash: truth('trash')(query['trash']) }) }
  const found = await withPendingWords(
    request,
    entity,
    open.map(({ name }) => name),
    words,
    more,
  )
  return json(200, JSON.stringify(found.map(({ id }) => id)))
}

export function searchedWords(q: unknown): string {
  if (typeof q !== 'string' || q.trim() === '' || q.length > LONGEST)
    throw badRequest(`must be a text of at most ${LONGEST} characters`, 'q')
  return q.trim()
}

/** Looks once more through the documents as the caller sees them, since the draft may be out of their reach. */
export async function withPendingWords(
  { engine, cms }: Pick<ApiRequest, 'engine' | 'cms'>,
  entity: Entity,
  names: readonly string[],
  text: string,
  more: object = {},
): Promise<Doc[]> {
  if (entity.options['drafts'] !== true || names.length === 0) return []
  const { store } = engine
  const value = store.dialect.containing(text)
  const columns = columnsOf(wholeOf(entity)).filter(({ name }) => names.includes(withoutLocale(name)))
  const tests = columns.map(
    ({ name, was }): Filter => ({
      is: 'test',
      path: [
        { is: 'column', name: PENDING, kind: 'json' },
        { is: 'key', names: [name, ...was], kind: 'text' },
      ],
      kind: 'text',
      test: 'like',
      value,
    }),
  )
  const ids = (await idsMatching(store, entity, or(...tests))).sort((a, b) => b - a)
  if (ids.length === 0) return []
  const { docs } = await cms.find(entity.slug, {
    where: { id: { in: ids.slice(0, MOST) } },
    draft: true,
    select: [...names, 'status'],
    depth: 0,
    limit: MOST,
    count: false,
    ...more,
  } as object)
  const words = text.toLowerCase()
  return docs.filter((doc: Doc) => names.some((name) => typeof doc[name] === 'string' && doc[name].toLowerCase().includes(words)))
}
