/** The cookies of a session: one that scripts can't read, and one with the CSRF token that they can. Tested by test/features/sessions.test.ts. */
import { parseCookie, stringifySetCookie } from 'cookie'
import type { NewSession } from '../auth/sessions.ts'
import type { Settings } from '../settings.ts'
import type { Answer } from './answer.ts'
import type { Exchange } from './exchange.ts'

const SESSION_COOKIE = 'svc-session'
const CSRF_COOKIE = 'svc-csrf'
export const OUR_COOKIES: readonly string[] = [SESSION_COOKIE, CSRF_COOKIE]

/** The session token that the browser sent. */
export function sessionCookie({ headers }: Exchange): string | undefined {
  if (!headers.cookie?.includes(SESSION_COOKIE)) return undefined
  return parseCookie(headers.cookie)[SESSION_COOKIE] || undefined
}

export function setSession(answer: Answer, session: NewSession, exchange: Exchange, settings: Settings): Answer {
  const place = { ...placeOf(exchange, settings), maxAge: settings.auth.tokenExpiration }
  answer.headers['set-cookie'] = [
    stringifySetCookie({ name: SESSION_COOKIE, value: session.token, ...place, httpOnly: true }),
    stringifySetCookie({ name: CSRF_COOKIE, value: session.csrfToken, ...place }),
  ]
  return answer
}

export function clearSession(answer: Answer, exchange: Exchange, settings: Settings): Answer {
  const place = { ...placeOf(exchange, settings), maxAge: 0 }
  answer.headers['set-cookie'] = [
    stringifySetCookie({ name: SESSION_COOKIE, value: '', ...place, httpOnly: true }),
    stringifySetCookie({ name: CSRF_COOKIE, value: '', ...place }),
  ]
  return answer
}

/** A trusted page on another site gets partitioned cookies. */
function placeOf(exchange: Exchange, settings: Settings) {
  const { origin } = exchange.headers
  const isCrossSite =
    exchange.headers['sec-fetch-site'] === 'cross-site' && origin !== undefined && settings.auth.trustedOrigins.includes(origin)
  if (isCrossSite) return { path: '/', sameSite: 'none' as const, secure: true, partitioned: true }
  return { path: '/', sameSite: 'lax' as const, secure: exchange.protocol === 'https' || settings.production }
}
