/** The recorded author of a row: our own users by id, outside users by key. Tested by test/auth/shown-people.test.ts. */
import { type Authorship, accountOf, type Caller, isOutside } from '../actor.ts'
import type { Engine } from '../engine.ts'
import type { Author } from '../local/types.ts'
import { among } from '../store/conditions.ts'
import type { Row } from '../store/contract.ts'
import { Rows } from '../store/records.ts'
import { initialsOf, readableAccounts } from './account-names.ts'

export const AUTHOR_COLUMNS = [
  { name: 'author', kind: 'id' },
  { name: 'author_key', kind: 'text' },
] as const

/** Work that the system does for a user is recorded under that user's name. */
export function authorshipOf({ actor }: Pick<Caller, 'actor'>): Authorship {
  const { user, onBehalfOf } = actor
  if (onBehalfOf) return onBehalfOf
  return { author: accountOf(user) ?? null, author_key: isOutside(user) ? user.id : null }
}

/** The authors of rows as shown to a caller: null for a deleted account, id and initials for one that the caller may not read. */
export async function authorsOf(engine: Engine, caller: Caller, rows: readonly Row[]): Promise<(row: Row) => Author | null> {
  const ids = rows.flatMap(({ author }) => author ?? [])
  const readable = await readableAccounts(engine, caller, ids)
  const kept = await keptNames(
    engine,
    ids.filter((id) => readable.get(id)?.name === undefined),
  )
  return ({ author, author_key: key }) => {
    if (key) return { id: key, email: null, name: null }
    const { email = null, name } = readable.get(author) ?? {}
    if (name !== undefined) return { id: author, email, name }
    const initials = kept.get(author)
    return initials === undefined ? null : { id: author, email, name: initials }
  }
}

/** The initials of accounts whose names the caller may not read, if they have a name. */
async function keptNames({ store }: Engine, ids: readonly number[]): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await new Rows('users', store).find({ id: among('id', [...new Set(ids)]) }, { columns: ['id', 'name'], fromReplica: true })
  return new Map(rows.map((row) => [row['id'], row['name'] ? initialsOf(row['name']) : null]))
}
