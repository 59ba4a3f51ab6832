/** Signing in and out over HTTP. Browsers manage their own cookies; elsewhere the client keeps the session. Tested by test/client/client.test.ts. */
import type { UserOf } from '../lib/local/read-as.ts'
import type { Registered, Types } from '../lib/register.ts'
import { bindMethods } from './bound.ts'
import { CALLING, takesOnly } from './known-options.ts'
import { checkSignal } from './known-values.ts'
import type { Calling } from './options.ts'
import type { Transport } from './transport.ts'

/** The session that a sign-in begins. */
export interface Session<T extends Types = Registered> {
  user: UserOf<T>
  exp: string
}

/** The data of a member who signs up. */
export interface SignUp {
  email: string
  password: string
  name?: string | null
  /** From `GET /users/signup`, so that a page of the site asked for it. */
  token: string
  /** A field that people don't see: only programs fill it in. */
  website?: string
  /** The answer to the challenge of `auth.members.signup`. */
  challenge?: string
}

/** Accounts: signing in and out, passwords, members. */
export class Auth<T extends Types = Registered> {
  readonly #transport: Transport

  /** @internal Created with a client. */
  constructor(transport: Transport) {
    this.#transport = transport
    bindMethods(this)
  }

  /** Signs in with an email address and a password. Rejects with `UNAUTHENTICATED` or `TOO_MANY`. */
  async login(credentials: { email: string; password: string }, options?: Calling): Promise<Session<T>> {
    takesOnly(credentials, ['email', 'password'], 'credentials')
    return this.#enter('/users/login', credentials, options)
  }

  /** Ends every session of the user, on all devices. */
  async logout(options?: Calling): Promise<void> {
    await this.#post('/users/logout', {}, options)
    this.#transport.csrf = undefined
  }

  /** The signed-in user, or `null`. */
  async me(options?: Calling): Promise<UserOf<T> | null> {
    const body = await this.#exchange<{ user: UserOf<T> | null; csrfToken?: string }>('GET', '/users/me', {}, options)
    this.#transport.csrf = body.csrfToken
    return body.user
  }

  /** Registers a member of the site, if `auth.members` allows sign-up. */
  async signUp(data: SignUp, options?: Calling): Promise<{ user: UserOf<T> | null }> {
    takesOnly(data, ['email', 'password', 'name', 'token', 'website', 'challenge'] satisfies (keyof SignUp)[], 'data')
    return this.#post('/users/signup', data, options)
  }

  /** Confirms a member's email address with the token of the mailed link. */
  async verifyEmail(token: string, options?: Calling): Promise<void> {
    await this.#post('/users/verify-email', { token }, options)
  }

  /** Sends a link for a new password, if an account has this address. The answer never says whether it does. */
  async forgotPassword(email: string, options?: Calling): Promise<void> {
    await this.#post('/users/forgot-password', { email }, options)
  }

  /** Sets a new password with the token of the mailed link, and signs in. */
  async resetPassword(given: { token: string; password: string }, options?: Calling): Promise<Session<T>> {
    takesOnly(given, ['token', 'password'], 'given')
    return this.#enter('/users/reset-password', given, options)
  }

  async #enter(path: string, given: object, options: Calling | undefined): Promise<Session<T>> {
    const { csrfToken, ...session } = await this.#post<Session<T> & { csrfToken?: string }>(path, given, options)
    this.#transport.csrf = csrfToken
    return session
  }

  #post<R>(path: string, body: object, options: Calling | undefined): Promise<R> {
    return this.#exchange<R>('POST', path, { body }, options)
  }

  async #exchange<R>(method: string, path: string, sending: { body?: object }, options: Calling = {}): Promise<R> {
    takesOnly(options, CALLING)
    const { signal } = options
    checkSignal(signal)
    return (await this.#transport.exchange<R>(method, path, { ...sending, ...(signal && { signal }) })).body
  }
}
