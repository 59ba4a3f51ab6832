/** The one writer of a SQLite file. Writes that wait for it are committed together. Tested by test/store/batch.test.ts. */
import { stopping } from '../../lib/errors.ts'
import type { Connection, Row } from '../../lib/store/contract.ts'
import { combinable, type LoneStatement, runCombined } from './combined.ts'
import type { Driver } from './drivers.ts'
import { patiently } from './patience.ts'

/** How many waiting writes may share one commit. */
const GROUP = 64

interface Job {
  work: (connection: Connection) => Promise<unknown>
  /** The caller holds the transaction across calls, so it shares no commit. */
  held: boolean
  /** It writes on a separate connection while nothing else does, so no transaction surrounds it here. */
  isAlongside?: boolean
  /** A single statement: alone, it needs no transaction around it. */
  statement?: LoneStatement
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** What tells the caller of a job how it ended; called after the commit. */
type Outcome = () => void

export class WriteQueue {
  readonly driver: Driver
  #waiting: Job[] = []
  #running: Promise<void> | undefined
  #ended = false

  constructor(driver: Driver) {
    this.driver = driver
  }

  get isBusy(): boolean {
    return this.#running !== undefined
  }

  add<T>(work: (connection: Connection) => Promise<T>, held = false): Promise<T> {
    return this.enqueue({ work, held }) as Promise<T>
  }

  alone(statement: LoneStatement): Promise<Row[]> {
    const { sql, values } = statement
    return this.enqueue({ work: (connection) => connection.all(sql, values), held: false, statement }) as Promise<Row[]>
  }

  alongside<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.enqueue({ work, held: true, isAlongside: true }) as Promise<T>
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#running
  }

  private enqueue(job: Omit<Job, 'resolve' | 'reject'>): Promise<unknown> {
    if (this.#ended) return Promise.reject(stopping())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...job, resolve, reject })
      this.#running ??= this.drain()
    })
  }

  private async drain(): Promise<void> {
    for (let first = this.#waiting.shift(); first; first = this.#waiting.shift()) await this.commit(first, this.takeOthers(first))
    this.#running = undefined
  }

  /** The waiting jobs that share the commit of the first one. */
  private takeOthers(first: Job): Job[] {
    if (first.held) return []
    const end = this.#waiting.findIndex((job) => job.held)
    return this.#waiting.splice(0, Math.min(GROUP - 1, end < 0 ? this.#waiting.length : end))
  }

  private async commit(first: Job, others: readonly Job[]): Promise<void> {
    if (first.isAlongside) return first.work(this.driver).then(first.resolve, first.reject)
    if (others.length === 0 && first.statement) {
      const { sql, values } = first.statement
      return patiently(() => this.driver.all(sql, values)).then(first.resolve, first.reject)
    }
    const group = [first, ...others]
    const parts = combinable(group)
    if (parts.length > 1 || others.length === 0) return this.inTransaction(parts)
    const tell = await patiently(() => this.combined(group)).catch(() => undefined)
    return tell ? tell() : this.inTransaction(group.map((job) => [job]))
  }

  private async inTransaction(parts: readonly Job[][]): Promise<void> {
    const isShared = parts.length > 1
    const done: Outcome[] = []
    try {
      await patiently(() => this.driver.all('begin immediate'))
      for (const part of parts) done.push(...(await this.part(part, isShared)))
      await this.driver.all('commit')
    } catch (error) {
      await this.driver.all('rollback').catch(() => undefined)
      for (const job of parts.flat()) job.reject(error)
      return
    }
    for (const tell of done) tell()
  }

  /** If one statement for all of them fails, each runs on its own, so that one never fails the others. */
  private async part(jobs: readonly Job[], isShared: boolean): Promise<Outcome[]> {
    const tell = jobs.length > 1 ? await this.combined(jobs).catch(() => undefined) : undefined
    if (tell) return [tell]
    const done: Outcome[] = []
    for (const job of jobs) done.push(await this.member(job, isShared))
    return done
  }

  private async combined(jobs: readonly Job[]): Promise<Outcome> {
    const rows = await runCombined(
      jobs.flatMap(({ statement }) => statement ?? []),
      this.driver,
    )
    return () => {
      for (const [index, job] of jobs.entries()) job.resolve(rows[index])
    }
  }

  /** Runs one member of the group. Only a failing member is rolled back; for a single statement, the database does that. */
  private async member(job: Job, isShared: boolean): Promise<Outcome> {
    if (!isShared) {
      const value = await job.work(this.driver)
      return () => job.resolve(value)
    }
    if (job.statement) {
      const { sql, values } = job.statement
      return this.driver.all(sql, values).then(
        (rows) => () => job.resolve(rows),
        (error) => () => job.reject(error),
      )
    }
    await this.driver.all('savepoint member')
    try {
      const value = await job.work(this.driver)
      await this.driver.all('release member')
      return () => job.resolve(value)
    } catch (error) {
      await this.driver.all('rollback to member')
      await this.driver.all('release member')
      return () => job.reject(error)
    }
  }
}
