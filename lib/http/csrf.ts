/** Refuses changes that a foreign page may have caused. What a cookie session must show besides belongs to sessions. */
import type { Settings } from '../config-check.ts'
import { ForbiddenError } from '../errors.ts'
import type { Exchange } from './exchange.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isSafe = (method: string): boolean => SAFE.has(method)

export function refuseForeign(exchange: Exchange, settings: Settings): void {
  if (!isForeign(exchange, settings)) return
  throw new ForbiddenError('CSRF check failed: this origin may not send changes', 'CSRF')
}

/** With `Origin` it must be the API's own, trusted, or one of `cors`; without, it must not come from another site. */
export function isForeign(exchange: Exchange, settings: Settings): boolean {
  if (isSafe(exchange.method) || exchange.headers.authorization !== undefined) return false
  const { origin } = exchange.headers
  if (origin === undefined) return exchange.headers['sec-fetch-site'] === 'cross-site'
  if (ownOrigins(exchange, settings).includes(origin) || settings.auth.trustedOrigins.includes(origin)) return false
  return !(settings.cors === '*' || settings.cors.includes(origin))
}

/** `serverURL`; outside production, or without it, also the address that was asked. */
function ownOrigins(exchange: Exchange, settings: Settings): string[] {
  const asked = `${exchange.protocol}://${exchange.host}`
  if (settings.serverURL === undefined) return [asked]
  return settings.production ? [settings.serverURL] : [settings.serverURL, asked]
}
