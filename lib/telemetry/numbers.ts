/** Metrics for a Prometheus server: kept in this process, printed as text. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Measured, QueryTally, Watcher } from './telemetry.ts'

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Durations {
  buckets: number[]
  sum: number
  count: number
}

type Labels = Record<string, string>

export class Numbers implements Watcher {
  readonly isOn = true
  readonly #requests = new Map<string, number>()
  readonly #durations = new Map<string, Durations>()
  readonly #operations = new Map<string, number>()
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  #queries = 0

  constructor() {
    this.#delay.enable()
  }

  async request<T extends Measured>(method: string, tally: QueryTally, work: () => Promise<T>): Promise<T> {
    const begun = performance.now()
    const done = await work()
    const route = done.template ?? 'none'
    add(this.#requests, labelled({ method, route, status: String(done.status) }))
    this.#took(labelled({ method, route }), (performance.now() - begun) / 1000)
    this.#queries += tally.queries
    return done
  }

  async operation<T>(operation: string, entity: string, _tally: QueryTally, work: () => Promise<T>): Promise<T> {
    add(this.#operations, labelled({ operation, entity }))
    return work()
  }

  /** `more`: metrics that are computed on request. */
  print(more: readonly { name: string; help: string; values: readonly [Labels, number][] }[]): string {
    const lines = [
      ...family('galley_http_requests_total', 'counter', 'Requests by route and status.', this.#requests),
      '# HELP galley_http_request_duration_seconds Duration of requests.',
      '# TYPE galley_http_request_duration_seconds histogram',
      ...[...this.#durations].flatMap(([labels, durations]) => histogram('galley_http_request_duration_seconds', labels, durations)),
      ...family('galley_operations_total', 'counter', 'Operations on content, from requests and from code.', this.#operations),
      ...family('galley_database_queries_total', 'counter', 'Number of database queries per request.', new Map([['', this.#queries]])),
      ...more.flatMap(({ name, help, values }) =>
        family(name, 'gauge', help, new Map(values.map(([labels, value]) => [labelled(labels), value]))),
      ),
      ...family('process_resident_memory_bytes', 'gauge', 'Memory used by the process.', new Map([['', process.memoryUsage.rss()]])),
      ...family('nodejs_eventloop_lag_p99_seconds', 'gauge', 'Event loop delay.', new Map([['', this.#delay.percentile(99) / 1e9]])),
    ]
    this.#delay.reset()
    return `${lines.join('\n')}\n`
  }

  stop(): void {
    this.#delay.disable()
  }

  #took(labels: string, seconds: number): void {
    let durations = this.#durations.get(labels)
    if (!durations) {
      durations = { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }
      this.#durations.set(labels, durations)
    }
    // biome-ignore lint/style/noNonNullAssertion: each bucket has a number
    for (const [index, most] of BUCKETS.entries()) if (seconds <= most) durations.buckets[index]!++
    durations.sum += seconds
    durations.count++
  }
}

const add = (counts: Map<string, number>, labels: string) => counts.set(labels, (counts.get(labels) ?? 0) + 1)

const labelled = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`)
    .join(',')

function family(name: string, type: string, help: string, values: ReadonlyMap<string, number>): string[] {
  if (values.size === 0) return []
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...[...values].map(([labels, value]) => `${name}${labels && `{${labels}}`} ${value}`),
  ]
}

function histogram(name: string, labels: string, { buckets, sum, count }: Durations): string[] {
  return [
    ...buckets.map((value, index) => `${name}_bucket{${labels},le="${BUCKETS[index]}"} ${value}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${sum}`,
    `${name}_count{${labels}} ${count}`,
  ]
}
