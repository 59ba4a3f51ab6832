/** Accounts as sign-in sees them: found by e-mail or id, with what decides whether they may come in. */
import { actorOf, Caller, type User } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { byId } from '../query/filter.ts'
import { whole, withoutHidden } from '../query/payload.ts'
import { plainView } from '../query/view.ts'

export interface Account {
  id: number
  role: string
  active: boolean
}

/** E-mails are kept and compared in one form. A letter that only looks like one of ASCII (the Kelvin sign) stays another letter. */
export const foldEmail = (email: string): string => [...email.trim()].map(lower).join('')

function lower(letter: string): string {
  const folded = letter.toLowerCase()
  return letter > '\u007f' && folded.charCodeAt(0) < 128 ? letter : folded
}

export async function accountByEmail({ store }: Engine, email: string): Promise<Account | undefined> {
  const { table, quote: q, native } = store.dialect
  const [row] = await store.read(
    native(`select ${q('id')}, ${q('role')}, ${q('active')} from ${table('users')} where ${q('email')} = ?`),
    [email],
    true,
  )
  return row && { id: row['id'], role: row['role'], active: row['active'] === true || row['active'] === 1 }
}

export async function hasUsers({ store }: Engine): Promise<boolean> {
  const { table, quote: q, native } = store.dialect
  return (await store.read(native(`select ${q('id')} from ${table('users')} limit 1`), [], true)).length > 0
}

/** Until there is one, nobody else may come in by themselves. */
export async function hasAdmin({ store }: Engine): Promise<boolean> {
  const { table, quote: q, native } = store.dialect
  return (await store.read(native(`select ${q('id')} from ${table('users')} where ${q('role')} = 'admin' limit 1`), [], true)).length > 0
}

/** A user as access rules and hooks know one: the whole document without what is hidden. */
export async function userById(engine: Engine, id: number): Promise<User | undefined> {
  const users = engine.entity('users')
  const stored = await engine.reader.stored(users, byId(id))
  return stored && (whole(users, { ...stored, doc: withoutHidden(users.fields, stored.doc) }) as User)
}

/** Whatever the read rule of users says: people may see what they may read of themselves. */
export async function asSeenByThemselves(engine: Engine, user: User): Promise<Record<string, unknown> | null> {
  const users = engine.entity('users')
  const stored = typeof user.id === 'number' ? await engine.reader.stored(users, byId(user.id)) : undefined
  if (!stored) return null
  const caller = new Caller(actorOf(user, engine.settings.auth.members?.roles))
  const [shown] = await engine.reader.show(users, [stored], caller, plainView)
  return shown!
}
