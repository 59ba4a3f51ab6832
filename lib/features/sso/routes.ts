/** Starting a sign-in or a link, the identities of a user, and what admins see of the providers. */

import { hashOf } from '../../auth/credentials.ts'
import type { AuthProvider } from '../../auth/provider.ts'
import { mayUsePassword } from '../../auth/sign-in.ts'
import { randomToken } from '../../auth/tokens.ts'
import { badQuery, ForbiddenError, notFound, unauthenticated, ValidationError } from '../../errors.ts'
import { commitNoted } from '../../events/journal.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyAdmins } from '../../http/only-admins.ts'
import type { ApiRequest } from '../../http/request.ts'
import { idOf } from '../../local/call.ts'
import type { Engine } from '../../operations/operation.ts'
import { identitiesOf, keepOne, removeIdentity } from './identities.ts'
import { pendingCookie } from './pending.ts'

export function providerOf({ engine, params }: ApiRequest): AuthProvider {
  const provider = engine.settings.auth.providers.find((one) => one.id === params['provider'])
  if (!provider) throw notFound()
  return provider
}

export const callbackURL = ({ settings }: Engine, address: string, id: string): string =>
  `${settings.production && settings.serverURL ? settings.serverURL : address}${settings.routes.api}/auth/${id}/callback`

/** Only a page of the admin, spelt in no clever way. */
export function isAdminPath(given: string, base: string): boolean {
  if (/[\\\u0000-\u001f]/.test(given) || !given.startsWith('/') || given.startsWith('//')) return false
  const url = new URL(given, 'http://admin.invalid')
  return url.origin === 'http://admin.invalid' && (url.pathname === base || url.pathname.startsWith(`${base}/`))
}

export async function login(request: ApiRequest): Promise<Answer> {
  const { engine, query } = request
  const provider = providerOf(request)
  const { path } = engine.settings.admin
  const redirect = query['redirect'] ?? path
  if (typeof redirect !== 'string' || !isAdminPath(redirect, path)) throw badQuery('must be a page of the admin', 'redirect')
  try {
    const { url, cookie } = await begin(request, provider, { redirect, link: null })
    return moved(url, [cookie])
  } catch (error) {
    engine.settings.log.warn(`the sign-in provider '${provider.id}' can't be reached`, { error: (error as Error).message })
    return moved(`${path}/login?sso=failed`, [])
  }
}

export async function link(request: ApiRequest): Promise<Answer> {
  const { caller, engine } = request
  const provider = providerOf(request)
  const id = signedInUser(request)
  if (caller.actor.member) throw new ForbiddenError()
  const { url, cookie } = await begin(request, provider, { redirect: `${engine.settings.admin.path}/account`, link: id })
  const answer = json(200, JSON.stringify({ url }))
  answer.headers['set-cookie'] = [cookie]
  return answer
}

async function begin({ engine, exchange, caller }: ApiRequest, provider: AuthProvider, more: { redirect: string; link: number | null }) {
  const state = randomToken()
  const { url, kept } = await provider.begin({ callbackURL: callbackURL(engine, caller.source!.address, provider.id), state })
  return { url, cookie: pendingCookie(engine, exchange, { provider: provider.id, state, kept, ...more }) }
}

export const moved = (location: string, cookies: string[]): Answer => ({
  status: 302,
  headers: {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  },
})

export async function list(request: ApiRequest): Promise<Answer> {
  const identities = await identitiesOf(request.engine, signedInUser(request))
  return json(200, JSON.stringify(identities.map(({ user: _, ...shown }) => shown)))
}

/** The last way in stays. */
export async function unlink(request: ApiRequest): Promise<Answer> {
  const { engine, params, caller } = request
  const user = signedInUser(request)
  const hasPassword = (await hashOf(engine, user)) !== undefined && mayUsePassword(engine, caller.actor.user!)
  const lock = engine.store.dialect.lock(`identities ${user}`)
  const last = () => new ValidationError("is the last way in, and can't be unlinked")
  const note = { action: 'sso.unlink', target: 'users', doc: user, detail: { identity: idOf(params['id']) } }
  await commitNoted(engine, caller, note, {
    guards: lock === undefined ? [] : [{ sql: lock, values: [] }],
    writes: [removeIdentity(engine, idOf(params['id']), user, notFound), ...(hasPassword ? [] : [keepOne(engine, user, last)])],
  })
  return json(200, JSON.stringify({ deleted: 1 }))
}

/** Somebody with a session of their own: a key is not a person. */
function signedInUser({ caller }: ApiRequest): number {
  const { user, key } = caller.actor
  if (!user) throw unauthenticated()
  if (key || typeof user.id !== 'number') throw new ForbiddenError()
  return user.id
}

export async function about({ engine, caller }: ApiRequest): Promise<Answer> {
  onlyAdmins(caller)
  const { auth, serverURL } = engine.settings
  const body = {
    providers: auth.providers.map(({ id, name, icon, details }) => ({
      id,
      name,
      icon: icon ?? null,
      callbackURL: callbackURL(engine, caller.source!.address, id),
      details: details ?? [],
    })),
    password: auth.password === false ? 'admins' : 'everyone',
    signUp: auth.allowSignUp ?? null,
    serverURL: serverURL ?? null,
  }
  return json(200, JSON.stringify(body))
}
