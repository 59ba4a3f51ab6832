/** Spans and metrics for OpenTelemetry, if the application has installed and set up its API. */
import { createRequire } from 'node:module'
import type { Measured, QueryTally, Watcher } from './telemetry.ts'

type Api = typeof import('@opentelemetry/api')

const require = createRequire(import.meta.url)

export function openTelemetry(): Watcher | undefined {
  try {
    return new Traces(require('@opentelemetry/api') as Api)
  } catch {
    return undefined
  }
}

class Traces implements Watcher {
  readonly #api: Api
  #instruments: ReturnType<typeof instrumentsOf> | undefined

  constructor(api: Api) {
    this.#api = api
  }

  /** The application may set it up after us, so this checks each time. */
  get isOn(): boolean {
    const provider = this.#api.trace.getTracerProvider() as { getDelegate?(): object }
    const delegate = provider.getDelegate?.() ?? provider
    return (
      delegate.constructor.name !== 'NoopTracerProvider' || this.#api.metrics.getMeterProvider().constructor.name !== 'NoopMeterProvider'
    )
  }

  request<T extends Measured>(method: string, tally: QueryTally, work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    return this.#span(method, tally, work, ({ status, template }, span) => {
      const facts = {
        'http.request.method': method,
        'http.response.status_code': status,
        ...(template !== undefined && { 'http.route': template }),
      }
      span.updateName(template === undefined ? method : `${method} ${template}`)
      span.setAttributes(facts)
      if (status >= 500) span.setStatus({ code: this.#api.SpanStatusCode.ERROR })
      const { duration, queries } = this.#measures
      duration.record((performance.now() - begun) / 1000, facts)
      queries.add(tally.queries, facts)
    })
  }

  operation<T>(name: string, entity: string, tally: QueryTally, work: () => Promise<T>): Promise<T> {
    this.#measures.operations.add(1, { 'galley.operation': name, 'galley.entity': entity })
    return this.#span(`${name} ${entity}`, tally, work, () => undefined)
  }

  get #measures() {
    this.#instruments ??= instrumentsOf(this.#api)
    return this.#instruments
  }

  #span<T>(
    name: string,
    tally: QueryTally,
    work: () => Promise<T>,
    finished: (value: T, span: import('@opentelemetry/api').Span) => void,
  ): Promise<T> {
    return this.#api.trace.getTracer('galley').startActiveSpan(name, async (span) => {
      try {
        const value = await work()
        finished(value, span)
        return value
      } catch (error) {
        span.setStatus({ code: this.#api.SpanStatusCode.ERROR, message: (error as { code?: string }).code ?? 'INTERNAL' })
        throw error
      } finally {
        span.setAttribute('galley.queries', tally.queries)
        span.end()
      }
    })
  }
}

function instrumentsOf({ metrics }: Api) {
  const meter = metrics.getMeter('galley')
  return {
    duration: meter.createHistogram('http.server.request.duration', { unit: 's', description: 'Duration of requests.' }),
    operations: meter.createCounter('galley.operations', { description: 'Operations on content.' }),
    queries: meter.createCounter('galley.database.queries', { description: 'Number of database queries per request.' }),
  }
}
