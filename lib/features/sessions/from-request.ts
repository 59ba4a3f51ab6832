/** The session of a request: the token of its `Authorization: Bearer`, else that of its cookie. A dead one proves nothing, and the next strategy is asked. */

import type { Identity } from '../../actor.ts'
import { findSession } from '../../auth/sessions.ts'
import type { Engine } from '../../engine.ts'
import type { Exchange } from '../../http/exchange.ts'
import { sessionCookie } from '../../http/session-cookies.ts'

export function fromRequest(exchange: Exchange, engine: Engine): undefined | Promise<Identity | undefined> {
  const bearer = /^Bearer +(\S+) *$/i.exec(exchange.headers.authorization ?? '')?.[1]
  const token = bearer ?? sessionCookie(exchange)
  if (token === undefined) return undefined
  return findSession(engine, token).then((found) =>
    found ? { user: found.user, session: { by: bearer === undefined ? 'cookie' : 'bearer', csrfToken: found.csrfToken } } : undefined,
  )
}
