/** A `sqlite3` connection that runs one statement at a time, so that an interrupt can only stop that one. Tested by test/query/too-slow.test.ts. */
import { stopping } from '../../lib/errors.ts'
import { type Query, StatementTimeout, type TimedRows } from '../../lib/store/contract.ts'
import type { Driver } from './drivers.ts'
import type { LimitedReader } from './limited-reader.ts'

/** SQLite ignores an interrupt before the first step of a statement, so it is repeated until the statement has ended. */
const AGAIN = 20

export class InterruptedReader implements LimitedReader {
  readonly #driver: Driver
  #running: { ended: Promise<unknown>; stop(): void } | undefined
  #isClosing = false

  constructor(driver: Driver) {
    this.#driver = driver
  }

  async run(query: Query, values: readonly unknown[], limit: number, disconnected?: AbortSignal): Promise<TimedRows> {
    const began = performance.now()
    const answer = this.#driver.all(query.sql, values)
    let timer: NodeJS.Timeout
    const stop = () => {
      clearTimeout(timer)
      this.#driver.interrupt()
      timer = setTimeout(stop, AGAIN)
    }
    timer = setTimeout(stop, limit)
    disconnected?.addEventListener('abort', stop)
    this.#running = { ended: answer.catch(() => undefined), stop }
    try {
      return { rows: await answer, took: performance.now() - began }
    } catch (error) {
      if ((error as { code?: string }).code !== 'SQLITE_INTERRUPT') throw error
      if (disconnected?.aborted) throw disconnected.reason
      throw this.#isClosing ? stopping() : new StatementTimeout(limit)
    } finally {
      clearTimeout(timer)
      disconnected?.removeEventListener('abort', stop)
      this.#running = undefined
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#running?.stop()
    await this.#running?.ended
  }
}
