/** The browser comes back from a provider: signed in, linked, or told why not. */

import { type Account, accountByEmail, foldEmail, hasAdmin, userById } from '../../auth/accounts.ts'
import { type AuthProvider, Cancelled, type ProviderIdentity } from '../../auth/provider.ts'
import { record } from '../../events/journal.ts'
import type { Answer } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { signedIn } from '../../http/signed-in.ts'
import { call } from '../../local/call.ts'
import type { Engine } from '../../operations/operation.ts'
import type { Statement } from '../../store/write-set.ts'
import { Ref } from '../../store/write-set.ts'
import { addIdentity, findIdentity, usedIdentity } from './identities.ts'
import { endedCookie, type Pending, takePending } from './pending.ts'
import { callbackURL, isAdminPath, moved, providerOf } from './routes.ts'

/** Why somebody is not in; the page that is shown says it in words. */
type Said = 'linked' | 'cancelled' | 'expired' | 'failed' | 'no-account' | 'link-first' | 'unverified' | 'inactive' | 'taken'

export async function callback(request: ApiRequest): Promise<Answer> {
  const { engine, exchange } = request
  const provider = providerOf(request)
  const { path } = engine.settings.admin
  const pending = await takePending(engine, exchange, provider.id)
  const ended = endedCookie(engine, exchange)
  const tell = async (said: Said) => {
    if (said !== 'linked' && said !== 'cancelled')
      await record(engine, request.caller, { action: 'sso.failed', target: 'users', detail: { provider: provider.id, reason: said } })
    return moved(`${path}/${pending?.link ? 'account' : 'login'}?sso=${said}`, [ended])
  }
  if (!pending) return tell('expired')
  const identity = await identify(request, provider, pending)
  if (typeof identity === 'string') return tell(identity)
  if (pending.link !== null) return tell(await link(request, provider, identity, pending.link))
  const user = await userFor(request, provider, identity)
  if (typeof user === 'string') return tell(user)
  const { headers } = await signedIn(request, user)
  const by = { id: user, email: ((await userById(engine, user))?.['email'] as string) ?? null }
  await record(engine, request.caller, { action: 'sso.login', target: 'users', doc: user, detail: { provider: provider.id }, by })
  return moved(isAdminPath(pending.redirect, path) ? pending.redirect : path, [ended, ...(headers['set-cookie'] as string[])])
}

async function identify(
  { engine, caller, exchange }: ApiRequest,
  provider: AuthProvider,
  pending: Pending,
): Promise<ProviderIdentity | Said> {
  const callback = callbackURL(engine, caller.source!.address, provider.id)
  const url = new URL(callback)
  url.search = exchange.search
  try {
    const identity = await provider.finish({ callbackURL: callback, state: pending.state, url, kept: pending.kept })
    const isWhole =
      typeof identity.issuer === 'string' && typeof identity.subject === 'string' && identity.issuer !== '' && identity.subject !== ''
    return isWhole && identity.subject.length <= 255 ? identity : 'failed'
  } catch (error) {
    if (error instanceof Cancelled) return 'cancelled'
    engine.settings.log.warn(`a sign-in with '${provider.id}' failed`, { error: (error as Error).message })
    return 'failed'
  }
}

/** Only in the browser of whoever asked for it. */
async function link({ engine, caller }: ApiRequest, provider: AuthProvider, identity: ProviderIdentity, user: number): Promise<Said> {
  if (caller.actor.user?.id !== user || caller.actor.key) return 'expired'
  const known = await findIdentity(engine, provider.id, identity)
  if (known) return known.user === user ? 'linked' : 'taken'
  if (!(await written(engine, addIdentity(engine, user, provider.id, identity)))) return 'taken'
  await record(engine, caller, { action: 'sso.link', target: 'users', doc: user, detail: { provider: provider.id } })
  return 'linked'
}

async function userFor(request: ApiRequest, provider: AuthProvider, identity: ProviderIdentity): Promise<number | Said> {
  const { engine } = request
  const known = await findIdentity(engine, provider.id, identity)
  if (known) {
    const user = await userById(engine, known.user)
    if (user?.['active'] !== true) return 'inactive'
    await written(engine, usedIdentity(engine, known.id))
    return known.user
  }
  const email = identity.email === undefined ? undefined : foldEmail(identity.email)
  const account = email === undefined ? undefined : await accountByEmail(engine, email)
  if (account) return byEmail(engine, provider, identity, account)
  return newUser(request, provider, identity, email)
}

/** An e-mail that nobody verified could be anybody's. */
async function byEmail(engine: Engine, provider: AuthProvider, identity: ProviderIdentity, account: Account): Promise<number | Said> {
  if (!identity.emailVerified || !provider.linkByEmail) return 'link-first'
  if (!account.active) return 'inactive'
  return (await written(engine, addIdentity(engine, account.id, provider.id, identity))) ? account.id : 'failed'
}

async function newUser(
  { engine, caller }: ApiRequest,
  provider: AuthProvider,
  identity: ProviderIdentity,
  email: string | undefined,
): Promise<number | Said> {
  const { allowSignUp } = engine.settings.auth
  const domain = email?.slice(email.lastIndexOf('@') + 1)
  const isOurs = allowSignUp?.domains.some((one) => one.toLowerCase() === domain)
  if (!isOurs || !(await hasAdmin(engine))) return 'no-account'
  if (!identity.emailVerified) return 'unverified'
  const input = {
    email,
    name: identity.name?.slice(0, 200) ?? null,
    active: true,
    ...(allowSignUp!.role !== undefined && { role: allowSignUp!.role }),
  }
  try {
    const { saved } = await call(engine, caller.asSystem(), 'create', engine.entity('users'), {
      input,
      depth: 0,
      with: { writes: [addIdentity(engine, new Ref('document', 'id'), provider.id, identity)] },
    })
    return saved!.meta!.id
  } catch (error) {
    engine.settings.log.warn(`a new account through '${provider.id}' was refused`, { error: (error as Error).message })
    return 'failed'
  }
}

/** False where somebody else was first. */
async function written(engine: Engine, statement: Statement): Promise<boolean> {
  try {
    await engine.store.commit({ writes: [statement] })
    return true
  } catch (error) {
    if (engine.store.dialect.uniqueClash(error)) return false
    throw error
  }
}
