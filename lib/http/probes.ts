/** Health check and metrics, outside the API. */
import { isSame } from '../auth/tokens.ts'
import type { Engine } from '../engine.ts'
import { unauthenticated } from '../errors.ts'
import type { Settings } from '../settings.ts'
import type { Numbers } from '../telemetry/numbers.ts'
import { type Answer, json } from './answer.ts'
import type { Exchange } from './exchange.ts'
import { failure } from './failure.ts'

/** Milliseconds: after `PATIENCE` the database counts as unavailable; `HOLDS` is how long a result is cached. */
const PATIENCE = 2000
const HOLDS = 1000

export interface ProbePaths {
  health: string | undefined
  metrics: string | undefined
}

export const pathsOf = ({ routes, metrics }: Pick<Settings, 'metrics'> & { routes?: Settings['routes'] | undefined }): ProbePaths => ({
  health: routes?.health,
  metrics: metrics ? (routes?.metrics ?? '/metrics') : undefined,
})

export const unwell = (status: string): Answer => json(503, JSON.stringify({ status }))

export class Probes {
  readonly #engine: Engine
  readonly #numbers: Numbers | undefined
  isStopping = false
  #lastPing: { at: number; isUp: Promise<boolean> } | undefined

  constructor(engine: Engine, numbers: Numbers | undefined) {
    this.#engine = engine
    this.#numbers = numbers
  }

  /** Cheap to call often, since the result is cached; reliable, since it queries the database. */
  async health(): Promise<Answer> {
    if (this.isStopping) return unwell('stopping')
    const now = performance.now()
    if (!this.#lastPing || now - this.#lastPing.at > HOLDS) this.#lastPing = { at: now, isUp: this.#isUp() }
    return (await this.#lastPing.isUp) ? json(200, '{"status":"ok"}') : unwell('database away')
  }

  async metrics(exchange: Exchange): Promise<Answer> {
    const { settings } = this.#engine
    try {
      const { metrics } = settings
      const token = typeof metrics === 'object' ? metrics.token : undefined
      const given = /^Bearer +(\S+) *$/i.exec(exchange.headers.authorization ?? '')?.[1]
      if (token !== undefined && !isSame(given, token)) throw unauthenticated()
      const headers = {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      }
      // biome-ignore lint/style/noNonNullAssertion: hosts serve this only with `metrics`, which counts
      return { status: 200, headers, body: this.#numbers!.print(await this.#lookedUp()) }
    } catch (error) {
      return failure(error, exchange, settings.log, settings.production)
    }
  }

  async #lookedUp() {
    const waiting: [Record<string, string>, number][] = []
    for (const [kind, { outbox }] of Object.entries(this.#engine.features.queues)) {
      const counts = await outbox()?.rows.chosen.counts()
      for (const [state, count] of Object.entries(counts ?? {})) waiting.push([{ kind, state }, count])
    }
    const attention = (await this.#engine.features.attention()).map(({ id }): [Record<string, string>, number] => [{ id }, 1])
    return [
      { name: 'galley_deliveries', help: 'Webhooks and emails that are waiting or were given up.', values: waiting },
      { name: 'galley_attention', help: 'Problems that need attention, as on the status page.', values: attention },
    ]
  }

  #isUp(): Promise<boolean> {
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE).unref())
    const ping = this.#engine.store.ping().then(
      () => true,
      () => false,
    )
    return Promise.race([ping, late])
  }
}
