/** Starts a sign-in or a link, lists a user's identities, and shows admins the providers. */

import { passwordHashOf } from '../../auth/credentials.ts'
import type { RedirectProvider } from '../../auth/provider.ts'
import { mayUsePassword } from '../../auth/sign-in.ts'
import { randomToken } from '../../auth/tokens.ts'
import { badQuery, ForbiddenError, methodNotAllowed, notFound, unauthenticated, ValidationError } from '../../errors.ts'
import { commitNoted } from '../../events/journal.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyAdmins } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { idOf } from '../../local/call.ts'
import { adminPath } from '../../public-paths.ts'
import { lock } from '../../store/records.ts'
import { linkWithCredentials } from './credentials.ts'
import { pendingCookie } from './pending.ts'
import { callbackURL, clientOf, providerOf } from './provider-of.ts'
import { identitiesOf, keepOne, removeIdentity } from './table.ts'

/** Accepts only plainly written paths of the admin. */
export function isAdminPath(given: string, base: string): boolean {
  if (/[\\\u0000-\u001f]/.test(given) || !given.startsWith('/') || given.startsWith('//')) return false
  const url = new URL(given, 'http://admin.invalid')
  return url.origin === 'http://admin.invalid' && (url.pathname === base || url.pathname.startsWith(`${base}/`))
}

export async function loginWithProvider(request: ApiRequest): Promise<Answer> {
  const { engine, query } = request
  const provider = providerOf(request)
  if (provider.kind === 'credentials') throw methodNotAllowed(request.exchange.method, 'POST, OPTIONS')
  const admin = adminPath(engine.settings)
  const redirect = query['redirect'] ?? admin
  if (typeof redirect !== 'string' || !isAdminPath(redirect, admin)) throw badQuery('must be a page of the admin', 'redirect')
  const begun = await begin(request, provider, { redirect, link: null })
  return begun ? moved(begun.url, [begun.cookie]) : moved(`${admin}/login?sso=failed`, [])
}

export async function link(request: ApiRequest): Promise<Answer> {
  const { caller, engine } = request
  const provider = providerOf(request)
  const id = signedInUser(request)
  if (caller.actor.member) throw new ForbiddenError()
  if (provider.kind === 'credentials') return linkWithCredentials(request, provider, id)
  const account = `${adminPath(engine.settings)}/account`
  const begun = await begin(request, provider, { redirect: account, link: id })
  const answer = json(200, JSON.stringify({ url: begun?.url ?? `${account}?sso=failed` }))
  if (begun) answer.headers['set-cookie'] = [begun.cookie]
  return answer
}

/** Undefined if the provider can't be reached, or its strategy fails to start. */
async function begin(request: ApiRequest, provider: RedirectProvider, more: { redirect: string; link: number | null }) {
  const { engine, exchange, caller } = request
  const state = randomToken()
  const callback = callbackURL(engine, caller.address, provider.id)
  try {
    const { url, kept } = await provider.begin({ callbackURL: callback, state, client: clientOf(request) })
    return { url, cookie: pendingCookie(engine, exchange, provider, { provider: provider.id, state, kept, ...more }) }
  } catch (error) {
    engine.settings.log.warn(`a sign-in with '${provider.id}' can't begin`, { error: (error as Error).message })
    return undefined
  }
}

export const moved = (location: string, cookies: string[], status = 302): Answer => ({
  status,
  headers: {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  },
})

export async function listProviders(request: ApiRequest): Promise<Answer> {
  const identities = await identitiesOf(request.engine, signedInUser(request))
  return json(200, JSON.stringify(identities.map(({ user: _, ...shown }) => shown)))
}

/** Never removes the user's last way to sign in. */
export async function unlink(request: ApiRequest): Promise<Answer> {
  const { engine, params, caller } = request
  const user = signedInUser(request)
  const hasPassword = (await passwordHashOf(engine, user)) !== undefined && mayUsePassword(engine, caller.signedInUser)
  const last = () => new ValidationError("is the last way in, and can't be unlinked")
  const note = { action: 'sso.unlink', target: 'users', doc: user, detail: { identity: idOf(params['id']) } }
  await commitNoted(engine, caller, note, {
    guards: lock(engine.store, `identities ${user}`),
    writes: [removeIdentity(engine, idOf(params['id']), user, notFound), ...(hasPassword ? [] : [keepOne(engine, user, last)])],
  })
  return json(200, JSON.stringify({ deleted: 1 }))
}

/** A user with their own session: an API key doesn't count. */
function signedInUser({ caller }: ApiRequest): number {
  const { user, key } = caller.actor
  if (!user) throw unauthenticated()
  if (key || typeof user.id !== 'number') throw new ForbiddenError()
  return user.id
}

export async function aboutProviders({ engine, caller }: ApiRequest): Promise<Answer> {
  onlyAdmins(caller)
  const { auth, serverURL } = engine.settings
  const body = {
    providers: auth.providers.map(({ id, name, icon, kind = 'redirect', details }) => ({
      id,
      name,
      icon: icon ?? null,
      kind,
      callbackURL: kind === 'credentials' ? null : callbackURL(engine, caller.address, id),
      details: details ?? [],
    })),
    password: auth.password === false ? 'admins' : 'everyone',
    signUp: auth.allowSignUp ?? null,
    serverURL: serverURL ?? null,
  }
  return json(200, JSON.stringify(body))
}
