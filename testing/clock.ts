/** A clock that stands still until a test moves it. */
import type { Clock } from '../lib/clock.ts'

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
