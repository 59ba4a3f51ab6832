/** Measures requests, operations and the database, for those who observe them; free without observers. Tested by test/telemetry/traces.test.ts. */
import { Ambient } from '../ambient.ts'

export interface Measured {
  status: number
  /** The route as declared, such as `/:collection/:id`. */
  template: string | undefined
}

/** A kind of observer: metrics that are fetched, or traces that are sent. */
export interface Watcher {
  /** Whether anyone is observing right now. */
  readonly isOn: boolean
  /** Runs the work wrapped in its measurement. */
  request<T extends Measured>(method: string, tally: QueryTally, work: () => Promise<T>): Promise<T>
  operation<T>(name: string, entity: string, tally: QueryTally, work: () => Promise<T>): Promise<T>
}

/** The number of database queries. */
export interface QueryTally {
  queries: number
}

const counting = new Ambient<QueryTally>()

export class Telemetry {
  readonly #watchers: readonly Watcher[]

  constructor(watchers: readonly Watcher[]) {
    this.#watchers = watchers
  }

  get isOn(): boolean {
    return this.#watchers.some((watcher) => watcher.isOn)
  }

  request<T extends Measured>(method: string, work: () => Promise<T>): Promise<T> {
    return this.#counted((watcher, tally, inner) => watcher.request(method, tally, inner), work)
  }

  operation<T>(name: string, entity: string, work: () => Promise<T>): Promise<T> {
    return this.#counted((watcher, tally, inner) => watcher.operation(name, entity, tally, inner), work)
  }

  /** Counts a database query. */
  query(): void {
    const tally = counting.value
    if (tally) tally.queries++
  }

  /** Inner counts are also added to the outer ones. */
  async #counted<T>(
    watch: (watcher: Watcher, tally: QueryTally, work: () => Promise<T>) => Promise<T>,
    work: () => Promise<T>,
  ): Promise<T> {
    const outer = counting.value
    const tally = { queries: 0 }
    const watched = this.#watchers
      .filter((watcher) => watcher.isOn)
      .reduceRight((inner, watcher) => () => watch(watcher, tally, inner), work)
    try {
      return await counting.with(tally, watched)
    } finally {
      if (outer) outer.queries += tally.queries
    }
  }
}
