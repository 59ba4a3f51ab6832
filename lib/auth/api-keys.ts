/** Looks up API keys that are valid now. An expired or revoked key, or one whose owner is inactive, counts as missing. */
import { derived } from '../../schema/derived.ts'
import type { Permissions, User } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { allColumns } from '../query/plan.ts'
import { tokenOwner } from '../query/token-owner.ts'
import { userIn } from './accounts.ts'

const KEYS = 'api-keys'

export interface PresentKey {
  id: number
  permissions: Permissions
  lastUsedAt: string | null
  owner: User
}

export async function presentKey(engine: Engine, by: 'id' | 'hash', value: number | string): Promise<PresentKey | undefined> {
  if (!engine.model.collections.has(KEYS)) return undefined
  const row = await finders(engine)[by](value, engine.settings.clock.now())
  if (!row) return undefined
  const permissions = JSON.parse(row['$permissions'] ?? 'null') ?? {}
  return { id: row['$key'], permissions, lastUsedAt: row['$last_used_at'], owner: userIn(engine, row) }
}

/** Nothing about a key or its owner is kept between two requests. */
const finders = derived((engine: Engine) => {
  const columns = { $key: 'id', $permissions: 'permissions', $last_used_at: 'lastUsedAt' }
  const ofUser = allColumns(engine.entity('users'))
  const findBy = (token: string) => tokenOwner<string | number>(engine.store, { table: KEYS, token, expires: 'expiresAt' }, columns, ofUser)
  return { id: findBy('id'), hash: findBy('hash') }
})
