/** What a sign-in provider promises. The adapters `galley/oidc` and `galley/passport` keep it, and anyone may write another. */

export type AuthProvider = RedirectProvider | CredentialsProvider

interface Provider {
  /** Part of addresses: `/auth/<id>/login`. */
  id: string
  /** What its button says. */
  name: string
  icon?: string
  /** An account is found by its verified e-mail at the first sign-in. @default false */
  linkByEmail?: boolean
  /** Shown to admins; never a secret. */
  details?: readonly { key: string; value: string }[]
}

/** People sign in at the provider, which sends their browser back. */
export interface RedirectProvider extends Provider {
  /** `redirect`: the browser comes back with a GET; `post`: with a form that a page of the provider posts (SAML, Apple). @default 'redirect' */
  kind?: 'redirect' | 'post'
  /** Where the browser goes, and what `finish` must know when it comes back: JSON, sealed in a cookie, so at most 2 KB. */
  begin(start: { callbackURL: string; state: string; client: ProviderClient }): Promise<{ url: string; kept: Record<string, unknown> }>
  /** Who came back. Rejects an answer that is wrong, with `Cancelled` when the person said no. */
  finish(answer: ProviderAnswer): Promise<ProviderIdentity>
}

export interface ProviderAnswer {
  callbackURL: string
  /** The one that `begin` was given. */
  state: string
  /** The callback URL with the query that the browser brought. */
  url: URL
  /** The form that the browser posted, for the kind `post`. */
  form?: Readonly<Record<string, string>>
  kept: Record<string, unknown>
  client: ProviderClient
}

/** People enter a username and a password here, and the provider checks them. */
export interface CredentialsProvider extends Provider {
  kind: 'credentials'
  /** Who it is, or nothing when the credentials are wrong. Rejects when it can't tell. */
  verify(attempt: { credentials: Credentials; loginURL: string; client: ProviderClient }): Promise<ProviderIdentity | undefined>
}

export interface Credentials extends Readonly<Record<string, unknown>> {
  username: string
  password: string
}

/** The browser that asks. */
export interface ProviderClient {
  headers: Readonly<Record<string, string | string[] | undefined>>
  ip: string | undefined
}

export interface ProviderIdentity {
  /** With the subject it is the identity; an e-mail never is. */
  issuer: string
  subject: string
  email?: string | undefined
  emailVerified: boolean
  name?: string | undefined
}

/** The person turned back at the provider. */
export class Cancelled extends Error {}
