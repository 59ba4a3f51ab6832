/** The configured webhooks: which events each receives, and how to find the webhook of a saved delivery. */

import { didYouMean } from '../../../schema/nearest.ts'
import { EVENTS, type Happening } from '../../events/events.ts'
import type { Settings } from '../../settings.ts'
import type { Row } from '../../store/contract.ts'
import type { WebhookConfig } from './config.ts'

export interface Hook extends WebhookConfig {
  /** Its index among the webhooks with the same address. */
  nth: string
}

export function webhooksOf({ webhooks = [] }: Settings): Hook[] {
  return webhooks.map((hook, index) => ({ ...hook, nth: String(webhooks.slice(0, index).filter(({ url }) => url === hook.url).length) }))
}

export const hookOf = (settings: Settings, { url, nth }: Row): Hook | undefined =>
  webhooksOf(settings).find((hook) => hook.url === url && hook.nth === nth)

/** The part of an address that logs and the status page may show: the rest is often a secret. */
export const urlOriginOf = (url: string): string => new URL(url).origin

const own: readonly string[] = EVENTS

/** Built-in collections that aren't content: only webhooks that list them receive their events. */
const UNASKED = ['api-keys', 'media-folders']

/** A webhook that lists a custom event receives it, whatever document it is about. */
export function hears(
  { events, collections, globals }: Hook,
  { event, collection, global }: Pick<Happening, 'event' | 'collection' | 'global'>,
): boolean {
  const listed: readonly string[] | undefined = events
  if (!own.includes(event)) return listed?.includes(event) ?? false
  if (!(listed?.includes(event) ?? true)) return false
  return collection === undefined
    ? globals === undefined || (global !== undefined && globals.includes(global))
    : (collections?.includes(collection) ?? !UNASKED.includes(collection))
}

/** Reports events that don't exist. */
export function mistakes(settings: Settings): string[] {
  const known = [...EVENTS, ...(settings.events ?? [])]
  return (settings.webhooks ?? []).flatMap(({ events = [] }, index) =>
    events
      .filter((event) => !known.includes(event))
      .map((event) =>
        `webhooks[${index}].events: '${event}' is none of ${known.join(', ')}; declare events of your own in 'events'. ${didYouMean(event, known)}`.replace(
          /\. $/,
          '',
        ),
      ),
  )
}
