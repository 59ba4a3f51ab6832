/** Identifies the caller of a request: asks the features' strategies in order, then `onRequest`, which may change user and context.
 * Tested by test/access/scope-shapes.test.ts.
 */
import { isPlainObject, kindOf } from '../../schema/plain-object.ts'
import { type Actor, actorOf, anonymous, Caller, type Identity, type Source, type User } from '../actor.ts'
import { type KnowsRole, OutsideUsers } from '../auth/outside-users.ts'
import type { Engine } from '../engine.ts'
import type { Feature } from '../feature.ts'
import type { OnRequestAnswer } from '../options.ts'
import type { Exchange } from './exchange.ts'

type Strategy = NonNullable<Feature['authenticate']>

export class Authentication {
  readonly #engine: Engine
  readonly #strategies: readonly Strategy[]
  readonly #outside: OutsideUsers

  constructor(engine: Engine, features: readonly Feature[]) {
    const { settings } = engine
    this.#engine = engine
    this.#strategies = features.flatMap((feature) => feature.authenticate?.bind(feature) ?? [])
    const knows = features.flatMap((feature): KnowsRole | [] => feature.knowsRole?.bind(feature, engine) ?? [])
    this.#outside = new OutsideUsers(settings, knows)
  }

  /** Returns a promise only if a strategy or hook is asynchronous. */
  callerOf(exchange: Exchange, from = 0): Caller | Promise<Caller> {
    for (let index = from; index < this.#strategies.length; index++) {
      // biome-ignore lint/style/noNonNullAssertion: the index is below the length
      const found = this.#strategies[index]!(exchange, this.#engine, (identity) => this.#identified(exchange, identity))
      if (found === undefined) continue
      if (found instanceof Promise)
        return found.then((one) => (one === undefined ? this.callerOf(exchange, index + 1) : this.#identified(exchange, one)))
      return this.#identified(exchange, found)
    }
    return this.#identified(exchange, null)
  }

  #identified(exchange: Exchange, identity: Identity | null): Caller | Promise<Caller> {
    if (!identity?.isOutside) return this.#afterHook(exchange, identity ? this.#actorFor(identity) : anonymous)
    return this.#outside.admit(identity.user).then((user) => this.#afterHook(exchange, this.#actorOf(user)))
  }

  #actorFor({ user, session, key, pass }: Identity): Actor {
    const actor = this.#actorOf(user)
    return { ...actor, ...(session && { session }), ...(key && actor.user && { key }), ...(pass && { pass }) }
  }

  #afterHook(exchange: Exchange, actor: Actor): Caller | Promise<Caller> {
    const engine = this.#engine
    const source = new RequestSource(exchange)
    if (!engine.settings.onRequest) return new Caller(actor, undefined, source)
    const cms = engine.handle(new Caller(actor))
    const given = engine.settings.onRequest({ headers: exchange.headers, url: new URL(exchange.url), user: actor.user, cms })
    return Promise.resolve(given).then(async (answer) => new Caller(await this.#replaced(actor, answer), contextOf(answer), source))
  }

  /** A user with the same id is the same person, with the hook's modifications. Any other user counts as an outside user. */
  async #replaced(actor: Actor, given: OnRequestAnswer): Promise<Actor> {
    if (given?.user === undefined || given.user === actor.user || actor.pass) return actor
    // The session and the API key stay with the request, even if the hook replaces the user.
    const { session, key } = actor
    const kept = { ...(session && { session }), ...(key && { key }) }
    if (given.user === null) return { ...anonymous, ...(session && { session }) }
    const { user: before } = actor
    const isSame = before !== null && before.id === given.user.id
    const user = isSame ? await this.#withKnownRole(before, given.user) : await this.#outside.admit(given.user)
    return { ...this.#actorOf(user), ...(user ? kept : session && { session }) }
  }

  async #withKnownRole(before: User, user: User): Promise<User | null> {
    return user.role === before.role || (await this.#outside.hasKnownRole(user)) ? user : null
  }

  #actorOf(user: User | null): Actor {
    const actor = actorOf(user, this.#engine.settings.auth)
    if (user && actor.user === null) this.#outside.noteRoleOf(user)
    return actor
  }
}

/** Rules look up the tenant in the context: a text or a list would contain none, so the caller would pass for one without a tenant. */
function contextOf(answer: OnRequestAnswer): Record<string, unknown> | undefined {
  const context: unknown = answer?.context
  if (context === undefined || isPlainObject(context)) return context
  throw new Error(`onRequest returned ${kindOf(context)} as 'context': return a plain object`)
}

/** Its values are computed only when they are needed. */
class RequestSource implements Source {
  readonly #exchange: Exchange

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  get ip(): string | undefined {
    return this.#exchange.ip
  }

  /** The value is stored, so characters that no database accepts are removed; refusing the request would help no one. */
  get userAgent(): string | undefined {
    return this.#exchange.headers['user-agent']?.replaceAll('\0', '').toWellFormed()
  }

  get disconnected(): AbortSignal {
    return this.#exchange.disconnected
  }

  get address(): string {
    return `${this.#exchange.protocol}://${this.#exchange.host}`
  }
}
