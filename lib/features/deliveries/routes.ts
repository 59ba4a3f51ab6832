/** The routes of deliveries: list, retry and delete, one or many. Tested by test/features/webhooks/deliveries.test.ts. */

import { because } from '../../../schema/reasons.ts'
import type { Engine } from '../../engine.ts'
import { badQuery, notFound } from '../../errors.ts'
import type { ChosenRows, RowChoice } from '../../events/chosen-rows.ts'
import { record } from '../../events/journal.ts'
import type { Outbox } from '../../events/outbox.ts'
import type { Queue } from '../../feature.ts'
import { type Answer, json } from '../../http/answer.ts'
import { mayOpen } from '../../http/guards.ts'
import { pageIn, textIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { jsonOf } from '../../json.ts'
import { idOf } from '../../local/call.ts'
import { pages } from '../../local/handle.ts'
import { isAdminActor } from '../../local/permitted.ts'
import type { Row } from '../../store/contract.ts'
import { choiceIn, receiverIn, stateIn } from './choice.ts'

const VIEW = 'deliveries'
const A_PAGE = 50
/** The limit for all bodies on a page of deliveries. */
const MOST_BYTES = 1_000_000

export async function listDeliveries(request: ApiRequest): Promise<Answer> {
  await mayOpen(request, VIEW)
  const { engine, query, caller } = request
  const kind = textIn(query, 'kind') ?? 'webhook'
  const { page = 1 } = pageIn(query)
  const queue = queueOf(engine, kind)
  if (!queue) throw badQuery(because('one-of', { options: Object.keys(engine.features.queues) }), 'kind')
  if (!Number.isSafeInteger(page) || page < 1) throw badQuery('must be a whole number from 1 on', 'page')
  const chosen = queue.outbox()?.rows.chosen
  const state = stateIn(query)
  const receiver = receiverIn(query, chosen?.receiver)
  const counts = (await chosen?.counts(receiver)) ?? { failed: 0, pending: 0 }
  const found = (await chosen?.page({ state, ...receiver }, A_PAGE, page)) ?? []
  const bodies = isAdminActor(caller.actor) && queue.contents ? await queue.outbox()?.rows.bodies(whatFits(found)) : undefined
  const docs = found.map((row) => ({
    ...shown(kind, queue, row),
    ...(bodies && queue.contents?.({ ...row, body: bodies.get(row['id']) ?? null })),
  }))
  const totalDocs = counts[state]
  const paging = pages({ docs: [], totalDocs, limit: A_PAGE, page, hasNextPage: page * A_PAGE < totalDocs })
  return json(200, await jsonOf({ docs, ...paging, counts, ...(await receiversOf(chosen)) }))
}

/** All of them, with how many deliveries each has, for a filter to offer. */
async function receiversOf(chosen: ChosenRows | undefined): Promise<object> {
  if (chosen?.receiver === undefined) return {}
  const receivers = await chosen.byReceiver()
  return { receivers: receivers.map(({ receiver, ...counts }) => ({ url: receiver, ...counts })) }
}

/** The ids of rows whose bodies fit into one response; the first always does. */
function whatFits(rows: readonly Row[]): number[] {
  let total = 0
  return rows
    .filter(({ bytes }, index) => {
      const fits = index === 0 || total + bytes <= MOST_BYTES
      if (fits) total += bytes
      return fits
    })
    .map((row) => row['id'])
}

const shown = (kind: string, queue: Queue, row: Row): object => ({
  id: row['id'],
  kind,
  state: row['state'],
  attempts: row['attempts'],
  error: row['error'],
  createdAt: row['created_at'],
  updatedAt: row['updated_at'],
  nextAttemptAt: row['state'] === 'pending' ? row['next_at'] : null,
  ...queue.shown(row),
})

export async function retry(request: ApiRequest): Promise<Answer> {
  const { outbox, id } = await one(request)
  const outcome = await outbox.retry(id)
  await note(request, 'retry', { id, sent: outcome === 'sent' })
  if (outcome === 'sent') return json(200, JSON.stringify({ ok: true }))
  return json(200, JSON.stringify({ ok: false, error: outcome === 'sending' ? 'It is already being sent' : outcome.message }))
}

export async function retryMany(request: ApiRequest): Promise<Answer> {
  const { outbox, choice } = await many(request)
  const tally = await outbox.retryMany(choice)
  await note(request, 'retry', { ...facts(choice), ...tally })
  return json(200, JSON.stringify(tally))
}

export async function deleteOne(request: ApiRequest): Promise<Answer> {
  const { outbox, id } = await one(request)
  await outbox.rows.remove(id)
  await note(request, 'delete', { id })
  return json(200, JSON.stringify({ deleted: 1 }))
}

export async function deleteMany(request: ApiRequest): Promise<Answer> {
  const { outbox, choice } = await many(request)
  const { chosen } = outbox.rows
  const tally = { deleted: await chosen.remove(choice), sending: await chosen.sending(choice) }
  await note(request, 'delete', { ...facts(choice), ...tally })
  return json(200, JSON.stringify(tally))
}

/** The rest of an address is often a secret, which the audit log must not hold. */
const facts = ({ ids, state, receiver }: RowChoice): Record<string, unknown> => ({
  ...(ids && { ids }),
  ...(state && { state }),
  ...(receiver !== undefined && { address: new URL(receiver).origin }),
})

const note = ({ engine, caller, params }: ApiRequest, what: 'retry' | 'delete', detail: Record<string, unknown>) =>
  record(engine, caller, { action: `delivery.${what}`, target: 'deliveries', detail: { kind: params['kind'], ...detail } })

const queueOf = ({ features: { queues } }: Engine, kind: string) => (Object.hasOwn(queues, kind) ? queues[kind] : undefined)

async function outboxOf(request: ApiRequest): Promise<Outbox> {
  await mayOpen(request, VIEW)
  const kind = request.param('kind')
  const outbox = queueOf(request.engine, kind)?.outbox()
  if (!outbox) throw notFound(`Nothing is delivered as '${kind}' here`)
  return outbox
}

async function one(request: ApiRequest): Promise<{ outbox: Outbox; id: number }> {
  const outbox = await outboxOf(request)
  const id = idOf(request.params['id'])
  if (!(await outbox.rows.find(id))) throw notFound()
  return { outbox, id }
}

async function many(request: ApiRequest): Promise<{ outbox: Outbox; choice: RowChoice }> {
  const outbox = await outboxOf(request)
  return { outbox, choice: choiceIn(request.query, outbox.rows.chosen.receiver) }
}
