/** Webhooks: notify other systems of changes and custom events. A delivery is saved with the change it reports. */

import type { Model } from '../../../schema/model.ts'
import { didYouMean } from '../../../schema/nearest.ts'
import type { Engine, Operation } from '../../engine.ts'
import type { Happening } from '../../events/events.ts'
import type { Queued } from '../../events/outbox.ts'
import type { OutboxText } from '../../events/outbox-rows.ts'
import type { Feature } from '../../feature.ts'
import { eventsOf, happeningsOf, metaAfter } from '../../operations/change-events.ts'
import { CHANGES } from '../../operations/contract.ts'
import type { Settings } from '../../settings.ts'
import type { Row } from '../../store/contract.ts'
import { bodyOf, UNKNOWN_ID } from './body.ts'
import { webhooksConfig } from './config.ts'
import { type DeliveryDetails, deliveriesOf, deliveriesTable, queueDelivery, stopDeliveries } from './delivery.ts'
import { due, isOn } from './due.ts'
import { hears, mistakes, urlOriginOf, webhooksOf } from './hooks.ts'
import { webhooksMethods } from './local.ts'

export const webhooks: Feature = {
  name: 'webhooks',
  config: webhooksConfig,
  check: mistakes,
  checkModel: unknownSlugs,
  tables: (settings) => (isOn(settings) ? [deliveriesTable] : []),
  steps: [
    {
      name: 'saveDeliveries',
      stage: 'write',
      sentence: 'Saves a delivery for every webhook that receives the event; it is sent after the commit.',
      on: CHANGES,
      for: (entity) => !entity.internal,
      run: save,
    },
  ],
  outgoing: (happening, engine) => queued(engine, [happening]),
  queues: {
    webhook: {
      outbox: (engine) => (isOn(engine.settings) ? deliveriesOf(engine) : undefined),
      shown,
      contents: ({ body }) => ({ body }),
    },
  },
  local: webhooksMethods,
  attention: async (engine) => {
    if (!isOn(engine.settings)) return []
    const trouble = await deliveriesOf(engine).rows.trouble()
    return trouble ? [{ id: 'webhooks', ...trouble, addresses: await failing(engine) }] : []
  },
  jobs: [{ name: 'webhooks', run: due }],
  stop: stopDeliveries,
}

/** The configured webhooks whose deliveries fail. The rest of an address is often a secret, so the position in the configuration is given. */
async function failing(engine: Engine): Promise<object[]> {
  const hooks = webhooksOf(engine.settings)
  return (await deliveriesOf(engine).rows.failingBy(['url', 'nth'])).map(({ url, nth, failing, error }) => {
    const index = hooks.findIndex((hook) => hook.url === url && hook.nth === nth)
    return { address: urlOriginOf(url), webhook: index < 0 ? null : `webhooks/${index}`, failing, error }
  })
}

async function save(operation: Operation): Promise<void> {
  const { engine, entity, writes, scope, intent, intentName } = operation
  const place = entity.kind === 'global' ? { global: entity.slug } : { collection: entity.slug }
  const hooks = webhooksOf(engine.settings)
  if (!eventsOf(operation).some((event) => hooks.some((hook) => hears(hook, { event, ...place })))) return
  const happenings = await happeningsOf(operation, metaAfter(operation, UNKNOWN_ID))
  const about = { ...(scope && { scope }), ...(intent?.returns && { intent: intentName }) }
  for (const { statement, send } of queued(engine, happenings, about)) {
    writes.writes.push(statement)
    operation.afterwards.push(() => void send())
  }
}

/** All webhooks get the same bytes, which are built once: documents may be long and webhooks many. */
function queued(engine: Engine, happenings: readonly Happening[], details?: DeliveryDetails): Queued[] {
  const hooks = webhooksOf(engine.settings)
  const bodies = new Map<Happening, OutboxText>()
  const sharedBody = (happening: Happening): OutboxText => {
    const body = bodies.get(happening) ?? bodyOf(happening)
    bodies.set(happening, body)
    return body
  }
  return hooks.flatMap((hook) =>
    happenings
      .filter((happening) => hears(hook, happening))
      .map((happening) => queueDelivery(engine, hook, happening, sharedBody(happening), details)),
  )
}

function shown({ url, event, collection, document, global, intent }: Row): object {
  return {
    url,
    event,
    ...(collection && { collection }),
    ...(document && { doc: Number(document) }),
    ...(global && { global }),
    ...(intent && { intent }),
  }
}

function unknownSlugs({ collections, globals }: Model, { webhooks }: Settings): string[] {
  const wrong = (at: string, named: readonly string[], known: ReadonlyMap<string, unknown>, what: string) =>
    named.filter((slug) => !known.has(slug)).map((slug) => `${at}: there is no ${what} '${slug}'. ${didYouMean(slug, known.keys())}`.trim())
  return (webhooks ?? []).flatMap((hook, index) => [
    ...wrong(`webhooks[${index}].collections`, hook.collections ?? [], collections, 'collection'),
    ...wrong(`webhooks[${index}].globals`, hook.globals ?? [], globals, 'global'),
  ])
}
