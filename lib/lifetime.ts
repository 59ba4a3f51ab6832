/** Starts and stops the CMS: the database, its tables, then the features; in reverse order at the end. Tested by test/shutdown/stopping.test.ts. */
import type { Lifecycle } from './local/handle.ts'
import type { Log } from './log.ts'
import { sayIfNew } from './store/new-file.ts'
import type { WiredEngine } from './wired-engine.ts'

/** Milliseconds that stopping may take. */
const STOPS_WITHIN = 8000
/** The time that each step still gets after that. */
const LEAST = 100

export class Lifetime implements Lifecycle {
  readonly #engine: WiredEngine
  readonly #migrates: boolean
  #running = false

  /** `migrates: false` leaves the tables alone, and starts no feature. */
  constructor(engine: WiredEngine, migrates: boolean) {
    this.#engine = engine
    this.#migrates = migrates
    for (const feature of engine.features.list) {
      const hear = feature.hear?.bind(feature)
      if (hear) engine.events.listen((happening) => hear(happening, engine))
    }
  }

  async start(): Promise<void> {
    if (this.#running) return
    const { store, settings, model, migrator, features, jobs, http } = this.#engine
    sayIfNew(settings)
    await store.open()
    await this.#engine.meetObstacles()
    jobs.start()
    http.open()
    try {
      if (this.#migrates) {
        await migrator.atStart(this.#engine.tables(), model, settings.production)
        this.#engine.renames = (await migrator.applied()).renames ?? []
        for (const feature of features.list) await feature.start?.(this.#engine)
      }
    } catch (error) {
      await store.close()
      throw error
    }
    this.#running = true
  }

  /** Starts nothing new and lets work in progress end; work that doesn't end in time is abandoned. */
  async stop(within: number = STOPS_WITHIN): Promise<void> {
    if (!this.#running) return
    this.#running = false
    const { jobs, store, numbers, underWay, features, http, settings } = this.#engine
    const left = deadline(within, settings.log)
    const answers = Promise.all([http.drain(), underWay.ended()])
    jobs.stop()
    await left(answers, 'requests in progress')
    for (const feature of [...features.list].reverse()) await left(feature.stop?.(this.#engine), `'${feature.name}'`)
    await left(jobs.ended(), 'the jobs')
    numbers?.stop()
    await left(store.close(), 'the database')
  }
}

/** Waits for one thing after another, up to a total time. */
function deadline(within: number, log: Log): (work: unknown, name: string) => Promise<void> {
  const until = performance.now() + within
  return async (work, name) => {
    if (!(work instanceof Promise)) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), Math.max(LEAST, until - performance.now()))
    })
    if ((await Promise.race([work, late])) === 'late') {
      log.warn(`${name} did not end in time: stopping without waiting any longer`)
      work.catch(() => undefined)
    }
    clearTimeout(timer)
  }
}
