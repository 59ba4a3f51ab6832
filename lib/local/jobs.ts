/** One round of the features' jobs, side by side: what each did, by its name. One that fails or hangs holds up none of the others. */
import { setMaxListeners } from 'node:events'
import type { Settings } from '../settings.ts'
import type { Cms } from './cms.ts'

/** Seconds that `runJobs` waits; what is still running then goes on. */
export const PATIENCE = 25
export const LONGEST_WAIT = 3600
/** Milliseconds that a job has to report what it did, once the caller's wait is over. */
const TO_SAY_SO = 2000

/** Something that is due. */
export interface Job {
  name: string
  run(round: Round): unknown
}

/** What one round tells its jobs. */
export interface Round {
  /** The Local API as the system, with the context of whoever began the round. */
  readonly cms: Cms
  /** Resolves when the caller stops waiting. */
  readonly patience: Promise<void>
  /** Aborted when the process is to stop. */
  readonly stopping: AbortSignal
  /** The time that retention may go by; nothing while the clock is in doubt. */
  retentionTime(): Promise<Date | undefined>
  /** Says that work goes on when the round is over. */
  goesOn(work: Running): void
  /** The end of the process waits for it. */
  keep(work: Promise<unknown>): void
}

export interface Running {
  name: string
  /** Since when, as an ISO date. */
  since: string
}

export class Jobs {
  readonly #jobs: readonly Job[]
  readonly #settings: Pick<Settings, 'clock' | 'log'>
  readonly #retentionTime: () => Promise<Date | undefined>
  /** Those that a round left behind; none of them is begun again before it has ended. */
  readonly #late = new Map<string, string>()
  readonly #underWay = new Set<Promise<unknown>>()
  #stop = new AbortController()

  constructor(jobs: readonly Job[], settings: Pick<Settings, 'clock' | 'log'>, retentionTime: () => Promise<Date | undefined>) {
    this.#jobs = jobs
    this.#settings = settings
    this.#retentionTime = retentionTime
  }

  /** `wait` in seconds. */
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

  /** Tells what is under way that it is to stop, and begins nothing more. */
  stop(): void {
    this.#stop.abort()
  }

  /** Once everything has ended that was under way. */
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
