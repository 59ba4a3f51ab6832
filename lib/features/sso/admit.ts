/** Maps an external identity to a user: a known account, a new one, or a refusal with its reason. It knows nothing of HTTP. */
import type { Caller } from '../../actor.ts'
import { type Account, accountByEmail, foldEmail, hasAdmin, userById } from '../../auth/accounts.ts'
import { forgetInvitation } from '../../auth/invitations.ts'
import type { AuthProvider, ProviderIdentity } from '../../auth/provider.ts'
import type { Engine } from '../../engine.ts'
import { record } from '../../events/journal.ts'
import { call } from '../../local/call.ts'
import { Ref, type Statement } from '../../store/write-set.ts'
import { addIdentity, findIdentity, usedIdentity } from './table.ts'

/** The outcome of a sign-in or a link; the page puts it into words. */
export type SignInOutcome =
  | 'linked'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'no-account'
  | 'link-first'
  | 'unverified'
  | 'inactive'
  | 'taken'

/** The identity that a provider returns, or undefined if it is incomplete. Anything uncertain counts as unverified. */
export function checked({ issuer, subject, email, emailVerified, name }: ProviderIdentity): ProviderIdentity | undefined {
  if (![issuer, subject].every((one) => typeof one === 'string' && one !== '' && one.length <= 255)) return undefined
  return {
    issuer,
    subject,
    email: typeof email === 'string' ? email : undefined,
    emailVerified: emailVerified === true,
    name: typeof name === 'string' ? name : undefined,
  }
}

/** The id of the user who signs in. */
export async function admit(
  engine: Engine,
  caller: Caller,
  provider: AuthProvider,
  identity: ProviderIdentity,
): Promise<number | SignInOutcome> {
  const user = await userFor(engine, caller, provider, identity)
  if (typeof user === 'string') return user
  const by = { id: user, email: ((await userById(engine, user))?.['email'] as string) ?? null }
  await record(engine, caller, { action: 'sso.login', target: 'users', doc: user, detail: { provider: provider.id }, by })
  return user
}

async function userFor(
  engine: Engine,
  caller: Caller,
  provider: AuthProvider,
  identity: ProviderIdentity,
): Promise<number | SignInOutcome> {
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
  return newUser(engine, caller, provider, identity, email)
}

/** An unverified email could be anyone's. */
async function byEmail(
  engine: Engine,
  provider: AuthProvider,
  identity: ProviderIdentity,
  account: Account,
): Promise<number | SignInOutcome> {
  if (!identity.emailVerified || !provider.linkByEmail) return 'link-first'
  if (!account.active) return 'inactive'
  const links = [addIdentity(engine, account.id, provider.id, identity), forgetInvitation(engine, account.id)]
  return (await written(engine, ...links)) ? account.id : 'failed'
}

async function newUser(
  engine: Engine,
  caller: Caller,
  provider: AuthProvider,
  identity: ProviderIdentity,
  email: string | undefined,
): Promise<number | SignInOutcome> {
  const { allowSignUp } = engine.settings.auth
  const domain = email?.slice(email.lastIndexOf('@') + 1)
  if (!allowSignUp?.domains.some((one) => one.toLowerCase() === domain) || !(await hasAdmin(engine))) return 'no-account'
  if (!identity.emailVerified) return 'unverified'
  const input = {
    email,
    name: identity.name?.slice(0, 200) ?? null,
    active: true,
    ...(allowSignUp.role !== undefined && { role: allowSignUp.role }),
  }
  try {
    const { outcome } = await call(engine, caller.asSystem(), 'create', engine.entity('users'), {
      input,
      depth: 0,
      with: { writes: [addIdentity(engine, new Ref('document', 'id'), provider.id, identity)] },
    })
    return outcome.meta.id
  } catch (error) {
    engine.settings.log.warn(`a new account through '${provider.id}' was refused`, { error: (error as Error).message })
    return 'failed'
  }
}

/** Adds the identity to a signed-in user. */
export async function linkTo(
  engine: Engine,
  caller: Caller,
  provider: AuthProvider,
  identity: ProviderIdentity,
  user: number,
): Promise<'linked' | 'taken'> {
  const known = await findIdentity(engine, provider.id, identity)
  if (known) return known.user === user ? 'linked' : 'taken'
  if (!(await written(engine, addIdentity(engine, user, provider.id, identity)))) return 'taken'
  await record(engine, caller, { action: 'sso.link', target: 'users', doc: user, detail: { provider: provider.id } })
  return 'linked'
}

/** False if another request was faster. */
async function written(engine: Engine, ...writes: readonly Statement[]): Promise<boolean> {
  try {
    await engine.store.commit({ writes })
    return true
  } catch (error) {
    if (engine.store.dialect.uniqueClash(error)) return false
    throw error
  }
}
