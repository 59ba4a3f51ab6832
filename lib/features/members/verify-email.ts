/** Confirms an address: creates the user and signs them in. */

import { writeHash } from '../../auth/credentials.ts'
import { badLink, guess } from '../../auth/links.ts'
import type { Answer } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import type { ApiRequest } from '../../http/request.ts'
import { signedIn } from '../../http/session-answer.ts'
import { call } from '../../local/call.ts'
import { Ref } from '../../store/write-set.ts'
import { signupOf } from './sign-up.ts'
import { findPending, takeSignUp } from './table.ts'

export async function verifyEmail(request: ApiRequest): Promise<Answer> {
  const { engine, caller, exchange } = request
  const { token } = await readJson(exchange)
  const attempt = await guess(engine, caller.source?.ip)
  const pending = typeof token === 'string' && token !== '' ? await findPending(engine, token) : undefined
  if (!pending) throw badLink()
  await attempt.forgive()
  const { email, name, hash } = pending
  const input = { email, name, role: signupOf(engine).role, active: true }
  const made = new Ref('document', 'id')
  const noted = engine.features.noted(caller, { action: 'email.verified', target: 'users', doc: made, by: { id: null, email } })
  const { outcome } = await call(engine, caller.asSystem(), 'create', engine.entity('users'), {
    input,
    depth: 0,
    with: {
      guards: [takeSignUp(engine, token as string, badLink)],
      writes: [writeHash(engine, made, hash), ...noted.writes],
      afterwards: noted.afterwards,
    },
  })
  return signedIn(request, outcome.meta.id)
}
