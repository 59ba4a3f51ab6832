/** Accounts for sign-in, found by email or id, with the facts that decide whether they may sign in. Tested by test/features/sessions.test.ts. */
import { actorOf, Caller, hasDeclaredRole, type User } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { byId } from '../query/filter.ts'
import type { Stored } from '../query/objects.ts'
import { whole, withoutHidden } from '../query/payload.ts'
import { plainView } from '../query/view.ts'
import type { Row } from '../store/contract.ts'
import { decode } from '../store/decode.ts'
import { metaOf } from '../store/document.ts'
import { Rows } from '../store/records.ts'

export interface Account {
  id: number
  role: string
  /** Neither deactivated, nor of a role that doesn't exist any more. */
  active: boolean
}

/** Emails are stored and compared in one form. A letter that only looks like ASCII (the Kelvin sign) remains distinct. */
export const foldEmail = (email: string): string => [...email.trim()].map(lower).join('')

function lower(letter: string): string {
  const folded = letter.toLowerCase()
  return letter > '\u007f' && folded.charCodeAt(0) < 128 ? letter : folded
}

export async function accountByEmail({ store, settings }: Engine, email: string): Promise<Account | undefined> {
  const row = await new Rows('users', store).first({ email }, { columns: ['id', 'role', 'active'] })
  if (!row) return undefined
  const role = row['role'] as string
  return { id: row['id'], role, active: Boolean(row['active']) && hasDeclaredRole({ role }, settings.auth) }
}

export async function hasUsers({ store }: Engine): Promise<boolean> {
  return (await new Rows('users', store).first({}, { columns: ['id'], limit: 1 })) !== undefined
}

/** Sign-up and first sign-ins through a provider create no accounts until an admin exists. */
export async function hasAdmin({ store }: Engine): Promise<boolean> {
  return (await new Rows('users', store).first({ role: 'admin' }, { columns: ['id'], limit: 1 })) !== undefined
}

export async function userById(engine: Engine, id: number): Promise<User | undefined> {
  const stored = await engine.reader.stored(engine.entity('users'), byId(id))
  return stored && asUser(engine, stored)
}

/** The user in a row that contains all columns of `users`. */
export const userIn = (engine: Engine, row: Row): User => asUser(engine, { meta: metaOf(row), doc: decode(engine.entity('users'), row) })

/** A user as access rules and hooks receive it: the whole document without hidden fields. */
function asUser(engine: Engine, { meta, doc }: Stored): User {
  const users = engine.entity('users')
  return whole(users, { meta, doc: withoutHidden(users.fields, doc) }) as User
}

/** Ignores the read rule of `users`: people may always see their own account, apart from fields that they may not read. */
export async function ownView(engine: Engine, user: User): Promise<Record<string, unknown> | null> {
  const users = engine.entity('users')
  const stored = typeof user.id === 'number' ? await engine.reader.stored(users, byId(user.id)) : undefined
  if (!stored) return null
  const caller = new Caller(actorOf(user, engine.settings.auth))
  return engine.reader.show(users, stored, caller, plainView)
}
