/** Preview tokens: signed, for one document, with their issuer and their end. Nothing of them is stored; they die with the issuer's account. */
import type { Identity, Pass, User } from '../../actor.ts'
import { userById } from '../../auth/accounts.ts'
import { digest, isSame } from '../../auth/tokens.ts'
import { GalleyError } from '../../errors.ts'
import type { Exchange } from '../../http/exchange.ts'
import { parseQuery } from '../../http/query.ts'
import type { Cms } from '../../local/handle.ts'
import type { Engine } from '../../operations/operation.ts'

/** In seconds. */
const LASTS = 3600

interface Claims extends Pass {
  /** The issuer; `null` is the system. */
  by: number | null
  /** In seconds since 1970. */
  until: number
}

export function makeToken({ settings }: Engine, pass: Pass, by: number | null): string {
  const claims: Claims = { ...pass, by, until: Math.floor(settings.clock.now().getTime() / 1000) + LASTS }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${digest(settings.secret, 'preview', payload)}`
}

const DOCUMENT = /^\/([a-z0-9_-]+)\/([1-9]\d{0,15})$/
const GLOBAL = /^\/globals\/([a-z0-9_-]+)$/

/** A read of a document with `?preview=` is its issuer's, or nobody's. */
export function fromRequest(exchange: Exchange, { engine }: Cms): undefined | Promise<Identity> {
  if (!exchange.search.includes('preview=') || !['GET', 'HEAD'].includes(exchange.method)) return undefined
  const global = GLOBAL.exec(exchange.path)
  const document = global ? null : DOCUMENT.exec(exchange.path)
  const entity = (global ?? document)?.[1]
  const token = parseQuery(exchange.search)['preview']
  if (token === undefined || !engine.model.entities.has(entity ?? '')) return undefined
  return admitted(engine, token, entity!, document ? Number(document[2]) : undefined)
}

async function admitted(engine: Engine, token: unknown, entity: string, id: number | undefined): Promise<Identity> {
  const holder = await holderOf(engine, token)
  if (holder.pass.entity !== entity || (id !== undefined && holder.pass.id !== id)) throw refused()
  return holder
}

/** Who a token stands for, as long as it is good. */
export async function holderOf(engine: Engine, token: unknown): Promise<{ user: User | null; pass: Pass }> {
  const claims = claimsOf(engine, token)
  if (!claims) throw refused()
  const { by, entity, id } = claims
  const user = by === null ? null : await userById(engine, by)
  if (by !== null && user?.['active'] !== true) throw refused()
  return { user: user ?? null, pass: { entity, ...(id !== undefined && { id }) } }
}

const refused = () => new GalleyError('UNAUTHENTICATED', 'This preview link is wrong or has expired')

function claimsOf({ settings }: Engine, token: unknown): Claims | undefined {
  if (typeof token !== 'string' || token.length > 1000) return undefined
  const [payload, signature] = token.split('.')
  if (!payload || !isSame(signature, digest(settings.secret, 'preview', payload))) return undefined
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
  return claims.until * 1000 > settings.clock.now().getTime() ? claims : undefined
}
