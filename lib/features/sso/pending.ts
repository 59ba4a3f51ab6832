/** A sign-in in progress: the state needed when the browser returns, sealed in a cookie that lasts ten minutes and works once. */
import { parseCookie, stringifySetCookie } from 'cookie'
import { isAllowed } from '../../auth/attempts.ts'
import type { ProviderIdentity, RedirectProvider } from '../../auth/provider.ts'
import type { Engine } from '../../engine.ts'
import { seal, unseal } from '../../events/seal.ts'
import type { Exchange } from '../../http/exchange.ts'

const COOKIE = 'svc-sso'
const PATIENCE = 600
/** Browsers drop a cookie of more than 4096 bytes, including its name and attributes. */
const LONGEST_VALUE = 3900

export interface PendingSignIn {
  provider: string
  state: string
  kept: Record<string, unknown>
  /** The admin page to continue on. */
  redirect: string
  /** The user who links an account instead of signing in. */
  link: number | null
  /** The identity from a posted form: it is linked once the session cookie is sent too. */
  identity?: ProviderIdentity
}

export function pendingCookie({ settings }: Engine, exchange: Exchange, provider: RedirectProvider, pending: PendingSignIn): string {
  const until = settings.clock.now().getTime() + PATIENCE * 1000
  const value = seal(settings.secret, JSON.stringify({ ...pending, until }))
  if (value.length > LONGEST_VALUE)
    throw new Error(`the provider keeps more than fits into a cookie: ${value.length} of ${LONGEST_VALUE} bytes`)
  return cookie(exchange, settings.production, isCrossSite(provider, pending), value, PATIENCE)
}

export const endedCookie = ({ settings }: Engine, exchange: Exchange, provider: RedirectProvider): string =>
  cookie(exchange, settings.production, provider.kind === 'post', '', 0)

/** A form from another site sends only cookies with `SameSite=None`. */
const isCrossSite = ({ kind }: RedirectProvider, { identity }: PendingSignIn): boolean => kind === 'post' && identity === undefined

const cookie = (exchange: Exchange, production: boolean, crossSite: boolean, value: string, maxAge: number) =>
  stringifySetCookie({
    name: COOKIE,
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    sameSite: crossSite ? 'none' : 'lax',
    secure: crossSite || exchange.protocol === 'https' || production,
  })

/** The pending sign-in of this provider that the browser returns, unless it has expired. */
export function openPending({ settings }: Engine, { headers }: Exchange, provider: string): PendingSignIn | undefined {
  const sealed = parseCookie(headers.cookie ?? '')[COOKIE]
  const opened = sealed ? unseal(settings.secret, sealed) : undefined
  if (opened === undefined) return undefined
  const { until, ...pending } = JSON.parse(opened) as PendingSignIn & { until: number }
  return pending.provider === provider && until >= settings.clock.now().getTime() ? pending : undefined
}

/** True only for the first return. */
export const takeSignIn = (engine: Engine, { state }: PendingSignIn): Promise<boolean> =>
  isAllowed(engine, { key: `sso ${state}`, most: 1, window: PATIENCE })
