/** A sign-in under way: what must be known when the browser comes back, sealed in a cookie of ten minutes, good for one return. */
import { parseCookie, stringifySetCookie } from 'cookie'
import { isAllowed } from '../../auth/attempts.ts'
import { seal, unseal } from '../../events/seal.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Engine } from '../../operations/operation.ts'

const COOKIE = 'svc-sso'
const PATIENCE = 600

export interface Pending {
  provider: string
  state: string
  kept: Record<string, unknown>
  /** The admin page to go on to. */
  redirect: string
  /** The user who links an account, instead of signing in. */
  link: number | null
}

export function pendingCookie({ settings }: Engine, exchange: Exchange, pending: Pending): string {
  const until = settings.clock.now().getTime() + PATIENCE * 1000
  return cookie(exchange, settings.production, seal(settings.secret, JSON.stringify({ ...pending, until })), PATIENCE)
}

export const endedCookie = ({ settings }: Engine, exchange: Exchange): string => cookie(exchange, settings.production, '', 0)

const cookie = (exchange: Exchange, production: boolean, value: string, maxAge: number) =>
  stringifySetCookie({
    name: COOKIE,
    value,
    maxAge,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: exchange.protocol === 'https' || production,
  })

/** The one that the browser brings back, once. */
export async function takePending(engine: Engine, { headers }: Exchange, provider: string): Promise<Pending | undefined> {
  const { settings } = engine
  const sealed = parseCookie(headers.cookie ?? '')[COOKIE]
  const opened = sealed ? unseal(settings.secret, sealed) : undefined
  if (opened === undefined) return undefined
  const { until, ...pending } = JSON.parse(opened) as Pending & { until: number }
  if (pending.provider !== provider || until < settings.clock.now().getTime()) return undefined
  const isFirst = await isAllowed(engine, { key: `sso ${pending.state}`, most: 1, window: PATIENCE })
  return isFirst ? pending : undefined
}
