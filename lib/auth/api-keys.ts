/** Looks up API keys that are valid now. An expired or revoked key, or one whose owner is inactive, counts as missing. */
import type { Permissions, User } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { decode } from '../store/decode.ts'
import { Rows } from '../store/records.ts'
import { userById } from './accounts.ts'

const KEYS = 'api-keys'

export interface PresentKey {
  id: number
  permissions: Permissions
  lastUsedAt: string | null
  owner: User
}

export async function presentKey(engine: Engine, by: 'id' | 'hash', value: number | string): Promise<PresentKey | undefined> {
  const { store, settings, model } = engine
  const keys = model.collections.get(KEYS)
  if (!keys) return undefined
  const row = await new Rows(KEYS, store).first({ [by]: value })
  const doc = row && decode(keys, row)
  const owner = doc?.['user'] ? await userById(engine, doc['user']) : undefined
  const isOver = typeof doc?.['expiresAt'] === 'string' && doc['expiresAt'] <= settings.clock.now().toISOString()
  if (!row || !doc || isOver || owner?.['active'] !== true) return undefined
  return { id: row['id'], permissions: doc['permissions'] ?? {}, lastUsedAt: doc['lastUsedAt'], owner }
}
