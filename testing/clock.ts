/** A clock that stands until a test moves it. */
import type { Clock } from '../lib/clock.ts'

export class TestClock implements Clock {
  #at: number

  constructor(at: Date | string = new Date()) {
    this.#at = new Date(at).getTime()
  }

  now(): Date {
    return new Date(this.#at)
  }

  /** On by so many seconds; what is due then, `cms.runJobs()` does. */
  forward(seconds: number): void {
    this.#at += seconds * 1000
  }
}
