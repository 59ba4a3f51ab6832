/** Sign-ups awaiting e-mail confirmation. No user exists before that; signing up again replaces a pending sign-up. */
import { digest, randomToken } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'
import { index, type TableSpec } from '../../store/tables.ts'
import type { Statement } from '../../store/write-set.ts'

const TABLE = '$signups'
/** Seconds until a confirmation expires. */
const PATIENCE = 24 * 3600

export const pendingTable: TableSpec = {
  name: TABLE,
  columns: ['email', 'name', 'hash', 'token', 'expires_at'].map((name) => ({ name, kind: 'text' as const })),
  indexes: [
    index(TABLE, ['email'], 'one that waits an address', true),
    index(TABLE, ['token'], 'whose confirmation it is', true),
    index(TABLE, ['expires_at'], 'sweeping'),
  ],
}

export interface Pending {
  email: string
  name: string | null
  hash: string
}

export function keepPending(
  { store, settings }: Engine,
  { email, name, hash }: Pending,
): { token: string; expiresAt: Date; statements: Statement[] } {
  const { table, quote: q } = store.dialect
  const token = randomToken()
  const now = settings.clock.now()
  const expiresAt = new Date(now.getTime() + PATIENCE * 1000)
  const columns = ['email', 'name', 'hash', 'token', 'expires_at']
  const replaced = columns.slice(1).map((name) => `${q(name)} = excluded.${q(name)}`)
  return {
    token,
    expiresAt,
    statements: [
      { sql: `delete from ${table(TABLE)} where ${q('expires_at')} < ?`, values: [now.toISOString()] },
      {
        sql: `insert into ${table(TABLE)} (${columns.map(q).join(', ')}) values (?, ?, ?, ?, ?) on conflict (${q('email')}) do update set ${replaced.join(', ')}`,
        values: [email, name, hash, digest(settings.secret, 'link', token), expiresAt.toISOString()],
      },
    ],
  }
}

export async function findPending({ store, settings }: Engine, token: string): Promise<Pending | undefined> {
  const { table, quote: q, native } = store.dialect
  const [row] = await store.read(
    native(`select ${q('email')}, ${q('name')}, ${q('hash')} from ${table(TABLE)} where ${q('token')} = ? and ${q('expires_at')} > ?`),
    [digest(settings.secret, 'link', token), settings.clock.now().toISOString()],
    true,
  )
  return row as Pending | undefined
}

/** Confirms a sign-up; only one of several concurrent requests finds it. */
export function takePending({ store, settings }: Engine, token: string, otherwise: () => Error): Statement {
  const { table, quote: q } = store.dialect
  return {
    sql: `delete from ${table(TABLE)} where ${q('token')} = ? returning ${q('email')}`,
    values: [digest(settings.secret, 'link', token)],
    expect: { rows: 1, otherwise },
  }
}
