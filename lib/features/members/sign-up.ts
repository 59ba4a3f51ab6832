/** Signing up: a form opened by a person, a confirmed address, and no hint about which addresses already have an account. */

import { accountByEmail, hasAdmin } from '../../auth/accounts.ts'
import { reserve } from '../../auth/attempts.ts'
import { writeLetter } from '../../auth/letters.ts'
import { memberPage } from '../../auth/mailed-links.ts'
import { hashPassword, isTooLong, LONGEST } from '../../auth/passwords.ts'
import { emailOf, requiredText } from '../../auth/sign-in.ts'
import type { Engine } from '../../engine.ts'
import { ForbiddenError, GalleyError, ValidationError } from '../../errors.ts'
import { commitNoted } from '../../events/journal.ts'
import { queueMail } from '../../events/mails.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import type { ApiRequest } from '../../http/request.ts'
import { signedIn } from '../../http/session-answer.ts'
import { call } from '../../local/call.ts'
import { Ref } from '../../store/write-set.ts'
import { checkChallenge } from './challenge.ts'
import type { MembersConfig } from './config.ts'
import { formToken, isFormToken } from './form-token.ts'
import { keepPending } from './table.ts'

/** Sign-ups that one IP address may make per window. */
const MOST = 10

/** The options of sign-up, without which its routes are not served. */
export function signupOf({ settings }: Engine): NonNullable<MembersConfig['signup']> {
  const signup = settings.auth.members?.signup
  if (!signup) throw new Error('Sign-up is switched off')
  return signup
}

export async function form({ engine }: ApiRequest): Promise<Answer> {
  const { challenge, verifyEmail } = signupOf(engine)
  return json(200, JSON.stringify({ token: formToken(engine), challenge: challenge?.siteKey ?? null, verifyEmail: verifyEmail !== false }))
}

export async function signUp(request: ApiRequest): Promise<Answer> {
  const { engine, caller, exchange } = request
  if (!(await hasAdmin(engine))) throw new ForbiddenError('Nobody can sign up before there is an admin')
  const { role, verifyEmail } = signupOf(engine)
  const { email, password, name, token, website, challenge } = await readJson(exchange)
  if (website !== undefined && website !== null && website !== '') throw new ValidationError('must stay empty', 'website')
  if (!isFormToken(engine, token))
    throw new ValidationError('The form was sent too soon, is too old, or comes from another site: open it again', 'token')
  const input = {
    email: emailOf(email),
    password: requiredText(password, 'password'),
    ...(name !== undefined && { name }),
    role,
    active: true,
  }
  await reserve(engine, 'Too many sign-ups', [
    { key: `sign-up ${caller.source?.ip ?? ''}`, most: MOST, window: engine.settings.auth.lockWindow },
  ])
  await checkChallenge(engine, challenge, caller.source?.ip)
  if (verifyEmail === false) {
    const { outcome } = await call(engine, caller.asSystem(), 'create', engine.entity('users'), {
      input,
      depth: 0,
      with: engine.features.noted(caller, {
        action: 'signup',
        target: 'users',
        doc: new Ref('document', 'id'),
        by: { id: null, email: input.email },
      }),
    })
    return signedIn(request, outcome.meta.id, 201)
  }
  await wait(request, input)
  return json(202, JSON.stringify({ verify: true }))
}

/** The work and the answer are the same whether or not the address is taken; an existing account is left alone. */
async function wait({ engine, caller }: ApiRequest, input: Record<string, unknown> & { email: string; password: string }): Promise<void> {
  refuseInvalid(engine, input)
  const hash = await hashPassword(input.password)
  if (await accountByEmail(engine, input.email)) return
  const { email } = input
  const name = typeof input['name'] === 'string' ? input['name'] : null
  const { token, expiresAt, statements } = keepPending(engine, { email, name, hash })
  const url = `${memberPage(engine.settings, 'verifyEmail', caller)}?token=${token}`
  const user = { id: 0, email, name, role: signupOf(engine).role }
  const letter = queueMail(engine, await writeLetter('verifyEmail', engine.settings, { user, url, expiresAt }))
  const note = { action: 'signup', target: 'users', by: { id: null, email } }
  await commitNoted(engine, caller, note, { writes: [...statements, letter.statement] })
  void letter.send()
}

/** Reports whatever the user's document would be refused for, before the sign-up is stored. */
function refuseInvalid(engine: Engine, input: Record<string, unknown> & { password: string }): void {
  if (isTooLong(input.password)) throw new ValidationError(`must be at most ${LONGEST} bytes`, 'password')
  const refusals = engine.validators(engine.entity('users')).full(input)
  if (refusals.length > 0)
    throw new GalleyError(
      'VALIDATION',
      refusals.map(({ field, message }) => ({ field, message })),
    )
}
