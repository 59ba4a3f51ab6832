/** Turns a request into an answer: preflight, authentication, CSRF check, then the route. Any error becomes an answer too.
 * Tested by test/http/matrix.test.ts.
 */
import type { Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { clientGone, methodNotAllowed, notFound, stopping } from '../errors.ts'
import type { Site } from '../feature.ts'
import type { FeatureSet } from '../feature-set.ts'
import { documentAt, globalAt } from '../local/address.ts'
import { entityNamed } from '../local/call.ts'
import type { Answer } from './answer.ts'
import { Authentication } from './authenticate.ts'
import { contentRoutes } from './content.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { isSafe, refuseForeign } from './csrf.ts'
import type { Exchange } from './exchange.ts'
import { refuseUnexpected } from './expected-user.ts'
import { failure } from './failure.ts'
import type { Handled, HttpFront } from './front.ts'
import { type Matched, Matcher } from './match.ts'
import { Probes } from './probes.ts'
import { parseQuery } from './query.ts'
import { ApiRequest, type CreatingFeatures } from './request.ts'
import type { Route } from './routes.ts'

export class HttpApi implements HttpFront {
  readonly #features: CreatingFeatures
  readonly #engine: Engine
  readonly #matcher: Matcher
  readonly #root: Matcher
  readonly #authentication: Authentication
  readonly routes: readonly Route[]
  readonly probes: Probes
  readonly #sites: readonly Site[]
  /** Undefined while it is open. */
  #drained: (() => void) | undefined
  #underWay = 0

  constructor(engine: Engine, features: FeatureSet) {
    const { list } = features
    const { settings } = engine
    this.#engine = engine
    this.#features = features
    this.probes = new Probes(engine, engine.numbers)
    const routes = [...list.flatMap((feature) => feature.routes?.(settings) ?? []), ...contentRoutes]
    this.routes = routes.filter(({ off }) => off === undefined)
    this.#matcher = new Matcher(routes)
    this.#root = new Matcher(list.flatMap((feature) => feature.rootRoutes?.(settings) ?? []))
    this.#sites = list.flatMap((feature) => feature.site?.(settings) ?? [])
    this.#authentication = new Authentication(engine, list)
  }

  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.#drained = resolve
      this.probes.isStopping = true
      this.#tellDrained()
    })
  }

  open(): void {
    this.#drained = undefined
    this.probes.isStopping = false
  }

  async handle(exchange: Exchange): Promise<Handled> {
    if (this.#drained) return this.#refuse(exchange)
    this.#underWay++
    try {
      return await this.#measured(exchange)
    } finally {
      this.#underWay--
      this.#tellDrained()
    }
  }

  #tellDrained(): void {
    if (this.#underWay === 0) this.#drained?.()
  }

  #refuse(exchange: Exchange): Handled {
    const { settings } = this.#engine
    const answer = failure(stopping(), exchange, settings.log, settings.production)
    answer.headers['connection'] = 'close'
    finish(answer, corsHeaders(exchange, settings), exchange, settings.production)
    return { answer, status: answer.status, template: undefined }
  }

  #measured(exchange: Exchange): Promise<Handled> {
    const { telemetry } = this.#engine
    const handled = () => this.#handle(exchange, this.#matcher)
    return exchange.inTurn(telemetry.isOn ? () => telemetry.request(exchange.method, handled) : handled)
  }

  async handleRoot(exchange: Exchange): Promise<Handled> {
    if (this.#drained) return this.#refuse(exchange)
    return this.#handle(exchange, this.#root)
  }

  async site(exchange: Exchange): Promise<Answer | undefined> {
    const { settings } = this.#engine
    const site = this.#sites.find(({ at }) => exchange.path === at || exchange.path.startsWith(`${at}/`))
    if (!site) return undefined
    if (this.#drained) return this.#refuse(exchange).answer
    let answer: Answer
    try {
      answer = await site.answer(exchange, this.#engine)
    } catch (error) {
      answer = failure(error, exchange, settings.log, settings.production)
      if (answer.status === 405) answer.headers['allow'] = 'GET, HEAD'
    }
    finish(answer, {}, exchange, settings.production)
    return answer
  }

  async #handle(exchange: Exchange, matcher: Matcher): Promise<Handled> {
    const { settings } = this.#engine
    const cors = corsHeaders(exchange, settings)
    let matched: Matched | undefined
    let answer: Answer
    try {
      refuseWithoutClient(exchange)
      if (exchange.method === 'OPTIONS') answer = { status: 204, headers: preflightHeaders(exchange, cors) }
      else {
        matched = matcher.match(exchange.method, exchange.path)
        answer = await this.#serve(exchange, matched)
      }
    } catch (error) {
      answer = failure(error, exchange, settings.log, settings.production)
      if (matched && answer.status === 405) answer.headers['allow'] ??= matched.allow().join(', ')
    }
    finish(answer, cors, exchange, settings.production)
    return { answer, status: answer.status, template: matched?.template }
  }

  #serve(exchange: Exchange, matched: Matched | undefined): Promise<Answer> {
    const caller = this.#authentication.callerOf(exchange)
    return caller instanceof Promise ? caller.then((one) => this.#route(exchange, matched, one)) : this.#route(exchange, matched, caller)
  }

  #route(exchange: Exchange, matched: Matched | undefined, caller: Caller): Promise<Answer> {
    refuseUnexpected(exchange, caller.actor)
    if (!matched?.route?.takesForeign) refuseForeign(exchange, this.#engine.settings, caller.actor)
    if (!matched || matched.off !== undefined) throw notFound(matched?.off)
    if (!matched.route) {
      mustBeNamed(matched, this.#engine, caller)
      throw methodNotAllowed(exchange.method)
    }
    // A change that has begun is completed, whether or not the client still waits for the answer.
    if (isSafe(exchange.method)) refuseWithoutClient(exchange)
    // A route may run many queries: they share one time limit, so that the answer arrives in time.
    if (caller.source) caller.source.timeSpent = { ms: 0 }
    return matched.route.run(
      new ApiRequest(exchange, { engine: this.#engine, features: this.#features }, caller, matched.params, parseQuery(exchange.search)),
    )
  }

  async caller(exchange: Exchange): Promise<Caller> {
    return this.#authentication.callerOf(exchange)
  }
}

function refuseWithoutClient({ disconnected }: Exchange): void {
  if (disconnected.aborted) throw clientGone()
}

/** Unknown content has no methods either: `POST /users/signup` is 404 if sign-up is switched off. */
function mustBeNamed({ template = '', params }: Matched, engine: Engine, { actor }: Caller): void {
  const { collection, slug } = params
  if (collection !== undefined && template.startsWith('/:collection/:id')) documentAt(engine, actor, collection, params['id'])
  else if (collection !== undefined && template.startsWith('/:collection')) entityNamed(engine, 'collection', collection, actor)
  else if (slug !== undefined && template.startsWith('/globals/:slug')) globalAt(engine, actor, slug)
}

function finish({ headers }: Answer, cors: Record<string, string>, exchange: Exchange, production: boolean): void {
  // biome-ignore lint/style/noNonNullAssertion: the loop goes through the names of `cors`
  for (const name in cors) headers[name] ??= cors[name]!
  if (production && exchange.protocol === 'https') headers['strict-transport-security'] = 'max-age=31536000'
}
