/** Checks email and password. Every failure gets the same answer, after the same work and under the same limits. Tested by test/features/sessions.test.ts. */
import { because } from '../../schema/reasons.ts'
import type { Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { GalleyError, ValidationError } from '../errors.ts'
import { record } from '../events/journal.ts'
import type { Note } from '../events/note.ts'
import { type Account, accountByEmail, foldEmail } from './accounts.ts'
import { forget, isAllowed, type Reservation, reserve } from './attempts.ts'
import { passwordHashOf } from './credentials.ts'
import { isPassword, isTooLong } from './passwords.ts'

/** A wider limit on failures of many addresses at one account, or of one address at many accounts. */
const A_CROWD = 50

export interface SignInForm {
  email?: unknown
  password?: unknown
}

export async function signIn(engine: Engine, given: SignInForm, caller: Caller): Promise<Account> {
  const email = emailOf(given.email)
  const password = requiredText(given.password, 'password')
  const attempt = await countSignIn(engine, caller, email, { by: { id: null, email } })
  const account = await accountByEmail(engine, email)
  const hash = await passwordHashOf(engine, account?.id ?? 0)
  const isRight = !isTooLong(password) && (await isPassword(password, hash))
  if (!isRight || !account?.active || !mayUsePassword(engine, account)) {
    await record(engine, caller, { action: 'login.failed', target: 'users', by: { id: null, email } })
    throw new GalleyError('UNAUTHENTICATED', [because('wrong-credentials')])
  }
  await attempt.forgive()
  await record(engine, caller, { action: 'login', target: 'users', doc: account.id, by: { id: account.id, email } })
  return account
}

/** Counts an attempt to sign in as `name` before any work is done for it, or refuses it. */
export async function countSignIn(engine: Engine, caller: Caller, name: string, note: Partial<Note>): Promise<Reservation> {
  const ip = caller.source?.ip
  const { maxLoginAttempts: most, lockWindow: window } = engine.settings.auth
  return reserve(engine, 'Too many failed attempts to sign in', [
    { key: fromOneAddress(name, ip), most, window },
    { key: fromAnywhere(name), most: Math.max(A_CROWD, 10 * most), window },
    ...(ip === undefined ? [] : [{ key: `login from ${ip}`, most: Math.max(A_CROWD, 20 * most), window }]),
  ]).catch(async (error) => {
    if (await isAllowed(engine, { key: `locked ${name} ${ip ?? ''}`, most: 1, window }))
      await record(engine, caller, { action: 'login.locked', target: 'users', ...note })
    throw error
  })
}

const fromOneAddress = (name: string, ip: string | undefined) => `login ${name} ${ip ?? ''}`
const fromAnywhere = (name: string) => `login ${name}`

/** A new password that was set through a link ends the wait that failures with the former one caused. */
export const forgetFailures = (engine: Engine, { source }: Caller, name: string): Promise<void> =>
  forget(engine, [fromOneAddress(name, source?.ip), fromAnywhere(name)])

/** With `auth.password: false`, only admins sign in with passwords. */
export const mayUsePassword = ({ settings }: Engine, { role }: Pick<Account, 'role'>): boolean =>
  settings.auth.password !== false || role === 'admin'

/** No email address is longer, so longer input is refused without further work. */
const LONGEST_EMAIL = 254

export function emailOf(value: unknown, field = 'email'): string {
  const given = requiredText(value, field)
  if (given.length > LONGEST_EMAIL) throw new ValidationError(`must be at most ${LONGEST_EMAIL} characters`, field)
  return foldEmail(given)
}

export function requiredText(value: unknown, field: string): string {
  if (value === undefined || value === null || value === '') throw new GalleyError('REQUIRED', [{ ...because('required'), field }])
  if (typeof value !== 'string') throw new ValidationError('must be a string', field)
  return value
}
