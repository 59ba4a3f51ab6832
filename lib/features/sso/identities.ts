/** The external accounts of users. */
import type { ProviderIdentity } from '../../auth/provider.ts'
import type { Engine } from '../../engine.ts'
import { index, type TableSpec } from '../../store/tables.ts'
import type { Ref, Statement } from '../../store/write-set.ts'

const TABLE = '$identities'

export const identitiesTable: TableSpec = {
  name: TABLE,
  columns: [
    { name: 'id', kind: 'identity' },
    { name: 'user', kind: 'id' },
    ...['provider', 'issuer', 'subject', 'name', 'email', 'created_at', 'last_used_at'].map((name) => ({ name, kind: 'text' as const })),
  ],
  indexes: [index(TABLE, ['provider', 'issuer', 'subject'], 'whose account it is', true), index(TABLE, ['user'], 'those of a user')],
}

export interface Identity {
  id: number
  user: number
  provider: string
  name: string | null
  email: string | null
  createdAt: string
  lastUsedAt: string | null
}

export async function findIdentity(engine: Engine, provider: string, { issuer, subject }: ProviderIdentity): Promise<Identity | undefined> {
  const { table, quote: q, native } = engine.store.dialect
  const [row] = await engine.store.read(
    native(`select * from ${table(TABLE)} where ${q('provider')} = ? and ${q('issuer')} = ? and ${q('subject')} = ?`),
    [provider, issuer, subject],
    true,
  )
  return row && identityOf(row)
}

export async function identitiesOf(engine: Engine, user: number): Promise<Identity[]> {
  const { table, quote: q, native } = engine.store.dialect
  const rows = await engine.store.read(native(`select * from ${table(TABLE)} where ${q('user')} = ? order by ${q('id')}`), [user], true)
  return rows.map(identityOf)
}

const identityOf = (row: Record<string, any>): Identity => ({
  id: row['id'],
  user: row['user'],
  provider: row['provider'],
  name: row['name'],
  email: row['email'],
  createdAt: row['created_at'],
  lastUsedAt: row['last_used_at'],
})

export function addIdentity({ store, settings }: Engine, user: number | Ref, provider: string, identity: ProviderIdentity): Statement {
  const { table, quote: q } = store.dialect
  const now = settings.clock.now().toISOString()
  const columns = ['user', 'provider', 'issuer', 'subject', 'name', 'email', 'created_at', 'last_used_at']
  return {
    sql: `insert into ${table(TABLE)} (${columns.map(q).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    values: [user, provider, identity.issuer, identity.subject, identity.name ?? null, identity.email ?? null, now, now],
  }
}

export function usedIdentity({ store, settings }: Engine, id: number): Statement {
  const { table, quote: q } = store.dialect
  return {
    sql: `update ${table(TABLE)} set ${q('last_used_at')} = ? where ${q('id')} = ?`,
    values: [settings.clock.now().toISOString(), id],
  }
}

export function removeIdentity({ store }: Engine, id: number, user: number, otherwise: () => Error): Statement {
  const { table, quote: q } = store.dialect
  const sql = `delete from ${table(TABLE)} where ${q('id')} = ? and ${q('user')} = ? returning ${q('id')}`
  return { sql, values: [id, user], expect: { rows: 1, otherwise } }
}

/** At least one identity must remain, because the user signs in with it. */
export function keepOne({ store }: Engine, user: number, otherwise: () => Error): Statement {
  const { table, quote: q } = store.dialect
  return { sql: `select ${q('id')} from ${table(TABLE)} where ${q('user')} = ? limit 1`, values: [user], expect: { rows: 1, otherwise } }
}

export function endIdentities({ store }: Engine, user: number): Statement {
  const { table, quote: q } = store.dialect
  return { sql: `delete from ${table(TABLE)} where ${q('user')} = ?`, values: [user] }
}
