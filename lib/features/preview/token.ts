/** Preview tokens: signed, for one document, with issuer and expiry. Nothing is stored; they work only while the issuer may read it. */
import { actorOf, Caller, type Identity, type Pass, system, type User } from '../../actor.ts'
import { userById } from '../../auth/accounts.ts'
import { digest, isSame } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import type { CallerFor } from '../../feature.ts'
import type { Exchange } from '../../http/exchange.ts'
import { parseQuery } from '../../http/query.ts'
import { and, byId } from '../../query/filter.ts'
import { plainView } from '../../query/view.ts'

/** In seconds. */
const LASTS = 3600

/** The document that a token opens. */
export type Opened = Pick<Pass, 'entity' | 'id'>

interface Claims extends Opened {
  /** How many slug renames had happened when the token was made; missing in tokens of earlier versions. */
  renames?: number
  /** The issuer; `null` for the system. */
  by: number | null
  /** In seconds since 1970. */
  until: number
}

export function makeToken({ settings, renames }: Engine, opened: Opened, by: number | null): string {
  const claims: Claims = { ...opened, by, renames: renames.length, until: Math.floor(settings.clock.now().getTime() / 1000) + LASTS }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${digest(settings.secret, 'preview', payload)}`
}

const CONTENT = /^\/(globals\/)?([a-z0-9_-]+)(?:\/|$)/
const DOCUMENT = /^\/[a-z0-9_-]+\/([1-9]\d{0,15})$/
const GLOBAL = /^\/globals\/[a-z0-9_-]+$/

/**
 * A read of a document with `?preview=` is done as a visitor with a pass, or refused: the request's own session or key is ignored. A token
 * opens nothing else, so any other request for content with a token is done as a visitor.
 */
export function previewLinkOf(
  { search, path, method }: Exchange,
  engine: Engine,
  callerFor: CallerFor,
): undefined | null | Promise<Identity> {
  if (!search.includes('preview=')) return undefined
  const entity = CONTENT.exec(path)?.[2]
  const token = parseQuery(search)['preview']
  if (token === undefined || entity === undefined || !engine.model.entities.has(entity)) return undefined
  const id = DOCUMENT.exec(path)?.[1]
  const isRead = (method === 'GET' || method === 'HEAD') && (id !== undefined || GLOBAL.test(path))
  return isRead ? visitorWith(token, { entity, ...(id !== undefined && { id: Number(id) }) }, engine, callerFor) : null
}

async function visitorWith(token: unknown, caller: Opened, engine: Engine, callerFor: CallerFor): Promise<Identity> {
  const pass = await passFor(engine, token, (issuer) => issuerOf(issuer, engine, callerFor))
  if (pass.entity !== caller.entity || (caller.id !== undefined && pass.id !== caller.id)) throw refused()
  return { user: null, pass }
}

/** The issuer with the context from `onRequest`; if `onRequest` takes another user from the request's headers, that user is ignored. */
async function issuerOf(user: User | null, engine: Engine, callerFor: CallerFor): Promise<Caller> {
  const caller = await callerFor({ user })
  if (user !== null && caller.actor.user?.id === user.id) return new Caller(caller.actor, caller.context)
  return new Caller(issuerActor(user, engine), caller.context)
}

export const issuerActor = (user: User | null, { settings }: Engine) => (user ? actorOf(user, settings.auth) : system)

/** The document that a token opens, as long as its issuer has an active account and may read the document. */
export async function passFor(engine: Engine, token: unknown, asCaller: (issuer: User | null) => Caller | Promise<Caller>): Promise<Pass> {
  const claims = claimsOf(engine, token)
  if (!claims) throw refused()
  const { by, id } = claims
  const entity = presentSlug(engine, claims)
  if (!engine.model.entities.has(entity)) throw refused()
  const user = by === null ? null : ((await userById(engine, by)) ?? null)
  if (by !== null && user?.['active'] !== true) throw refused()
  const pass = { entity, ...(id !== undefined && { id }), issuer: await asCaller(user) }
  if (!(await isReadable(engine, pass))) throw refused()
  return pass
}

/** A slug that has been renamed may now belong to another content type. */
const presentSlug = ({ renames }: Engine, claims: Claims): string =>
  renames.slice(claims.renames ?? renames.length).reduce((slug, { from, to }) => (slug === from ? to : slug), claims.entity)

async function isReadable(engine: Engine, { entity: slug, id, issuer }: Pass): Promise<boolean> {
  const entity = engine.entity(slug)
  const view = { ...plainView, options: { draft: true } }
  const filter = and(await engine.access.documents.filter(entity, 'read', issuer), engine.features.restrict(entity, issuer, view))
  if (id === undefined) return filter.is !== 'none'
  return filter.is !== 'none' && (await engine.reader.existing(entity, and(byId(id), filter))).size > 0
}

const refused = () => new GalleyError('UNAUTHENTICATED', 'This preview link is wrong or has expired')

function claimsOf({ settings }: Engine, token: unknown): Claims | undefined {
  if (typeof token !== 'string' || token.length > 1000) return undefined
  const [payload, signature] = token.split('.')
  if (!payload || !isSame(signature, digest(settings.secret, 'preview', payload))) return undefined
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
  return claims.until * 1000 > settings.clock.now().getTime() ? claims : undefined
}
