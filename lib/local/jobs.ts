/** Runs one round of the features' jobs concurrently; returns results by name. A failing or hanging job doesn't block the others. */
import { setMaxListeners } from 'node:events'
import type { Settings } from '../settings.ts'
import type { Cms } from './cms.ts'

/** Seconds that `runJobs` waits; jobs still running after that continue. */
export const PATIENCE = 25
export const LONGEST_WAIT = 3600
/** Milliseconds that a job has to report its result once the caller's wait is over. */
const TO_SAY_SO = 2000

/** A job that runs in every round. */
export interface Job {
  name: string
  run(round: Round): unknown
}

/** The facilities that a round offers its jobs. */
export interface Round {
  /** The Local API as the system, with the context of the caller who started the round. */
  readonly cms: Cms
  /** Resolves when the caller stops waiting. */
  readonly patience: Promise<void>
  /** Aborted when the process shuts down. */
  readonly stopping: AbortSignal
  /** The time that retention is based on; undefined while the clock is in doubt. */
  retentionTime(): Promise<Date | undefined>
  /** Reports that work continues after the round. */
  goesOn(work: Running): void
  /** A shutdown waits for this work. */
  keep(work: Promise<unknown>): void
}

export interface Running {
  name: string
  /** When it started, as an ISO date. */
  since: string
}

export class Jobs {
  readonly #jobs: readonly Job[]
  readonly #settings: Pick<Settings, 'clock' | 'log'>
  readonly #retentionTime: () => Promise<Date | undefined>
  /** Jobs still running after their round; each starts again only after it has ended. */
  readonly #late = new Map<string, string>()
  readonly #underWay = new Set<Promise<unknown>>()
  #stop = new AbortController()

  constructor(jobs: readonly Job[], settings: Pick<Settings, 'clock' | 'log'>, retentionTime: () => Promise<Date | undefined>) {
    this.#jobs = jobs
    this.#settings = settings
    this.#retentionTime = retentionTime
  }

  /** `wait` is in seconds. */
  async run(cms: Cms, wait: number = PATIENCE): Promise<Record<string, unknown>> {
    const done: Record<string, unknown> = {}
    const running: Running[] = []
    const { clock } = this.#settings
    let retentionTime: Promise<Date | undefined> | undefined
    let timer: NodeJS.Timeout | undefined
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, wait * 1000)
    })
    const late = patience.then(
      () =>
        new Promise<false>((resolve) => {
          timer = setTimeout(() => resolve(false), TO_SAY_SO)
        }),
    )
    const round: Round = {
      cms,
      patience,
      stopping: this.#stop.signal,
      retentionTime: () => (retentionTime ??= this.#retentionTime()),
      goesOn: (work) => void running.push(work),
      keep: (work) => void this.#track(work),
    }
    const since = clock.now().toISOString()
    await Promise.all(
      this.#jobs.map(async (job) => {
        const left = this.#late.get(job.name)
        if (left !== undefined) return round.goesOn({ name: job.name, since: left })
        const work = this.#begin(job, round, done)
        if (await Promise.race([work.then(() => true), late])) return undefined
        this.#late.set(job.name, since)
        void work.then(() => this.#late.delete(job.name))
        return round.goesOn({ name: job.name, since })
      }),
    )
    clearTimeout(timer)
    return running.length === 0 ? done : { ...done, running }
  }

  /** Signals running jobs to stop, and starts no new ones. */
  stop(): void {
    this.#stop.abort()
  }

  /** Resolves when all running work has ended. */
  async ended(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  start(): void {
    this.#stop = new AbortController()
    setMaxListeners(0, this.#stop.signal)
  }

  #begin({ name, run }: Job, round: Round, done: Record<string, unknown>): Promise<void> {
    const { log } = this.#settings
    const work = (async () => {
      if (round.stopping.aborted) return
      try {
        done[name] = await run(round)
      } catch (error) {
        log.error(`the job '${name}' failed`, { error })
      }
    })()
    return this.#track(work)
  }

  async #track(work: Promise<unknown>): Promise<void> {
    this.#underWay.add(work)
    await work.finally(() => this.#underWay.delete(work))
  }
}
