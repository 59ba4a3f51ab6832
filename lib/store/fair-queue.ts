/** A semaphore with a bounded queue. Callers take turns, so one who asks for a lot delays only themselves. */

/** How many pieces of work may wait: in total, and of one caller. */
const MOST = 200
const MOST_OF_ONE = 50

/** The queue is full, or the wait was too long: the work was never started. */
export class QueueTimeout extends Error {}

/** Nobody waits for the result any more: the work was never started. */
export class ClientGone extends Error {}

interface Waiter {
  isGone(): boolean
  start(): void
  reject(error: Error): void
}

export class FairQueue {
  readonly #atOnce: number
  /** By caller; the first caller is the next to have a turn. */
  readonly #waiting = new Map<string, Waiter[]>()
  #length = 0
  #running = 0
  #closed: Error | undefined

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  get waiting(): number {
    return this.#length
  }

  /** Runs the work when it is this caller's turn; rejects with `QueueTimeout` after `patience` milliseconds. */
  async run<T>(caller: string, patience: number, work: () => Promise<T>, isGone: () => boolean = () => false): Promise<T> {
    if (this.#closed) throw this.#closed
    if (this.#running < this.#atOnce) this.#running++
    else await this.#turn(caller, patience, isGone)
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  /** Rejects everything that waits, and everything that comes later. */
  close(error: Error): void {
    this.#closed = error
    const waiters = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    this.#length = 0
    for (const waiter of waiters) waiter.reject(error)
  }

  #turn(caller: string, patience: number, isGone: () => boolean): Promise<void> {
    const own = this.#waiting.get(caller) ?? []
    if (this.#length >= MOST || own.length >= MOST_OF_ONE) return Promise.reject(new QueueTimeout('the queue is full'))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(caller, waiter)
        reject(new QueueTimeout('the wait was too long'))
      }, patience)
      const waiter: Waiter = {
        isGone,
        start() {
          clearTimeout(timer)
          resolve()
        },
        reject(error) {
          clearTimeout(timer)
          reject(error)
        },
      }
      own.push(waiter)
      this.#waiting.set(caller, own)
      this.#length++
    })
  }

  /** Hands the turn on to the next caller who still waits. */
  #next(): void {
    for (let waiter = this.#first(); waiter; waiter = this.#first()) {
      if (!waiter.isGone()) return waiter.start()
      waiter.reject(new ClientGone('the client is gone'))
    }
    this.#running--
  }

  /** The first waiter of the next caller, who then goes to the end of the line. */
  #first(): Waiter | undefined {
    const [first] = this.#waiting
    if (!first) return undefined
    const [caller, waiters] = first
    const waiter = waiters.shift()!
    this.#length--
    this.#waiting.delete(caller)
    if (waiters.length > 0) this.#waiting.set(caller, waiters)
    return waiter
  }

  #remove(caller: string, waiter: Waiter): void {
    const own = this.#waiting.get(caller)!
    own.splice(own.indexOf(waiter), 1)
    this.#length--
    if (own.length === 0) this.#waiting.delete(caller)
  }
}
