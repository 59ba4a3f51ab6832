/** A semaphore: at most N tasks run at once, the rest wait in first-come order. Tested by test/events/outbox.test.ts. */

export class Semaphore {
  readonly #atOnce: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  get waiting(): number {
    return this.#waiting.length
  }

  get isFree(): boolean {
    return this.#running < this.#atOnce
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.isFree) this.#running++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
