/** Who a request is from: the features' strategies in order, then `onRequest`, which may replace the user and give a context. */
import { type Actor, actorOf, anonymous, Caller, type Identity, type Source, system } from '../actor.ts'
import type { Feature } from '../feature.ts'
import type { Cms } from '../local/handle.ts'
import type { Exchange } from './exchange.ts'

export type Strategy = NonNullable<Feature['authenticate']>

/** A promise only where somebody has to be looked up or asked. */
export function authenticate(exchange: Exchange, cms: Cms, strategies: readonly Strategy[]): Caller | Promise<Caller> {
  for (let index = 0; index < strategies.length; index++) {
    const found = strategies[index]!(exchange, cms)
    if (found === undefined) continue
    if (found instanceof Promise)
      return found.then((one) => (one === undefined ? ask(exchange, cms, strategies, index + 1) : identified(exchange, cms, one)))
    return identified(exchange, cms, found)
  }
  return identified(exchange, cms, null)
}

const ask = (exchange: Exchange, cms: Cms, strategies: readonly Strategy[], from: number) =>
  authenticate(exchange, cms, strategies.slice(from))

function identified(exchange: Exchange, cms: Cms, identity: Identity | null): Caller | Promise<Caller> {
  const { settings } = cms.engine
  const source = new RequestSource(exchange)
  const actor = identity ? actorFor(identity, settings.auth.members?.roles) : anonymous
  if (!settings.onRequest) return new Caller(actor, undefined, source)
  const { user } = actor
  const asked = settings.onRequest({ headers: exchange.headers, url: new URL(exchange.url), user, cms: cms.as(user) })
  return Promise.resolve(asked).then((given) => {
    const stays = given?.user === undefined || given.user === user || actor.pass !== undefined
    const replaced = stays ? actor : actorOf(given.user, settings.auth.members?.roles)
    return new Caller({ ...replaced, ...(actor.session && { session: actor.session }) }, given?.context, source)
  })
}

function actorFor({ user, session, key, pass }: Identity, memberRoles: readonly string[] | undefined): Actor {
  return {
    ...(user === null && pass ? system : actorOf(user, memberRoles)),
    ...(session && { session }),
    ...(key && { key }),
    ...(pass && { pass }),
  }
}

/** Looked up only when somebody asks. */
class RequestSource implements Source {
  readonly #exchange: Exchange

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  get ip(): string | undefined {
    return this.#exchange.ip
  }

  get userAgent(): string | undefined {
    return this.#exchange.headers['user-agent']
  }

  get address(): string {
    return `${this.#exchange.protocol}://${this.#exchange.host}`
  }
}
