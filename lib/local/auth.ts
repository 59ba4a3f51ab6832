/** Signing in from code: for a host's own login form, and for other protocols than HTTP. */
import { anonymous, Caller, type User } from '../actor.ts'
import { userById } from '../auth/accounts.ts'
import { endSessions, findSession, openSession } from '../auth/sessions.ts'
import { type Credentials, signIn } from '../auth/sign-in.ts'
import type { Engine } from '../engine.ts'
import type { Inside } from './acting.ts'
import { hostOrAdminOrSelf } from './permitted.ts'

export interface SignedIn {
  user: User
  /** The value of the session cookie, or of a bearer. */
  token: string
  csrfToken: string
  exp: string
}

export class LocalAuth {
  readonly #engine: Engine
  readonly #caller: Caller
  readonly #inside: Inside

  /** @internal */
  constructor(engine: Engine, caller: Caller, inside: Inside) {
    this.#engine = engine
    this.#caller = caller
    this.#inside = inside
  }

  /** Under the same limits as over HTTP; rejects with `UNAUTHENTICATED` or `TOO_MANY`. */
  async login({ ip, ...given }: Credentials & { ip?: string }): Promise<SignedIn> {
    return this.#inside(async () => {
      const { id } = await signIn(this.#engine, given, new Caller(anonymous, {}, { ip, userAgent: undefined, address: '' }))
      const { token, csrfToken, expiresAt } = await openSession(this.#engine, id)
      return { user: (await userById(this.#engine, id))!, token, csrfToken, exp: expiresAt.toISOString() }
    })
  }

  /** Whose token it is; `null` for a dead one. */
  async user(token: string): Promise<User | null> {
    return (await this.#inside(() => findSession(this.#engine, token)))?.user ?? null
  }

  /** Ends every session of a user. For the system, admins, and the user. */
  async logout(user: number): Promise<void> {
    hostOrAdminOrSelf(this.#caller, user)
    await this.#inside(() => this.#engine.store.commit({ writes: [endSessions(this.#engine, user)] }))
  }
}
