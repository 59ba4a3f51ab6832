/** The answer to a sign-in: the cookies of a new session, the user as they may see themselves, and the CSRF token. Tested by test/features/sessions.test.ts. */
import { ownView, userById } from '../auth/accounts.ts'
import { openSession } from '../auth/sessions.ts'
import { ForbiddenError } from '../errors.ts'
import { type Answer, json } from './answer.ts'
import type { ApiRequest } from './request.ts'
import { setSession } from './session-cookies.ts'

export async function signedIn({ engine, exchange }: ApiRequest, id: number, status = 200): Promise<Answer> {
  const user = await userById(engine, id)
  if (!user) throw new ForbiddenError()
  const session = await openSession(engine, id)
  const body = { user: await ownView(engine, user), exp: session.expiresAt.toISOString(), csrfToken: session.csrfToken }
  return setSession(json(status, JSON.stringify(body)), session, exchange, engine.settings)
}
