/** Login, logout, and the current user. */

import { isOutside, type User } from '../../actor.ts'
import { ownView } from '../../auth/accounts.ts'
import { endSessions } from '../../auth/sessions.ts'
import { signIn } from '../../auth/sign-in.ts'
import { commitNoted } from '../../events/journal.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import type { ApiRequest } from '../../http/request.ts'
import { signedIn } from '../../http/session-answer.ts'
import { clearSession } from '../../http/session-cookies.ts'

export async function login(request: ApiRequest): Promise<Answer> {
  const { engine, caller, exchange } = request
  const account = await signIn(engine, await readJson(exchange), caller)
  return signedIn(request, account.id)
}

/** Ends all sessions of the user, in every browser. */
export async function logout({ engine, caller, exchange }: ApiRequest): Promise<Answer> {
  const { user, session } = caller.actor
  if (session && typeof user?.id === 'number') {
    const note = { action: 'logout', target: 'users', doc: user.id }
    await commitNoted(engine, caller, note, { writes: [endSessions(engine, user.id)] })
  }
  return clearSession(json(200, JSON.stringify({ message: 'You are signed out' })), exchange, engine.settings)
}

export async function me({ engine, caller }: ApiRequest): Promise<Answer> {
  const { user, session, key } = caller.actor
  const mayShow = !key || key.permissions.collections?.['users']?.includes('read')
  const shown = user && ((mayShow ? await ownView(engine, user) : null) ?? factsOf(user))
  return json(200, JSON.stringify({ user: shown, ...(session && { csrfToken: session.csrfToken }) }))
}

/** For a user whom the host signed in, the facts that the admin displays. */
function factsOf(user: User): Partial<User> {
  const { id, role, name, email } = user
  return isOutside(user) ? { id, role, name: name ?? null, email: email ?? null } : { id, role }
}
