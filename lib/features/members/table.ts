/** Sign-ups awaiting email confirmation. No user exists before that; signing up again replaces a pending sign-up. */

import { digest, randomToken } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'
import { greaterThan, lessThan } from '../../store/conditions.ts'
import { index } from '../../store/index-spec.ts'
import { ownTable } from '../../store/records.ts'
import type { Statement } from '../../store/write-set.ts'

const TABLE = '$signups'
/** Seconds until a confirmation expires. */
const PATIENCE = 24 * 3600

export const pendingTable = ownTable({
  name: TABLE,
  columns: [
    { name: 'email', kind: 'text' },
    { name: 'name', kind: 'text' },
    { name: 'hash', kind: 'text' },
    { name: 'token', kind: 'text' },
    { name: 'expires_at', kind: 'text' },
  ],
  indexes: [
    index(TABLE, ['email'], 'one that waits an address', true),
    index(TABLE, ['token'], 'whose confirmation it is', true),
    index(TABLE, ['expires_at'], 'sweeping'),
  ],
})

export interface PendingSignUp {
  email: string
  name: string | null
  hash: string
}

export function keepPending(
  { store, settings }: Engine,
  { email, name, hash }: PendingSignUp,
): { token: string; expiresAt: Date; statements: Statement[] } {
  const token = randomToken()
  const now = settings.clock.now()
  const expiresAt = new Date(now.getTime() + PATIENCE * 1000)
  const rows = pendingTable.in(store)
  const row = { email, name, hash, token: digest(settings.secret, 'link', token), expires_at: expiresAt.toISOString() }
  return {
    token,
    expiresAt,
    statements: [
      rows.delete({ expires_at: lessThan(now.toISOString()) }),
      rows.insert(row, { onConflict: { unique: ['email'], change: ['name', 'hash', 'token', 'expires_at'] } }),
    ],
  }
}

export async function findPending({ store, settings }: Engine, token: string): Promise<PendingSignUp | undefined> {
  const valid = { token: digest(settings.secret, 'link', token), expires_at: greaterThan(settings.clock.now().toISOString()) }
  return (await pendingTable.in(store).first(valid, { columns: ['email', 'name', 'hash'] })) as PendingSignUp | undefined
}

/** Confirms a sign-up; only one of several concurrent requests finds it. */
export function takeSignUp({ store, settings }: Engine, token: string, otherwise: () => Error): Statement {
  const mine = { token: digest(settings.secret, 'link', token) }
  return { ...pendingTable.in(store).delete(mine, ['email']), expect: { rows: 1, otherwise } }
}
