/** The session of a request, from `Authorization: Bearer` or the cookie. If it is invalid, the next strategy is tried. */

import type { Identity } from '../../actor.ts'
import { findSession } from '../../auth/sessions.ts'
import type { Engine } from '../../engine.ts'
import type { Exchange } from '../../http/exchange.ts'
import { sessionCookie } from '../../http/session-cookies.ts'

export function sessionOf(exchange: Exchange, engine: Engine): undefined | Promise<Identity | undefined> {
  const bearer = /^Bearer +(\S+) *$/i.exec(exchange.headers.authorization ?? '')?.[1]
  const token = bearer ?? sessionCookie(exchange)
  if (token === undefined) return undefined
  return findSession(engine, token).then((found) =>
    found ? { user: found.user, session: { by: bearer === undefined ? 'cookie' : 'bearer', csrfToken: found.csrfToken } } : undefined,
  )
}
