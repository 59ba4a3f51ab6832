/** `passportProvider(strategy, { id, name })`: any passport strategy as a sign-in provider; `hostUser(map)`: the user that the host's own passport knows. */
import type { User } from '../lib/actor.ts'
import { type AuthProvider, Cancelled, type ProviderIdentity } from '../lib/auth/provider.ts'
import type { Feature } from '../lib/feature.ts'

/** What the strategy's own `verify` gives as the user; passport profiles fit as they are. */
export interface PassportProfile {
  id: string | number
  provider?: string
  displayName?: string
  emails?: readonly { value: string; verified?: boolean }[]
}

export interface PassportOptions {
  id: string
  name: string
  icon?: string
  linkByEmail?: boolean
  /** Who a verified user of the strategy is. @default reads a passport profile; its e-mails count as verified only where they say so */
  identify?(user: any): ProviderIdentity
}

interface Strategy {
  authenticate(request: any, options?: any): void
}

type Outcome = { redirect: string } | { user: unknown }

export function passportProvider(
  strategy: Strategy,
  { id, name, icon, linkByEmail = false, identify = fromProfile(id) }: PassportOptions,
): AuthProvider {
  return {
    id,
    name,
    linkByEmail,
    ...(icon !== undefined && { icon }),
    details: [{ key: 'strategy', value: String((strategy as { name?: string }).name ?? strategy.constructor.name) }],
    async begin({ callbackURL, state }) {
      const session = {}
      const outcome = await run(strategy, { url: new URL(callbackURL), session }, { callbackURL, state })
      if (!('redirect' in outcome)) throw new Error('the strategy did not lead to its provider')
      return { url: outcome.redirect, kept: { session } }
    },
    async finish({ callbackURL, state, url, kept }) {
      if (url.searchParams.get('error') === 'access_denied') throw new Cancelled('access denied')
      if (url.searchParams.get('state') !== state) throw new Error('the answer is not to our question')
      const outcome = await run(strategy, { url, session: kept['session'] as object }, { callbackURL })
      if (!('user' in outcome)) throw new Error('the strategy asks again instead of answering')
      return identify(outcome.user)
    },
  }
}

/** Passport strategies say what came of it by calling methods that their caller gives them. */
function run(strategy: Strategy, { url, session }: { url: URL; session: object }, options: object): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const running = Object.create(strategy)
    running.success = (user: unknown) => resolve({ user })
    running.redirect = (location: string) => resolve({ redirect: location })
    running.fail = (challenge: unknown) => reject(new Error(`refused: ${textOf(challenge)}`))
    running.pass = () => reject(new Error('the strategy has no opinion'))
    running.error = (error: Error) => reject(error)
    const request = {
      method: 'GET',
      url: url.pathname + url.search,
      originalUrl: url.pathname + url.search,
      protocol: url.protocol.slice(0, -1),
      headers: { host: url.host },
      get: (header: string) => (header.toLowerCase() === 'host' ? url.host : undefined),
      query: Object.fromEntries(url.searchParams),
      body: {},
      session,
      connection: { encrypted: url.protocol === 'https:' },
      app: { get: () => false },
    }
    try {
      running.authenticate(request, options)
    } catch (error) {
      reject(error)
    }
  })
}

const textOf = (challenge: unknown): string =>
  typeof challenge === 'string' ? challenge : String((challenge as { message?: string } | undefined)?.message ?? 'no reason given')

const fromProfile =
  (id: string) =>
  (profile: PassportProfile): ProviderIdentity => {
    const [email] = profile.emails ?? []
    return {
      issuer: profile.provider ?? id,
      subject: String(profile.id),
      email: email?.value,
      emailVerified: email?.verified === true,
      name: profile.displayName,
    }
  }

/** For `features`: whoever the host's own sign-in knows acts here too. `map` gives `{ id, role }`, or nothing for nobody. */
export function hostUser(map: (user: any) => User | null | undefined): Feature {
  return {
    name: 'host-user',
    authenticate({ hostUser: known }) {
      const user = known ? map(known) : undefined
      return user ? { user } : undefined
    },
  }
}
