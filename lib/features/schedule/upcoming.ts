/** `GET /admin/planned`: what will be published and unpublished next, or when the documents on a page of a list will be. */
import type { Entity } from '../../../schema/model.ts'
import { badRequest, GalleyError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/guards.ts'
import { listedIds } from '../../http/listed-ids.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { Row } from '../../store/contract.ts'
import type { Doc } from '../../store/document.ts'
import { rowsOf } from './table.ts'

const NEXT = 8
/** Some of the next plans may be for documents that the caller can't see. */
const LOOKED_AT = 100
const A_PAGE = 100

/** The caller may not read any document, or not their titles, or it takes too long. */
const UNSEEN: readonly string[] = ['FORBIDDEN', 'FIELD_FORBIDDEN', 'TOO_SLOW']

interface Planned {
  collection: string
  id: number
  title: string | null
  action: string
  runAt: string
}

export async function upcoming({ engine, caller, cms, query }: ApiRequest): Promise<Answer> {
  onlyPeople(caller)
  const some = someIn(query)
  const rows = (await rowsOf(engine)?.upcoming(some ? 2 * A_PAGE : LOOKED_AT, some)) ?? []
  const planned: Planned[] = []
  for (const slug of new Set(rows.map((row): string => row['entity'])))
    if (engine.model.collections.has(slug))
      planned.push(
        ...(await readablePlans(
          cms,
          engine.entity(slug),
          rows.filter((row) => row['entity'] === slug),
        )),
      )
  planned.sort((a, b) => a.runAt.localeCompare(b.runAt))
  return json(200, JSON.stringify(some ? planned : planned.slice(0, NEXT)))
}

function someIn({ collection, ids }: ApiRequest['query']): { slug: string; documents: number[] } | undefined {
  if (collection === undefined && ids === undefined) return undefined
  if (typeof collection !== 'string') throw badRequest('must be a collection', 'collection')
  return { slug: collection, documents: listedIds(ids, A_PAGE) }
}

/** The plans for documents that the caller may read. */
async function readablePlans(cms: ApiRequest['cms'], { slug, options }: Entity, rows: readonly Row[]): Promise<Planned[]> {
  const title: string | undefined = options['useAsTitle']
  const ids = [...new Set(rows.map((row): number => row['document']))]
  const question = { where: { id: { in: ids } }, draft: true, depth: 0, limit: ids.length, count: false, select: title ? [title] : ['id'] }
  const { docs } = await cms.find(slug, question as object).catch((error) => {
    if (error instanceof GalleyError && UNSEEN.includes(error.code)) return { docs: [] }
    throw error
  })
  const byId = new Map(docs.map((doc: Doc) => [doc.id, doc]))
  return rows.flatMap((row) => {
    const doc = byId.get(row['document'])
    return doc ? [{ collection: slug, id: doc.id, title: (title && doc[title]) ?? null, action: row['action'], runAt: row['run_at'] }] : []
  })
}
