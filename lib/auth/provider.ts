/** The contract of sign-in providers. The adapters `galley/oidc` and `galley/passport` implement it, and you can write your own. */
import type { CheckedAdapter } from '../checked-adapter.ts'

/** A way to sign in with an account elsewhere, for the option `auth.providers`. */
export type AuthProvider = RedirectProvider | CredentialsProvider

interface Provider extends CheckedAdapter {
  /** Part of URLs: `/auth/<id>/login`. */
  id: string
  /** The label of its button. */
  name: string
  icon?: string
  /** Whether the first sign-in links an existing account by its verified email. @default false */
  linkByEmail?: boolean
  /** Shown to admins; never a secret. */
  details?: readonly { key: string; value: string }[]
}

/** People sign in at the provider, which redirects their browser back. */
export interface RedirectProvider extends Provider {
  /** `redirect`: the browser returns with a GET; `post`: with a form posted by a page of the provider (SAML, Apple). @default 'redirect' */
  kind?: 'redirect' | 'post'
  /** Returns the URL to go to, and data for `finish`: JSON, stored in an encrypted cookie, so at most 2 KB. */
  begin(start: { callbackURL: string; state: string; client: ProviderClient }): Promise<{ url: string; kept: Record<string, unknown> }>
  /** Returns the person who signed in. Rejects an invalid answer, with `Cancelled` if the person declined. */
  finish(answer: ProviderAnswer): Promise<ProviderIdentity>
}

/** The browser's return from the provider. */
export interface ProviderAnswer {
  callbackURL: string
  /** The value passed to `begin`. */
  state: string
  /** The callback URL with the query that the browser sent. */
  url: URL
  /** The form that the browser posted, for the kind `post`. */
  form?: Readonly<Record<string, string>>
  kept: Record<string, unknown>
  client: ProviderClient
}

/** People enter a username and a password here, and the provider checks them. */
export interface CredentialsProvider extends Provider {
  kind: 'credentials'
  /** Returns the identity, or undefined if the credentials are wrong. Rejects if it can't check them. */
  verify(attempt: { credentials: Credentials; loginURL: string; client: ProviderClient }): Promise<ProviderIdentity | undefined>
}

/** The username and password that somebody entered. */
export interface Credentials extends Readonly<Record<string, unknown>> {
  username: string
  password: string
}

/** The browser that makes the request. */
export interface ProviderClient {
  headers: Readonly<Record<string, string | string[] | undefined>>
  ip: string | undefined
}

/** The person who signed in, as the provider knows them. */
export interface ProviderIdentity {
  /** Identifies the person together with `subject`; an email never does. */
  issuer: string
  subject: string
  email?: string | undefined
  emailVerified: boolean
  name?: string | undefined
}

/** The person cancelled at the provider. */
export class Cancelled extends Error {}
