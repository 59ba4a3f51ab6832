/** Lets other requests have a turn while a large change is worked on. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds. Most changes need less and never wait. */
const LONGEST_TURN = 15

/** Work that stops now and then, so that it can be done in turns as well as at once. */
export type Work<Result> = Generator<void, Result>

export function atOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** How many rows are worked on between two stops: less than a millisecond. */
const ROWS_AT_A_TIME = 200

/** Whether work on rows stops behind this one. */
export const stopsBehind = (index: number): boolean => (index + 1) % ROWS_AT_A_TIME === 0

export class Pace {
  #since = performance.now()

  /** To be called between two pieces of work; a promise only when it is time to let others go first. */
  rest(): Promise<void> | undefined {
    return performance.now() - this.#since < LONGEST_TURN ? undefined : this.#wait()
  }

  /** Does the work, and lets others go first wherever it stops. */
  async through<Result>(work: Work<Result>): Promise<Result> {
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
