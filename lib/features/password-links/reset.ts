/** Checks and uses a password link: sets the password, ends every session, and signs this browser in. */
import { userById } from '../../auth/accounts.ts'
import { badLink, findLink, guess, type Link, useUp } from '../../auth/links.ts'
import { mailPasswordChanged } from '../../auth/mailed-links.ts'
import { forgetFailures, mayUsePassword, requiredText } from '../../auth/sign-in.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import type { ApiRequest } from '../../http/request.ts'
import { signedIn } from '../../http/session-answer.ts'
import { call } from '../../local/call.ts'
import type { Extras } from '../../operations/contract.ts'

export async function checkResetLink(request: ApiRequest): Promise<Answer> {
  const { token } = request.query
  const { email, purpose } = await goodLink(request, Array.isArray(token) ? undefined : token)
  return json(200, JSON.stringify({ email, purpose }))
}

export async function reset(request: ApiRequest): Promise<Answer> {
  const { engine, caller, exchange } = request
  const { token, password } = await readJson(exchange)
  const link = await goodLink(request, token)
  requiredText(password, 'password')
  const user = await userById(engine, link.user)
  if (!user) throw badLink()
  const letter: Extras = link.purpose === 'reset' && engine.settings.email ? await mailPasswordChanged(engine, user) : {}
  const by = { id: link.user, email: user['email'] as string }
  const noted = engine.features.noted(caller, { action: 'password.reset', target: 'users', doc: link.user, by })
  await call(engine, caller.asSystem(), 'update', engine.entity('users'), {
    id: link.user,
    input: { password },
    depth: 0,
    with: {
      guards: [useUp(engine, token as string)],
      writes: [...(letter.writes ?? []), ...noted.writes],
      afterwards: [...(letter.afterwards ?? []), ...noted.afterwards],
    },
  })
  await forgetFailures(engine, caller, by.email)
  return signedIn(request, link.user)
}

async function goodLink({ engine, caller }: ApiRequest, token: unknown): Promise<Link> {
  const attempt = await guess(engine, caller.source?.ip)
  const link = typeof token === 'string' && token !== '' ? await findLink(engine, token) : undefined
  if (!link || !mayUsePassword(engine, link)) throw badLink()
  await attempt.forgive()
  return link
}
