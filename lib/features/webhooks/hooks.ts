/** The webhooks of the configuration: which of them hears of what, and how one is found again for a delivery that was saved. */

import { EVENTS, type Happening } from '../../events/events.ts'
import type { Settings } from '../../settings.ts'
import type { Row } from '../../store/contract.ts'
import type { WebhookConfig } from './config.ts'

export interface Hook extends WebhookConfig {
  /** Which one it is of those with the same address. */
  nth: string
}

export function hooksOf({ webhooks = [] }: Settings): Hook[] {
  return webhooks.map((hook, index) => ({ ...hook, nth: String(webhooks.slice(0, index).filter(({ url }) => url === hook.url).length) }))
}

export const hookOf = (settings: Settings, { url, nth }: Row): Hook | undefined =>
  hooksOf(settings).find((hook) => hook.url === url && hook.nth === nth)

/** An address as logs and the status page may show it: the rest of it is often a secret. */
export const originOf = (url: string): string => new URL(url).origin

const own: readonly string[] = EVENTS

/** Collections of ours that are no content: only who lists them hears of them. */
const UNASKED = ['api-keys', 'media-folders']

/** Who lists a custom event hears of it, whatever it is about. */
export function hears(
  { events, collections, globals }: Hook,
  { event, collection, global }: Pick<Happening, 'event' | 'collection' | 'global'>,
): boolean {
  if (!own.includes(event)) return events?.includes(event) ?? false
  if (!(events?.includes(event) ?? true)) return false
  return collection === undefined
    ? (globals?.includes(global!) ?? true)
    : (collections?.includes(collection) ?? !UNASKED.includes(collection))
}

/** Names that nothing has are mistakes. */
export function mistakes(settings: Settings): string[] {
  const known = [...EVENTS, ...(settings.events ?? [])]
  return (settings.webhooks ?? []).flatMap(({ events = [] }, index) =>
    events
      .filter((event) => !known.includes(event))
      .map((event) => `webhooks/${index}/events: '${event}' is none of ${known.join(', ')}; declare events of your own in 'events'`),
  )
}
