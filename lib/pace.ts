/** Yields to other requests while a large change is processed. Tested by test/http/stalls.test.ts. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds. Most changes need less and never yield. */
const LONGEST_TURN = 15

/** Work with regular stopping points, so that it can run in slices or all at once. */
export type SlicedWork<Result> = Generator<void, Result>

export function atOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Rows processed between two stopping points: less than a millisecond of work. */
const ROWS_AT_A_TIME = 200

/** Whether work on rows pauses after this one. */
export const stopsBehind = (index: number): boolean => (index + 1) % ROWS_AT_A_TIME === 0

export class Pace {
  #since = performance.now()

  /** Call between two pieces of work; returns a promise only when it is time to yield. */
  rest(): Promise<void> | undefined {
    return performance.now() - this.#since < LONGEST_TURN ? undefined : this.#wait()
  }

  /** Runs the work, yielding at its stopping points when needed. */
  async through<Result>(work: SlicedWork<Result>): Promise<Result> {
    for (;;) {
      const step = work.next()
      if (step.done) return step.value
      const turn = this.rest()
      if (turn) await turn
    }
  }

  async #wait(): Promise<void> {
    await setImmediate()
    this.#since = performance.now()
  }
}
