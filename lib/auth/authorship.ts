/** Who is recorded as the author of a row: one of our users by id, a user from outside by key. */
import { type Authorship, accountOf, type Caller, isOutside } from '../actor.ts'
import type { Author } from '../local/types.ts'
import type { Engine } from '../operations/operation.ts'
import type { Row } from '../store/contract.ts'

export const AUTHOR_COLUMNS = [
  { name: 'author', kind: 'id' },
  { name: 'author_key', kind: 'text' },
] as const

/** Work that the system does for somebody is recorded under that person's name. */
export function authorshipOf({ actor }: Pick<Caller, 'actor'>): Authorship {
  const { user, onBehalfOf } = actor
  if (onBehalfOf) return onBehalfOf
  return { author: accountOf(user) ?? null, author_key: isOutside(user) ? user.id : null }
}

/** The authors of rows as history shows them: of an account that was deleted nothing is left. */
export async function authorsOf(engine: Engine, rows: readonly Row[]): Promise<(row: Row) => Author | null> {
  const accounts = await accountsBy(
    engine,
    rows.flatMap(({ author }) => author ?? []),
  )
  return ({ author, author_key: key }) => (key ? { id: key, email: null, name: null } : (accounts.get(author) ?? null))
}

async function accountsBy({ store, model }: Engine, ids: readonly number[]): Promise<Map<number, Author>> {
  if (ids.length === 0 || !model.collections.has('users')) return new Map()
  const { table, quote: q, native, within, list } = store.dialect
  const sql = `select ${['id', 'email', 'name'].map(q).join(', ')} from ${table('users')} where ${within(q('id'), 'id')}`
  const rows = await store.read(native(sql), [list('id', [...new Set(ids)])])
  return new Map(rows.map((row) => [row['id'], { id: row['id'], email: row['email'], name: row['name'] }]))
}
