/** Refuses changes that a foreign page may have triggered: checks their origin, and the CSRF token of a cookie session. Tested by test/http/origins.test.ts. */
import { type Actor, isOutside, type User } from '../actor.ts'
import { isSame } from '../auth/tokens.ts'
import { ForbiddenError } from '../errors.ts'
import type { Settings } from '../settings.ts'
import type { Exchange } from './exchange.ts'
import { sessionCookie } from './session-cookies.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])
const HEADER = 'x-csrf-token'

export const isSafe = (method: string): boolean => SAFE.has(method)

export function refuseForeign(exchange: Exchange, settings: Settings, { session, user }: Actor): void {
  if (isSafe(exchange.method)) return
  if (isForeign(exchange, settings, user))
    throw refusal(isBehindProxy(exchange) ? UNTRUSTED_PROXY : 'this origin is not allowed to make changes')
  if (session?.by !== 'cookie') return
  const given = exchange.headers[HEADER]
  if (given === undefined) throw refusal(`the header ${HEADER} is missing`)
  if (!isSame(given, session.csrfToken)) throw refusal(`the header ${HEADER} does not belong to this session`)
}

const UNTRUSTED_PROXY =
  "the page has a different address than the one the application sees. The application is probably behind a proxy that it does not trust: use app.set('trust proxy', 1) in Express or app.proxy = true in Koa, or set serverURL"

/** The page's own host equals the host that the proxy forwarded. */
function isBehindProxy({ headers, host }: Exchange): boolean {
  const { origin } = headers
  const forwarded = headers['x-forwarded-host'] ?? (headers['x-forwarded-proto'] === undefined ? undefined : host)
  // biome-ignore lint/style/noNonNullAssertion: `split` returns at least one part
  return origin !== undefined && forwarded !== undefined && origin.replace(/^https?:\/\//, '') === String(forwarded).split(',')[0]!.trim()
}

const refusal = (why: string) => new ForbiddenError(`CSRF check failed: ${why}`, 'CSRF')

/** The only scheme that browsers never send unless a script of the page sets it. */
const BEARER = /^Bearer +\S/i

/**
 * Whether a browser may have added the request's credentials on its own: a session cookie, a password that it remembers
 * (Basic, Digest, Negotiate, NTLM), or, for an outside user, any cookie of the host.
 */
export function isSignedInByBrowser(exchange: Exchange, user: User | null): boolean {
  const { authorization, cookie } = exchange.headers
  const isRemembered = authorization !== undefined && !BEARER.test(authorization)
  return isRemembered || sessionCookie(exchange) !== undefined || (isOutside(user) && cookie !== undefined)
}

/**
 * An `Origin` must be the API's own, trusted, or, if the browser added no credentials on its own, one of `cors`. A request
 * without one must not come from another site.
 */
export function isForeign(exchange: Exchange, settings: Settings, user: User | null = null): boolean {
  if (isSafe(exchange.method)) return false
  const isAutomatic = isSignedInByBrowser(exchange, user)
  if (BEARER.test(exchange.headers.authorization ?? '') && !isAutomatic) return false
  const { origin } = exchange.headers
  if (origin === undefined) return exchange.headers['sec-fetch-site'] === 'cross-site'
  if (ownOrigins(exchange, settings).includes(origin) || settings.auth.trustedOrigins.includes(origin)) return false
  return isAutomatic || !(settings.cors === '*' || settings.cors.includes(origin))
}

/** `serverURL`; outside production, or without it, also the address that was requested. */
function ownOrigins(exchange: Exchange, settings: Settings): string[] {
  const own = `${exchange.protocol}://${exchange.host}`
  if (settings.serverURL === undefined) return [own]
  return settings.production ? [settings.serverURL] : [settings.serverURL, own]
}
