/** The API key of a request. Unlike a dead session, a wrong key is an error, so that scripts notice it. */

import type { Identity } from '../../actor.ts'
import { presentKey } from '../../auth/api-keys.ts'
import { digest } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import type { Exchange } from '../../http/exchange.ts'
import { Rows } from '../../store/records.ts'

/** Seconds between two writes of the last use. */
const MARKED = 60

export function apiKeyOf({ headers }: Exchange, engine: Engine): undefined | Promise<Identity> {
  if (!engine.settings.apiKeys) return undefined
  const key = /^Bearer +(cms_\S*) *$/i.exec(headers.authorization ?? '')?.[1]
  return key === undefined ? undefined : identify(key, engine)
}

async function identify(key: string, engine: Engine): Promise<Identity> {
  const present = await presentKey(engine, 'hash', digest(engine.settings.secret, 'key', key))
  if (!present) throw new GalleyError('UNAUTHENTICATED', 'This API key is wrong, has expired or was revoked')
  const { id, permissions, lastUsedAt, owner } = present
  void mark(engine, id, lastUsedAt)
  return { user: owner, key: { id, permissions } }
}

/** Not a change of the document: its revision and hooks are not involved. */
async function mark({ store, settings }: Engine, id: number, last: string | null): Promise<void> {
  const now = settings.clock.now()
  if (last !== null && now.getTime() - Date.parse(last) < MARKED * 1000) return
  try {
    await store.change(new Rows('api-keys', store).update({ id }, { lastUsedAt: now.toISOString() }))
  } catch (error) {
    settings.log.warn('the last use of an API key could not be noted', { error: (error as Error).message })
  }
}
