/** The external accounts of users. */

import type { ProviderIdentity } from '../../auth/provider.ts'
import type { Engine } from '../../engine.ts'
import type { Row } from '../../store/contract.ts'
import { index } from '../../store/index-spec.ts'
import { ownTable } from '../../store/records.ts'
import type { Ref, Statement } from '../../store/write-set.ts'

const TABLE = '$identities'

export const identitiesTable = ownTable({
  name: TABLE,
  columns: [
    { name: 'id', kind: 'identity' },
    { name: 'user', kind: 'id' },
    ...['provider', 'issuer', 'subject', 'name', 'email', 'created_at', 'last_used_at'].map((name) => ({ name, kind: 'text' as const })),
  ],
  indexes: [index(TABLE, ['provider', 'issuer', 'subject'], 'whose account it is', true), index(TABLE, ['user'], 'those of a user')],
})

export interface LinkedAccount {
  id: number
  user: number
  provider: string
  name: string | null
  email: string | null
  createdAt: string
  lastUsedAt: string | null
}

export async function findIdentity(
  engine: Engine,
  provider: string,
  { issuer, subject }: ProviderIdentity,
): Promise<LinkedAccount | undefined> {
  const row = await identitiesTable.in(engine.store).first({ provider, issuer, subject })
  return row && identityOf(row)
}

export async function identitiesOf(engine: Engine, user: number): Promise<LinkedAccount[]> {
  return (await identitiesTable.in(engine.store).find({ user }, { sort: ['id'] })).map(identityOf)
}

const identityOf = (row: Row): LinkedAccount => ({
  id: row['id'],
  user: row['user'],
  provider: row['provider'],
  name: row['name'],
  email: row['email'],
  createdAt: row['created_at'],
  lastUsedAt: row['last_used_at'],
})

export function addIdentity({ store, settings }: Engine, user: number | Ref, provider: string, identity: ProviderIdentity): Statement {
  const now = settings.clock.now().toISOString()
  const { issuer, subject, name = null, email = null } = identity
  return identitiesTable.in(store).insert({ user, provider, issuer, subject, name, email, created_at: now, last_used_at: now })
}

export function usedIdentity({ store, settings }: Engine, id: number): Statement {
  return identitiesTable.in(store).update({ id }, { last_used_at: settings.clock.now().toISOString() })
}

export function removeIdentity({ store }: Engine, id: number, user: number, otherwise: () => Error): Statement {
  return { ...identitiesTable.in(store).delete({ id, user }, ['id']), expect: { rows: 1, otherwise } }
}

/** At least one identity must remain, because the user signs in with it. */
export function keepOne({ store }: Engine, user: number, otherwise: () => Error): Statement {
  return { ...identitiesTable.in(store).select({ user }, { columns: ['id'], limit: 1 }), expect: { rows: 1, otherwise } }
}

export const endIdentities = ({ store }: Engine, user: number): Statement => identitiesTable.in(store).delete({ user })
