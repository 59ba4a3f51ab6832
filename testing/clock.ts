/** A clock that stands still until a test moves it. Tested by test/testing/testing.test.ts. */
import type { Clock } from '../lib/clock.ts'

/**
 * A clock for tests. It stands still until `forward` moves it.
 *
 * @example
 * test.clock.forward(3600)
 * await test.cms.runJobs() // publishes what was planned for this hour
 */
export class TestClock implements Clock {
  #at: number

  constructor(at: Date | string = new Date()) {
    this.#at = new Date(at).getTime()
  }

  now(): Date {
    return new Date(this.#at)
  }

  /** Moves the clock forward by this many seconds; `cms.runJobs()` then runs the jobs that are due. */
  forward(seconds: number): void {
    this.#at += seconds * 1000
  }
}
