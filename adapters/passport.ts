/** `passportProvider(strategy, { id, name })`: a passport strategy as a sign-in provider, run through passport itself. */
import { type AuthProvider, Cancelled, type ProviderAnswer, type ProviderClient, type ProviderIdentity } from '../lib/auth/provider.ts'
import { adapterWith } from '../lib/checked-adapter.ts'
import { closed, flag, fn, object, text } from '../lib/option-schemas.ts'
import { optional } from '../lib/optional.ts'
import type { JsonSchema } from '../schema/document.ts'
import { expressLike, type StrategyRequest, StrategyResponse, StrategySession } from './passport-request.ts'

/** The user that the strategy's own `verify` returns; passport profiles fit unchanged. */
export interface PassportProfile {
  id: string | number
  provider?: string
  displayName?: string
  emails?: readonly { value: string; verified?: boolean }[]
}

/** The options of `passportProvider()`. */
export interface PassportOptions {
  /** A part of the sign-in URLs: lowercase letters, digits and `-`. Accounts stay linked to it, so it must not change. */
  id: string
  /** The name on the sign-in button. */
  name: string
  /** The name of a built-in icon, such as `google`. @default a key */
  icon?: string
  /** Link an existing account by its verified email at the first sign-in. @default false */
  linkByEmail?: boolean
  /**
   * How people sign in: the provider redirects them back, posts a form back (SAML, Apple), or checks a username and password entered here.
   * @default 'redirect'
   */
  kind?: 'redirect' | 'post' | 'credentials'
  /** Options for `passport.authenticate`, such as `{ prompt: 'select_account' }`. @default {} */
  authenticate?: Readonly<Record<string, unknown>>
  /**
   * The identity of a verified user of the strategy. @default reads a passport profile; its emails count as verified only if it says so
   */
  // biome-ignore lint/suspicious/noExplicitAny: the strategy decides what users and their details are
  identify?(user: any, info?: any): ProviderIdentity
}

const fields: Record<keyof PassportOptions, JsonSchema> = {
  id: text,
  name: text,
  icon: text,
  linkByEmail: flag,
  kind: { enum: ['redirect', 'post', 'credentials'] },
  authenticate: object,
  identify: fn,
}
const SCHEMA: JsonSchema = { ...closed(fields, ['id', 'name']), description: "an object such as { id: 'saml', name: 'Company' }" }

interface Strategy {
  name?: string | undefined
  authenticate(request: unknown, options?: unknown): unknown
}

type Outcome = { redirect: string } | { user: unknown; info: unknown } | { refused: string }

/** Seconds that a strategy may take for one step. */
const PATIENCE = 15
/** A shorter state could be guessed, and would not tie an answer to its request. */
const SHORTEST_STATE = 16
/**
 * Strategies parse XML in time quadratic in the number of tags: a thousand take 50 ms, ten thousand many seconds. A typical answer has
 * about fifty.
 */
const MOST_TAGS = 1000

/**
 * Sign-in with a Passport strategy, for `auth.providers`. Needs the package `passport` and the one of the strategy.
 *
 * @example
 * const auth = { providers: [passportProvider(new SamlStrategy(options, verify), { id: 'saml', name: 'Company', kind: 'post' })] }
 */
export function passportProvider(strategy: Strategy, options: PassportOptions): AuthProvider {
  const noStrategy = { at: '', says: 'passportProvider needs a strategy of passport, and then { id, name }' }
  return adapterWith(
    options,
    SCHEMA,
    (given) => providerOf(strategy, given),
    () => (typeof strategy?.authenticate === 'function' ? [] : [noStrategy]),
  )
}

function providerOf(strategy: Strategy, given: PassportOptions): AuthProvider {
  const { id, name, icon, linkByEmail = false, kind = 'redirect', authenticate = {}, identify = fromProfile(id) } = given
  const run = runner(strategy)
  const shared = {
    id,
    name,
    linkByEmail,
    ...(icon !== undefined && { icon }),
    details: [{ key: 'strategy', value: strategy.name ?? strategy.constructor.name }],
  }
  if (kind === 'credentials')
    return {
      ...shared,
      kind,
      async verify({ credentials, loginURL, client }) {
        const url = new URL(loginURL)
        const request = { method: 'POST' as const, url, query: {}, body: credentials, session: new StrategySession(), client }
        const outcome = await run(request, { ...authenticate })
        if ('redirect' in outcome) throw new Error(`the strategy redirects to ${outcome.redirect}, so its kind can't be 'credentials'`)
        return 'user' in outcome ? identify(outcome.user, outcome.info) : undefined
      },
    }

  /** SAML carries the state as relay state; other strategies don't read it. */
  async function begin(callbackURL: string, state: string, client: ProviderClient, options: object) {
    const session = new StrategySession()
    const request = { method: 'GET' as const, url: new URL(callbackURL), query: { RelayState: state }, body: {}, session, client }
    const outcome = await run(request, { ...authenticate, callbackURL, ...options })
    if ('refused' in outcome)
      throw new Error(`${outcome.refused}. A strategy that takes a username and a password needs kind: 'credentials'`)
    if (!('redirect' in outcome)) throw new Error('the strategy did not redirect to its provider')
    const url = new URL(outcome.redirect, callbackURL)
    if (kind === 'redirect' && url.searchParams.has('SAMLRequest')) throw new Error("SAML providers answer with a form: set kind: 'post'")
    return { url: outcome.redirect, session, state: stateOf(Object.fromEntries(url.searchParams)) }
  }

  return {
    ...shared,
    kind,
    // Some strategies stop using their own state if they are given one, and then refuse the answer.
    async begin({ callbackURL, state, client }) {
      const own = await begin(callbackURL, state, client, {})
      const begun = own.state === null ? await begin(callbackURL, state, client, { state }) : own
      if (begun.state === null && Object.keys(begun.session).length === 0)
        throw new Error('the strategy uses no state parameter, so anyone could forge an answer of the provider')
      return { url: begun.url, kept: { session: { ...begun.session }, state: begun.state } }
    },
    async finish({ callbackURL, url, form, kept, client }: ProviderAnswer) {
      const answer = form ?? Object.fromEntries(url.searchParams)
      if (DENIALS.has(answer['error'] ?? '') || answer['denied'] !== undefined) throw new Cancelled('access denied')
      // If the URL contains no state, the strategy compares the answer with what it stored in the session.
      const { state } = kept
      if (state !== null && (typeof state !== 'string' || (answer['state'] ?? answer['RelayState']) !== state))
        throw new Error('the answer belongs to another sign-in')
      refuseHeavy(answer)
      const session = new StrategySession(kept['session'] as object)
      const sent =
        form === undefined ? { method: 'GET' as const, query: answer, body: {} } : { method: 'POST' as const, query: {}, body: form }
      const outcome = await run({ ...sent, url, session, client }, { ...authenticate, callbackURL })
      if ('refused' in outcome) throw new Error(`refused: ${outcome.refused}`)
      if (!('user' in outcome)) throw new Error('the strategy redirected to the provider again instead of accepting its answer')
      return identify(outcome.user, outcome.info)
    },
  }
}

/** What providers call it when a user cancels. */
const DENIALS: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'])

function stateOf(fields: Record<string, string>): string | null {
  const state = fields['state'] ?? fields['RelayState'] ?? ''
  return state.length < SHORTEST_STATE ? null : state
}

function refuseHeavy(answer: Readonly<Record<string, string>>): void {
  for (const name of ['SAMLResponse', 'SAMLRequest']) {
    const tags =
      Buffer.from(answer[name] ?? '', 'base64')
        .toString('latin1')
        .split('<').length - 1
    if (tags > MOST_TAGS) throw new Error(`the ${name} has ${tags} tags, but at most ${MOST_TAGS} are read`)
  }
}

/** A separate passport instance for this strategy: the host's instance may have another one of the same name. */
function runner(strategy: Strategy) {
  const { Passport } = optional('passport')
  const passport = new Passport()
  passport.use('galley', strategy)
  passport.serializeUser((user: unknown, done: (error: null, user: unknown) => void) => done(null, user))
  const initialize = passport.initialize()

  return (input: StrategyRequest, options: object): Promise<Outcome> => {
    let timer: NodeJS.Timeout | undefined
    const outcome = new Promise<Outcome>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`the strategy took longer than ${PATIENCE} seconds`)), PATIENCE * 1000)
      const response = new StrategyResponse((redirect) =>
        redirect === undefined ? reject(new Error('the strategy answered with a page instead of a redirect')) : resolve({ redirect }),
      )
      const decided = (error: unknown, user: unknown, info: unknown) => {
        if (error) reject(error instanceof Error ? error : new Error(textOf(error)))
        else resolve(user ? { user, info } : { refused: textOf(info) })
      }
      const passed = (error?: unknown) =>
        reject(error ?? new Error('the strategy called pass() instead of accepting or rejecting the sign-in'))
      const request = expressLike(input, response)
      initialize(request, response, () => passport.authenticate('galley', options, decided)(request, response, passed))
    })
    return outcome.finally(() => clearTimeout(timer))
  }
}

const textOf = (challenge: unknown): string =>
  typeof challenge === 'string' ? challenge : String((challenge as { message?: string } | undefined)?.message ?? 'no reason given')

const fromProfile =
  (id: string) =>
  (profile: PassportProfile): ProviderIdentity => {
    if (typeof profile.id !== 'number' && !profile.id)
      throw new Error("the strategy's user has no 'id': give passportProvider an 'identify' function that returns one")
    const [email] = profile.emails ?? []
    return {
      issuer: profile.provider ?? id,
      subject: String(profile.id),
      email: email?.value,
      emailVerified: email?.verified === true,
      name: profile.displayName,
    }
  }

export { hostUser } from './host-user.ts'
