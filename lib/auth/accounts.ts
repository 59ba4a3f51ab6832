/** Accounts for sign-in, found by e-mail or id, with the facts that decide whether they may sign in. */
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

/** E-mails are stored and compared in one form. A letter that only looks like ASCII (the Kelvin sign) remains distinct. */
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

/** Sign-up and first sign-ins through a provider create no accounts until an admin exists. */
export async function hasAdmin({ store }: Engine): Promise<boolean> {
  const { table, quote: q, native } = store.dialect
  return (await store.read(native(`select ${q('id')} from ${table('users')} where ${q('role')} = 'admin' limit 1`), [], true)).length > 0
}

/** A user as access rules and hooks receive it: the whole document without hidden fields. */
export async function userById(engine: Engine, id: number): Promise<User | undefined> {
  const users = engine.entity('users')
  const stored = await engine.reader.stored(users, byId(id))
  return stored && (whole(users, { ...stored, doc: withoutHidden(users.fields, stored.doc) }) as User)
}

/** Ignores the read rule of `users`: people may always see their own account, apart from fields that they may not read. */
export async function asSeenByThemselves(engine: Engine, user: User): Promise<Record<string, unknown> | null> {
  const users = engine.entity('users')
  const stored = typeof user.id === 'number' ? await engine.reader.stored(users, byId(user.id)) : undefined
  if (!stored) return null
  const caller = new Caller(actorOf(user, engine.settings.auth.members?.roles))
  const [shown] = await engine.reader.show(users, [stored], caller, plainView)
  return shown!
}
