/** E-mail and password → the account, or one refusal for every reason, after the same work and under the same limits. */
import { GalleyError, ValidationError } from '../errors.ts'
import type { Engine } from '../operations/operation.ts'
import { type Account, accountByEmail, foldEmail } from './accounts.ts'
import { reserve } from './attempts.ts'
import { hashOf } from './credentials.ts'
import { isPassword, isTooLong } from './passwords.ts'

/** Failures of many on one account, or of one address on many, are limited more widely. */
const A_CROWD = 50

export interface Credentials {
  email?: unknown
  password?: unknown
}

export async function signIn(engine: Engine, given: Credentials, ip: string | undefined): Promise<Account> {
  const email = emailOf(given.email)
  const password = text(given.password, 'password')
  const { maxLoginAttempts: most = 5, lockWindow: window = 900 } = engine.settings.auth
  const attempt = await reserve(engine, 'Too many failed attempts to sign in', [
    { key: `login ${email} ${ip ?? ''}`, most, window },
    { key: `login ${email}`, most: Math.max(A_CROWD, 10 * most), window },
    ...(ip === undefined ? [] : [{ key: `login from ${ip}`, most: Math.max(A_CROWD, 20 * most), window }]),
  ])
  const account = await accountByEmail(engine, email)
  const hash = await hashOf(engine, account?.id ?? 0)
  const isRight = !isTooLong(password) && (await isPassword(password, hash))
  if (!isRight || !account?.active || !mayUsePassword(engine, account))
    throw new GalleyError('UNAUTHENTICATED', 'Invalid email or password')
  await attempt.forgive()
  return account
}

/** With `auth.password: false` passwords are for admins alone. */
export const mayUsePassword = ({ settings }: Engine, { role }: Pick<Account, 'role'>): boolean =>
  settings.auth.password !== false || role === 'admin'

/** No address is longer; what is needs no work done about it. */
const LONGEST_EMAIL = 254

export function emailOf(value: unknown): string {
  const given = text(value, 'email')
  if (given.length > LONGEST_EMAIL) throw new ValidationError(`must be at most ${LONGEST_EMAIL} characters`, 'email')
  return foldEmail(given)
}

export function text(value: unknown, field: string): string {
  if (value === undefined || value === null || value === '') throw new GalleyError('REQUIRED', [{ message: 'is required', field }])
  if (typeof value !== 'string') throw new ValidationError('must be a string', field)
  return value
}
