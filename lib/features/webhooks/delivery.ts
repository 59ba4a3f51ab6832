/** A delivery: saved with the change it reports, and sent with the same bytes, signature and identifier on every attempt. */

import { Attached } from '../../attached.ts'
import type { Engine } from '../../engine.ts'
import type { Happening } from '../../events/events.ts'
import { GivenUp, Outbox, type Queued, Refused } from '../../events/outbox.ts'
import { type OutboxSpec, type OutboxText, outboxTable } from '../../events/outbox-rows.ts'
import { DELIVERY, EVENT, SIGNATURE, sign } from '../../events/signature.ts'
import type { Row } from '../../store/contract.ts'
import { idText } from './body.ts'
import { type Hook, hookOf, urlOriginOf } from './hooks.ts'

const mention = (name: string) => ({ name, kind: 'text', slugs: 'mention' }) as const

const OUTBOX: OutboxSpec = {
  table: 'webhook-deliveries',
  columns: ['url', 'nth', 'event', mention('collection'), mention('global'), 'document', 'intent', 'body'],
  // The parts of the stream name that `queueDelivery` builds.
  streams: { slugs: { words: [2, 3] } },
  receiver: 'url',
}

export const deliveriesTable = outboxTable(OUTBOX)

const outboxes = new Attached<Engine, Outbox>()

export const deliveriesOf = (engine: Engine): Outbox => outboxes.of(engine, () => outboxFor(engine))

function outboxFor(engine: Engine): Outbox {
  const { clock, log } = engine.settings
  const channel = {
    ...OUTBOX,
    attempt: (row: Row, signal: AbortSignal) => post(row, hookOf(engine.settings, row), signal),
    facts: ({ url, event, collection, global, document, key }: Row) => ({
      to: urlOriginOf(url),
      delivery: key,
      event,
      ...(collection && { collection }),
      ...(global && { global }),
      ...(document && { id: document }),
    }),
  }
  return new Outbox(channel, { store: engine.store, clock, log })
}

export async function stopDeliveries(engine: Engine): Promise<void> {
  await outboxes.get(engine)?.stop()
  outboxes.take(engine)
}

export interface DeliveryDetails {
  /** Distinguishes the values of one global. */
  scope?: string
  /** The purpose of the change, where the event doesn't say it; only the list of deliveries shows it. */
  intent?: string
}

export function queueDelivery(
  engine: Engine,
  { url, nth }: Hook,
  happening: Happening,
  body: OutboxText,
  { scope = '', intent }: DeliveryDetails = {},
): Queued {
  const { event, collection, global, id } = happening
  const stream = [nth, url, collection ?? '', global ?? '', scope].map((part) => `${part} `).join('')
  return deliveriesOf(engine).queue({
    url,
    nth,
    event,
    ...(collection !== undefined && { collection }),
    ...(global !== undefined && { global }),
    ...(id !== undefined && { document: idText(id) }),
    ...(intent !== undefined && { intent }),
    ...((id !== undefined || global !== undefined) && { stream: id === undefined ? stream : [stream, idText(id)].flat() }),
    body,
  })
}

/** The HTTP client sets these headers: configured values would make the request fail. */
const OF_THE_TRANSPORT = ['host', 'content-length', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'te', 'trailer', 'expect']

async function post({ key, event, body }: Row, hook: Hook | undefined, signal: AbortSignal): Promise<void> {
  if (!hook) throw new GivenUp('this webhook is not in the configuration any more')
  const headers = new Headers({ 'user-agent': 'galley', ...hook.headers })
  for (const name of OF_THE_TRANSPORT) headers.delete(name)
  headers.set('content-type', 'application/json')
  headers.set(EVENT, event)
  headers.set(DELIVERY, key)
  if (hook.secret !== undefined) headers.set(SIGNATURE, sign(body, hook.secret))
  const response = await fetch(hook.url, { method: 'POST', headers, body, redirect: 'manual', signal }).catch((error: Error) => {
    throw new Error(`could not be reached: ${reason(error)}`)
  })
  await response.body?.cancel()
  const { status } = response
  if (response.ok) return
  if (status < 400) throw new Error(`answered ${status}: redirects are not followed, so set the webhook's url to the final address`)
  if (status === 429 || status >= 500) throw new Error(`answered ${status}`)
  throw new Refused(`answered ${status}`)
}

function reason({ cause, message }: Error): string {
  const { code, message: why } = (cause ?? {}) as { code?: string; message?: string }
  return code ?? why ?? message
}
