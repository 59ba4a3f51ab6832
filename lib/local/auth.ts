/** Signing in from code: for a host's own login form, and for other protocols than HTTP. */
import { anonymous, Caller, type User } from '../actor.ts'
import { userById } from '../auth/accounts.ts'
import { endSessions, findSession, openSession } from '../auth/sessions.ts'
import { type Credentials, signIn } from '../auth/sign-in.ts'
import type { Engine } from '../operations/operation.ts'
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

  /** @internal */
  constructor(engine: Engine, caller: Caller) {
    this.#engine = engine
    this.#caller = caller
  }

  /** Under the same limits as over HTTP; rejects with `UNAUTHENTICATED` or `TOO_MANY`. */
  async login({ ip, ...given }: Credentials & { ip?: string }): Promise<SignedIn> {
    const { id } = await signIn(this.#engine, given, new Caller(anonymous, {}, { ip, userAgent: undefined, address: '' }))
    const { token, csrfToken, expiresAt } = await openSession(this.#engine, id)
    return { user: (await userById(this.#engine, id))!, token, csrfToken, exp: expiresAt.toISOString() }
  }

  /** Whose token it is; `null` for a dead one. */
  async user(token: string): Promise<User | null> {
    return (await findSession(this.#engine, token))?.user ?? null
  }

  /** Ends every session of a user. For the system, admins, and the user. */
  async logout(user: number): Promise<void> {
    hostOrAdminOrSelf(this.#caller, user)
    await this.#engine.store.commit({ writes: [endSessions(this.#engine, user)] })
  }
}
