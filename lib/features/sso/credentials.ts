/** A username and password checked by a provider, with the same limits and the same error as the password sign-in. */
import type { Reservation } from '../../auth/attempts.ts'
import { isTooLong } from '../../auth/passwords.ts'
import type { CredentialsProvider, ProviderIdentity } from '../../auth/provider.ts'
import { countSignIn, emailOf, requiredText } from '../../auth/sign-in.ts'
import { GalleyError, methodNotAllowed, ValidationError } from '../../errors.ts'
import { record } from '../../events/journal.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import type { ApiRequest } from '../../http/request.ts'
import { signedIn } from '../../http/session-answer.ts'
import { adminPath } from '../../public-paths.ts'
import { admit, checked, linkTo, type SignInOutcome } from './admit.ts'
import { clientOf, providerOf, routeURL } from './provider-of.ts'

const WRONG = 'Invalid username or password'

export async function loginWithCredentials(request: ApiRequest): Promise<Answer> {
  const { engine, caller, exchange } = request
  const provider = providerOf(request)
  if (provider.kind !== 'credentials') throw methodNotAllowed(exchange.method, 'GET, HEAD, OPTIONS')
  const verified = await verify(request, provider)
  if (!verified) throw new GalleyError('UNAUTHENTICATED', WRONG)
  const user = await admit(engine, caller, provider, verified.identity)
  if (typeof user === 'string') {
    await record(engine, caller, { action: 'sso.failed', target: 'users', detail: { provider: provider.id, reason: user } })
    throw new GalleyError('FORBIDDEN', [{ message: REASONS[user] ?? FAILED, reason: user }])
  }
  await verified.attempt.forgive()
  return signedIn(request, user)
}

/** Returns the admin page to continue on, as after linking through a provider's page. */
export async function linkWithCredentials(request: ApiRequest, provider: CredentialsProvider, user: number): Promise<Answer> {
  const { engine, caller } = request
  const verified = await verify(request, provider)
  if (!verified) throw new ValidationError(WRONG)
  await verified.attempt.forgive()
  const outcome = await linkTo(engine, caller, provider, verified.identity, user)
  return json(200, JSON.stringify({ url: `${adminPath(engine.settings)}/account?sso=${outcome}` }))
}

const FAILED = 'Signing in did not work'

const REASONS: Partial<Record<SignInOutcome, string>> = {
  'no-account': "You don't have an account here yet",
  'link-first': 'There is an account with this email: sign in to it and link this one',
  unverified: 'The provider has not confirmed your email',
  inactive: 'This account is not active',
}

/** Undefined if the credentials are wrong. The attempt is counted before the provider is asked. */
async function verify(
  request: ApiRequest,
  provider: CredentialsProvider,
): Promise<{ identity: ProviderIdentity; attempt: Reservation } | undefined> {
  const { engine, caller, exchange } = request
  const given = await readJson(exchange)
  const username = requiredText(given['username'], 'username')
  const password = requiredText(given['password'], 'password')
  const detail = { provider: provider.id, username }
  const attempt = await countSignIn(engine, caller, `${provider.id} ${emailOf(username.normalize('NFKC'), 'username')}`, { detail })
  const loginURL = routeURL(engine, caller.address, provider.id, 'login')
  const credentials = { ...given, username, password }
  const found = isTooLong(password) ? undefined : await provider.verify({ credentials, loginURL, client: clientOf(request) })
  if (!found) {
    await record(engine, caller, { action: 'login.failed', target: 'users', detail })
    return undefined
  }
  const identity = checked(found)
  if (!identity) throw new Error(`the provider '${provider.id}' does not say who it is: an identity needs an issuer and a subject`)
  return { identity, attempt }
}
