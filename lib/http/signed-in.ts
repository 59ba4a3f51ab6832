/** The answer to whoever just signed in: the cookies of a new session, the user as they may see themselves, and the CSRF token. */
import { actorOf, Caller, type User } from '../actor.ts'
import { userById } from '../auth/accounts.ts'
import { openSession } from '../auth/sessions.ts'
import { ForbiddenError } from '../errors.ts'
import type { Engine } from '../operations/operation.ts'
import { byId } from '../query/reader.ts'
import { plainView } from '../query/view.ts'
import { type Answer, json } from './answer.ts'
import type { ApiRequest } from './request.ts'
import { setSession } from './session-cookies.ts'

export async function signedIn({ engine, exchange }: ApiRequest, id: number, status = 200): Promise<Answer> {
  const user = await userById(engine, id)
  if (!user) throw new ForbiddenError()
  const session = await openSession(engine, id)
  const body = { user: await asSeenByThemselves(engine, user), exp: session.expiresAt.toISOString(), csrfToken: session.csrfToken }
  return setSession(json(status, JSON.stringify(body)), session, exchange, engine.settings)
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
