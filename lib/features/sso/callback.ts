/** The browser returns from a provider: it is signed in, linked, or shown the reason for a refusal. */
import { Cancelled, type ProviderIdentity, type RedirectProvider } from '../../auth/provider.ts'
import { randomToken } from '../../auth/tokens.ts'
import { methodNotAllowed, notFound } from '../../errors.ts'
import { record } from '../../events/journal.ts'
import type { Answer } from '../../http/answer.ts'
import { readForm } from '../../http/body.ts'
import type { ApiRequest } from '../../http/request.ts'
import { signedIn } from '../../http/session-answer.ts'
import { adminPath } from '../../public-paths.ts'
import { admit, checked, linkTo, type SignInOutcome } from './admit.ts'
import { endedCookie, openPending, type PendingSignIn, pendingCookie, takeSignIn } from './pending.ts'
import { callbackURL, clientOf, providerOf } from './provider-of.ts'
import { isAdminPath, moved } from './routes.ts'

/** A SAML answer with a few hundred groups has 50 KB. */
const LARGEST_FORM = 256 * 1024

export async function callback(request: ApiRequest): Promise<Answer> {
  const { engine, exchange } = request
  const provider = providerOf(request)
  if (provider.kind === 'credentials') throw notFound()
  const pending = openPending(engine, exchange, provider.id)
  refuseOtherWay(request, provider, pending)
  if (!pending || !(await takeSignIn(engine, pending))) return tell(request, provider, pending, 'expired')
  const identity = pending.identity ?? (await identify(request, provider, pending))
  if (typeof identity === 'string') return tell(request, provider, pending, identity)
  if (pending.link !== null) return link(request, provider, pending, identity, pending.link)
  return signIn(request, provider, pending, identity)
}

/** A provider uses one method. A GET after its form comes from us: see `link`. */
function refuseOtherWay({ exchange }: ApiRequest, { kind }: RedirectProvider, pending: PendingSignIn | undefined): void {
  const isPost = exchange.method === 'POST'
  const takesPost = kind === 'post' && pending?.identity === undefined
  if (isPost !== takesPost) throw methodNotAllowed(exchange.method, takesPost ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS')
}

async function identify(
  request: ApiRequest,
  provider: RedirectProvider,
  pending: PendingSignIn,
): Promise<ProviderIdentity | SignInOutcome> {
  const { engine, caller, exchange } = request
  const callback = callbackURL(engine, caller.address, provider.id)
  const url = new URL(callback)
  try {
    const form = exchange.method === 'POST' ? await readForm(exchange, LARGEST_FORM) : undefined
    if (form === undefined) url.search = exchange.search
    const names = [...url.searchParams.keys()]
    if (new Set(names).size < names.length) throw new Error('a part of the answer is there more than once')
    const identity = await provider.finish({
      callbackURL: callback,
      state: pending.state,
      url,
      kept: pending.kept,
      client: clientOf(request),
      ...(form && { form }),
    })
    return checked(identity) ?? 'failed'
  } catch (error) {
    if (error instanceof Cancelled) return 'cancelled'
    engine.settings.log.warn(`a sign-in with '${provider.id}' failed`, { error: (error as Error).message })
    return 'failed'
  }
}

async function signIn(
  request: ApiRequest,
  provider: RedirectProvider,
  pending: PendingSignIn,
  identity: ProviderIdentity,
): Promise<Answer> {
  const { engine, exchange, caller } = request
  const admin = adminPath(engine.settings)
  const user = await admit(engine, caller, provider, identity)
  if (typeof user === 'string') return tell(request, provider, pending, user)
  const { headers } = await signedIn(request, user)
  const page = isAdminPath(pending.redirect, admin) ? pending.redirect : admin
  return moved(page, [endedCookie(engine, exchange, provider), ...(headers['set-cookie'] as string[])], seeOther(request))
}

/**
 * Links only in the browser that requested it. A form from another site arrives without the session cookie, so the browser is redirected
 * once more.
 */
async function link(
  request: ApiRequest,
  provider: RedirectProvider,
  pending: PendingSignIn,
  identity: ProviderIdentity,
  user: number,
): Promise<Answer> {
  const { engine, exchange, caller } = request
  if (exchange.method === 'POST') {
    const next = { ...pending, state: randomToken(), kept: {}, identity }
    return moved(callbackURL(engine, caller.address, provider.id), [pendingCookie(engine, exchange, provider, next)], 303)
  }
  const isSame = caller.actor.user?.id === user && !caller.actor.key
  return tell(request, provider, pending, isSame ? await linkTo(engine, caller, provider, identity, user) : 'expired')
}

async function tell(
  request: ApiRequest,
  provider: RedirectProvider,
  pending: PendingSignIn | undefined,
  outcome: SignInOutcome,
): Promise<Answer> {
  const { engine, exchange, caller } = request
  if (outcome !== 'linked' && outcome !== 'cancelled')
    await record(engine, caller, { action: 'sso.failed', target: 'users', detail: { provider: provider.id, reason: outcome } })
  const page = `${adminPath(engine.settings)}/${pending?.link ? 'account' : 'login'}?sso=${outcome}`
  return moved(page, [endedCookie(engine, exchange, provider)], seeOther(request))
}

/** After a form, the browser must continue with a GET. */
const seeOther = ({ exchange }: ApiRequest) => (exchange.method === 'POST' ? 303 : 302)
