/** What a sign-in provider promises. The adapters `galley/oidc` and `galley/passport` keep it, and anyone may write another. */

export interface AuthProvider {
  /** Stands in addresses: `/auth/<id>/login`. */
  id: string
  /** What its button says. */
  name: string
  icon?: string
  /** An account is found by its verified e-mail at the first sign-in. @default false */
  linkByEmail?: boolean
  /** Shown to admins; never a secret. */
  details?: readonly { key: string; value: string }[]
  /** Where the browser goes, and what must be known when it comes back. */
  begin(asking: { callbackURL: string; state: string }): Promise<{ url: string; kept: Record<string, unknown> }>
  /** Who came back. Rejects whatever is not right; `Cancelled` when the person said no. */
  finish(asking: { callbackURL: string; state: string; url: URL; kept: Record<string, unknown> }): Promise<ProviderIdentity>
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
