/** Lets other requests have a turn while a large change is worked on. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds. Most changes need less and never wait. */
const LONGEST_TURN = 15

export class Pace {
  #since = performance.now()

  /** To be called between two pieces of work; a promise only when it is time to let others go first. */
  rest(): Promise<void> | undefined {
    return performance.now() - this.#since < LONGEST_TURN ? undefined : this.#wait()
  }

  async #wait(): Promise<void> {
    await setImmediate()
    this.#since = performance.now()
  }
}
