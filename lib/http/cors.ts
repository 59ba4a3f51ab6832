/** Which other origins may call: those of `cors`, and those of `auth.trustedOrigins` with cookies. Tested by test/http/origins.test.ts. */
import type { Settings } from '../settings.ts'
import type { Exchange } from './exchange.ts'

const METHODS = 'GET, HEAD, POST, PATCH, PUT, DELETE'

export function corsHeaders(exchange: Exchange, settings: Settings): Record<string, string> {
  const open = settings.cors === '*'
  const { origin } = exchange.headers
  const vary: Record<string, string> = open && settings.auth.trustedOrigins.length === 0 ? NONE : VARY
  if (origin === undefined) return open ? { ...vary, 'access-control-allow-origin': '*', ...EXPOSED } : vary
  if (settings.auth.trustedOrigins.includes(origin))
    return { ...vary, 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', ...EXPOSED }
  if (open) return { ...vary, 'access-control-allow-origin': '*', ...EXPOSED }
  return settings.cors.includes(origin) ? { ...vary, 'access-control-allow-origin': origin, ...EXPOSED } : vary
}

const NONE = {}
const VARY = { vary: 'Origin' }
const EXPOSED = { 'access-control-expose-headers': 'etag, retry-after' }

/** The headers of the answer to a preflight, for allowed origins. */
export function preflightHeaders(exchange: Exchange, cors: Record<string, string>): Record<string, string> {
  if (!cors['access-control-allow-origin'] || exchange.headers.origin === undefined) return {}
  const requested = exchange.headers['access-control-request-headers']
  return {
    'access-control-allow-methods': METHODS,
    ...(requested !== undefined && { 'access-control-allow-headers': requested }),
    'access-control-max-age': '600',
  }
}
