/** Users who change their own password in a browser stay signed in there: all sessions end, and this browser gets a new one. */
import { accountOf } from '../../actor.ts'
import { broughtPassword } from '../../auth/credentials.ts'
import { openSession } from '../../auth/sessions.ts'
import type { Operation } from '../../engine.ts'
import type { Answer } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { setSession } from '../../http/session-cookies.ts'

export async function answerOwnPassword(answer: Answer, { engine, caller, exchange }: ApiRequest, operation: Operation): Promise<void> {
  const { user, session } = caller.actor
  if (session?.by !== 'cookie' || broughtPassword(operation) === undefined) return
  const own = accountOf(user)
  const isOwn = operation.entity.slug === 'users' && operation.saved?.meta?.id === own
  if (own === undefined || !isOwn || operation.doc['active'] !== true) return
  setSession(answer, await openSession(engine, own), exchange, engine.settings)
}
