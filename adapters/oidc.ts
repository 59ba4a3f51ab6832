/** `oidc({ … })`: sign-in with any OpenID Connect provider, and presets for Google, Microsoft and GitHub. */
import type * as OpenId from 'openid-client'
import { type AuthProvider, Cancelled, type ProviderIdentity } from '../lib/auth/provider.ts'
import { adapterWith } from '../lib/checked-adapter.ts'
import { closed, flag, text, texts, url } from '../lib/option-schemas.ts'
import { optional } from '../lib/optional.ts'
import type { JsonSchema } from '../schema/document.ts'

/** The options of `oidc()`, and of its presets except for what these set themselves. */
export interface OidcOptions {
  /** A part of the sign-in URLs: lowercase letters, digits and `-`. Accounts stay linked to it, so it must not change. */
  id: string
  /** The name on the sign-in button. */
  name: string
  /** The base URL of `/.well-known/openid-configuration`. */
  issuer: string
  /** The id that the provider gave to this application. */
  clientId: string
  /** The secret that belongs to it. Public clients have none. */
  clientSecret?: string
  /** The requested scopes. @default ['openid', 'email', 'profile'] */
  scopes?: readonly string[]
  /** Link an existing account by its verified email at the first sign-in. @default false */
  linkByEmail?: boolean
  /** Treat emails as verified even if the provider doesn't confirm it: only for one whose addresses you manage yourself. @default false */
  trustEmail?: boolean
  /** The name of a built-in icon, such as `google`. @default a key */
  icon?: string
}

/** The options of presets, which set the others. */
type PresetOptions = Omit<OidcOptions, 'id' | 'name' | 'issuer'>

const presetFields: Record<keyof PresetOptions, JsonSchema> = {
  clientId: text,
  clientSecret: text,
  scopes: texts,
  linkByEmail: flag,
  trustEmail: flag,
  icon: text,
}
const fields: Record<keyof OidcOptions, JsonSchema> = {
  id: text,
  name: text,
  issuer: { ...url, description: "a URL such as 'https://id.example.org'" },
  ...presetFields,
}
const SCHEMA: JsonSchema = {
  ...closed(fields, ['id', 'name', 'issuer', 'clientId']),
  description: 'an object with id, name, issuer and clientId',
}

/** Limits for a provider's response: seconds, and bytes. */
const PATIENCE = 8
const LONGEST_ANSWER = 1024 * 1024

/**
 * Sign-in with an OpenID Connect provider, for `auth.providers`. Needs the package `openid-client`.
 *
 * @example
 * const auth = {
 *   providers: [oidc({ id: 'company', name: 'Company account', issuer: 'https://id.example.org', clientId, clientSecret })],
 * }
 */
export function oidc(options: OidcOptions): AuthProvider {
  return adapterWith(options, SCHEMA, withIssuer)
}

function withIssuer(options: OidcOptions): AuthProvider {
  const { id, name, issuer, clientId, scopes = ['openid', 'email', 'profile'], linkByEmail = false, icon } = options
  const client = discovered(options)
  return {
    id,
    name,
    linkByEmail,
    ...(icon !== undefined && { icon }),
    details: [
      { key: 'issuer', value: issuer },
      { key: 'clientId', value: clientId },
      { key: 'scopes', value: scopes.join(' ') },
    ],
    async begin({ callbackURL, state }) {
      const { library, config } = await client()
      const kept = { nonce: library.randomNonce(), verifier: library.randomPKCECodeVerifier() }
      const url = library.buildAuthorizationUrl(config, {
        redirect_uri: callbackURL,
        scope: scopes.join(' '),
        state,
        nonce: kept.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(kept.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, kept }
    },
    async finish({ url, state, kept }) {
      refuseDenied(url)
      const { library, config } = await client()
      const tokens = await library.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: kept['nonce'],
        pkceCodeVerifier: kept['verifier'],
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      const profile =
        claims.email === undefined && tokens.access_token ? await userInfo(library, config, tokens.access_token, claims.sub) : {}
      return identityOf({ ...profile, ...claims }, options.trustEmail === true)
    },
  }
}

/** Fetches the provider's metadata once, when it is first needed; a failure is not cached. */
function discovered({ issuer, clientId, clientSecret }: OidcOptions) {
  const library = optional('openid-client')
  let found: Promise<OpenId.Configuration> | undefined
  const discover = (): Promise<OpenId.Configuration> => {
    const url = new URL(issuer)
    const isLocal = url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
    const execute = [library.enableNonRepudiationChecks, ...(isLocal ? [library.allowInsecureRequests] : [])]
    return library
      .discovery(url, clientId, clientSecret, clientSecret === undefined ? library.None() : undefined, {
        execute,
        timeout: PATIENCE,
        [library.customFetch]: limitedFetch,
      })
      .catch((error: unknown) => {
        found = undefined
        throw error
      })
  }
  return async () => {
    found ??= discover()
    return { library, config: await found }
  }
}

async function userInfo(
  library: typeof OpenId,
  config: OpenId.Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (!config.serverMetadata().userinfo_endpoint) return {}
  return library.fetchUserInfo(config, accessToken, subject)
}

function identityOf(claims: OpenId.IDToken, trustEmail: boolean): ProviderIdentity {
  const email = typeof claims['email'] === 'string' ? claims['email'] : undefined
  return {
    issuer: claims['iss'],
    subject: claims['sub'],
    email,
    emailVerified: email !== undefined && (trustEmail || claims['email_verified'] === true || claims['email_verified'] === 'true'),
    name: typeof claims['name'] === 'string' ? claims['name'] : undefined,
  }
}

/**
 * Sign-in with Google.
 *
 * @example
 * const auth = { providers: [google({ clientId, clientSecret, linkByEmail: true })] }
 */
export const google = (options: PresetOptions): AuthProvider =>
  adapterWith(options, GOOGLE, (given) =>
    oidc({ id: 'google', name: 'Google', issuer: 'https://accounts.google.com', icon: 'google', ...given }),
  )

const GOOGLE: JsonSchema = { ...closed(presetFields, ['clientId']), description: 'an object with clientId and clientSecret' }

/** The options of `microsoft()`. */
export interface MicrosoftOptions extends PresetOptions {
  /** Your organization's, never `common`, because elsewhere people can claim any identity. */
  tenant: string
}

/** Sign-in with Microsoft Entra ID. */
export const microsoft = (options: MicrosoftOptions): AuthProvider =>
  adapterWith(options, MICROSOFT, ({ tenant, ...rest }) =>
    oidc({ id: 'microsoft', name: 'Microsoft', issuer: `https://login.microsoftonline.com/${tenant}/v2.0`, icon: 'microsoft', ...rest }),
  )

const MICROSOFT: JsonSchema = {
  ...closed({ ...presetFields, tenant: text }, ['tenant', 'clientId']),
  description: 'an object with tenant, clientId and clientSecret',
}

/** The options of `github()`. */
export interface GithubOptions {
  /** The id of the OAuth app. */
  clientId: string
  /** The secret of the OAuth app. */
  clientSecret: string
  /** Link an existing account by its verified email at the first sign-in. @default false */
  linkByEmail?: boolean
  /** For GitHub Enterprise. @default 'https://github.com' */
  url?: string
  /** The API that belongs to `url`. @default 'https://api.github.com' */
  apiUrl?: string
}

/** Sign-in with GitHub, which supports OAuth without OpenID Connect, so the identity comes from its API. */
export function github(options: GithubOptions): AuthProvider {
  return adapterWith(options, GITHUB, withGithub)
}

const GITHUB: JsonSchema = {
  ...closed({ clientId: text, clientSecret: text, linkByEmail: flag, url, apiUrl: url } satisfies Record<keyof GithubOptions, JsonSchema>, [
    'clientId',
    'clientSecret',
  ]),
  description: 'an object with clientId and clientSecret',
}

function withGithub({
  clientId,
  clientSecret,
  linkByEmail = false,
  url: site = 'https://github.com',
  apiUrl = 'https://api.github.com',
}: GithubOptions): AuthProvider {
  return {
    id: 'github',
    name: 'GitHub',
    icon: 'github',
    linkByEmail,
    details: [{ key: 'clientId', value: clientId }],
    async begin({ callbackURL, state }) {
      const url = new URL(`${site}/login/oauth/authorize`)
      url.search = new URLSearchParams({ client_id: clientId, redirect_uri: callbackURL, scope: 'read:user user:email', state }).toString()
      return { url: url.href, kept: {} }
    },
    async finish({ callbackURL, url, state }) {
      refuseDenied(url)
      const code = url.searchParams.get('code')
      if (!code || url.searchParams.get('state') !== state) throw new Error('the answer belongs to another sign-in')
      const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code, redirect_uri: callbackURL })
      const token = await fetchJson(`${site}/login/oauth/access_token`, { method: 'POST', body, headers: { accept: 'application/json' } })
      if (typeof token?.access_token !== 'string') throw new Error(`GitHub sent no token: ${String(token?.error ?? 'no reason given')}`)
      const headers = { authorization: `Bearer ${token.access_token}`, accept: 'application/vnd.github+json', 'user-agent': 'galley' }
      const [user, emails] = await Promise.all([fetchJson(`${apiUrl}/user`, { headers }), fetchJson(`${apiUrl}/user/emails`, { headers })])
      if (!Number.isSafeInteger(user?.id)) throw new Error('the profile has no ID')
      const primary = Array.isArray(emails) ? emails.find((one) => one?.primary === true) : undefined
      return {
        issuer: site,
        subject: String(user.id),
        email: typeof primary?.email === 'string' ? primary.email : undefined,
        emailVerified: primary?.verified === true,
        name: typeof user.name === 'string' ? user.name : undefined,
      }
    },
  }
}

function refuseDenied(url: URL): void {
  const error = url.searchParams.get('error')
  if (error === 'access_denied') throw new Cancelled('access denied')
  if (error !== null) throw new Error(`the provider refused the sign-in: ${error.slice(0, 100)}`)
}

// biome-ignore lint/suspicious/noExplicitAny: the provider may answer with any JSON, so callers check what they use
async function fetchJson(url: string, options: RequestInit): Promise<any> {
  const answer = await limitedFetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE * 1000) })
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`)
  return answer.json()
}

/** Follows no redirects, and limits the response size. */
async function limitedFetch(url: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...options, redirect: 'manual' })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > LONGEST_ANSWER) throw new Error(`${new URL(url).host} sent more than ${LONGEST_ANSWER} bytes`)
    chunks.push(chunk)
  }
  const { status, statusText, headers } = answer
  return new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, { status, statusText, headers })
}
