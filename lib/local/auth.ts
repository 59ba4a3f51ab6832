/** Signing in from code: for a host's own login form, and for other protocols than HTTP. */
import { anonymous, Caller, type User } from '../actor.ts'
import { userById } from '../auth/accounts.ts'
import { endSessions, findSession, openSession } from '../auth/sessions.ts'
import { type Credentials, signIn } from '../auth/sign-in.ts'
import type { Engine } from '../engine.ts'
import type { Inside } from './acting.ts'
import type { Auth } from './cms.ts'
import { hostOrAdminOrSelf } from './permitted.ts'
import type { SignedIn } from './types.ts'

export class LocalAuth implements Auth {
  readonly #engine: Engine
  readonly #caller: Caller
  readonly #inside: Inside

  /** @internal */
  constructor(engine: Engine, caller: Caller, inside: Inside) {
    this.#engine = engine
    this.#caller = caller
    this.#inside = inside
  }

  async login({ ip, ...given }: Credentials & { ip?: string }): Promise<SignedIn> {
    return this.#inside(async () => {
      const { id } = await signIn(this.#engine, given, new Caller(anonymous, {}, { ip, userAgent: undefined, address: '' }))
      const { token, csrfToken, expiresAt } = await openSession(this.#engine, id)
      return { user: (await userById(this.#engine, id))!, token, csrfToken, exp: expiresAt.toISOString() }
    })
  }

  async user(token: string): Promise<User | null> {
    return (await this.#inside(() => findSession(this.#engine, token)))?.user ?? null
  }

  async logout(user: number): Promise<void> {
    hostOrAdminOrSelf(this.#caller, user)
    await this.#inside(() => this.#engine.store.commit({ writes: [endSessions(this.#engine, user)] }))
  }
}
