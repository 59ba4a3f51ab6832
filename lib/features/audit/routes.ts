/** The routes of the audit log: a list, an export, and a check of the chain. */
import { badQuery } from '../../errors.ts'
import { record } from '../../events/journal.ts'
import { type Answer, json } from '../../http/answer.ts'
import { mayOpen } from '../../http/guards.ts'
import { pageIn, textIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import type { AuditQuery } from '../../local/types.ts'
import { csvOf } from './csv.ts'
import { countByDay, entries, findEntries } from './find.ts'
import { verifyChain } from './verify.ts'

export const VIEW = 'audit'
const MOST_ROWS = 10_000
const DAYS = 30

export async function listEntries(request: ApiRequest): Promise<Answer> {
  await mayOpen(request, VIEW)
  const { engine, caller, query } = request
  return json(200, JSON.stringify(await findEntries(engine, caller, { ...queryOf(request), ...pageIn(query) })))
}

export async function activity(request: ApiRequest): Promise<Answer> {
  await mayOpen(request, VIEW)
  return json(200, JSON.stringify({ days: await countByDay(request.engine, request.caller, DAYS) }))
}

export async function csv(request: ApiRequest): Promise<Answer> {
  await mayOpen(request, VIEW)
  const { engine, caller } = request
  const body = csvOf(await entries(engine, caller, queryOf(request), MOST_ROWS))
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="audit.csv"',
    'cache-control': 'no-store',
  }
  return { status: 200, headers, body }
}

export async function checkChain(request: ApiRequest): Promise<Answer> {
  await mayOpen(request, VIEW)
  const { engine, caller } = request
  const { head: _, ...found } = await verifyChain(engine)
  const { at: __, ...detail } = found
  await record(engine, caller, { action: 'audit.verify', target: 'audit', detail })
  return json(200, JSON.stringify(found))
}

function queryOf({ query }: ApiRequest): AuditQuery {
  const text = (name: string) => textIn(query, name)
  const doc = text('doc')
  if (doc !== undefined && !/^\d{1,15}$/.test(doc)) throw badQuery('must be the id of a document', 'doc')
  const given = { action: text('action'), target: text('target'), actor: text('actor'), from: text('from'), to: text('to') }
  return {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as AuditQuery),
    ...(doc !== undefined && { doc: Number(doc) }),
  }
}
