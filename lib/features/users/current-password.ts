/** A session that was left open must not be enough to take over its account. Tested by test/features/own-passwords.test.ts. */
import { because } from '../../../schema/reasons.ts'
import { accountOf } from '../../actor.ts'
import { passwordHashOf } from '../../auth/credentials.ts'
import { isPassword, isTooLong } from '../../auth/passwords.ts'
import { countSignIn, requiredText } from '../../auth/sign-in.ts'
import type { Engine, Operation } from '../../engine.ts'
import { ValidationError } from '../../errors.ts'
import { record } from '../../events/journal.ts'
import { Rows } from '../../store/records.ts'

const FIELD = 'currentPassword'

/** Wrong passwords count as failures to sign in. People who sign in elsewhere, and have no password yet, have nothing to enter. */
export async function checkCurrentPassword(operation: Operation): Promise<void> {
  const { engine, caller, data } = operation
  const given = data[FIELD]
  delete data[FIELD]
  const own = ownAccount(operation)
  if (own === undefined || !changesSignIn(operation)) return
  const hash = await passwordHashOf(engine, own)
  if (hash === undefined) return
  const password = requiredText(given, FIELD)
  const by = { id: own, email: await emailOf(engine, own) }
  const attempt = await countSignIn(engine, caller, by.email, { by })
  if (isTooLong(password) || !(await isPassword(password, hash))) {
    await record(engine, caller, { action: 'password.failed', target: 'users', doc: own, by })
    throw new ValidationError([{ ...because('wrong-password'), field: FIELD }])
  }
  await attempt.forgive()
}

/** The email counts like the password, since the link for a new password is sent to it. */
function changesSignIn({ caller, data: { email, password } }: Operation): boolean {
  const isNewPassword = typeof password === 'string' && password !== ''
  return isNewPassword || (email !== undefined && email !== caller.actor.user?.['email'])
}

/** The account that the operation changes, if it is the one that the session of the request belongs to. */
function ownAccount({ name, caller, request }: Operation): number | undefined {
  const { user, session } = caller.actor
  const own = accountOf(user)
  return name === 'update' && session && request.id === own ? own : undefined
}

async function emailOf({ store }: Engine, id: number): Promise<string> {
  return (await new Rows('users', store).first({ id }, { columns: ['email'] }))?.['email'] ?? ''
}
