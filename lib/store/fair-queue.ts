/** A semaphore with a bounded queue. Callers take turns, so a heavy one delays only itself; priority callers go before all others. */

/** How many tasks may wait: in total, and per caller. Priority tasks are counted separately. */
export interface Room {
  most: number
  ofOne: number
}

const ROOM: Room = { most: 200, ofOne: 50 }

/** The queue is full, or the wait was too long: the work was never started. */
export class QueueTimeout extends Error {}

/** The caller disconnected: the work was never started, or was stopped. */
export class ClientGone extends Error {}

export interface QueueRequest {
  caller: string
  /** The longest time to wait, in milliseconds. */
  patience: number
  /** Whether it has priority over all tasks that don't. */
  isFirst?: boolean
  /** Aborted once the last caller stops waiting for the result. */
  disconnected?: AbortSignal | undefined
}

type Start = () => void

export class FairQueue {
  readonly #first: Line
  readonly #others: Line
  #closed: Error | undefined

  /** If several tasks may run at once, one slot is reserved for priority tasks. */
  constructor(atOnce: number, room = ROOM) {
    this.#first = new Line(atOnce, room)
    this.#others = new Line(Math.max(1, atOnce - 1), room)
  }

  get waiting(): number {
    return this.#first.length + this.#others.length
  }

  get #running(): number {
    return this.#first.running + this.#others.running
  }

  /** Runs the work when it is this caller's turn; rejects with `QueueTimeout` or `ClientGone` if it never starts. */
  async run<T>(turn: QueueRequest, work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw this.#closed
    if (turn.disconnected?.aborted) throw new ClientGone('the client is gone')
    const line = turn.isFirst ? this.#first : this.#others
    if (this.#hasRoom(line)) line.running++
    else await line.wait(turn)
    try {
      return await work()
    } finally {
      line.running--
      this.#next()
    }
  }

  /** Rejects all waiting and future tasks. */
  close(error: Error): void {
    this.#closed = error
    this.#first.rejectAll(error)
    this.#others.rejectAll(error)
  }

  #hasRoom(line: Line): boolean {
    return this.#running < this.#first.atOnce && line.running < line.atOnce
  }

  /** Starts waiting tasks in the free slots. */
  #next(): void {
    for (const line of [this.#first, this.#others]) {
      for (let start = this.#taken(line); start; start = this.#taken(line)) {
        line.running++
        start()
      }
    }
  }

  #taken(line: Line): Start | undefined {
    return this.#hasRoom(line) ? line.take() : undefined
  }
}

interface Waiter {
  start: Start
  reject(error: Error): void
}

/** The waiting tasks by caller; the caller whose turn is next comes first. */
class Line {
  readonly atOnce: number
  running = 0
  length = 0
  readonly #room: Room
  readonly #waiting = new Map<string, Waiter[]>()

  constructor(atOnce: number, room: Room) {
    this.atOnce = atOnce
    this.#room = room
  }

  wait({ caller, patience, disconnected }: QueueRequest): Promise<void> {
    const own = this.#waiting.get(caller) ?? []
    if (this.length >= this.#room.most || own.length >= this.#room.ofOne) return Promise.reject(new QueueTimeout('the queue is full'))
    return new Promise((resolve, reject) => {
      const leave = (error: Error) => {
        this.#remove(caller, own, waiter)
        waiter.reject(error)
      }
      const timer = setTimeout(() => leave(new QueueTimeout('the wait was too long')), patience)
      const onGone = () => leave(new ClientGone('the client is gone'))
      disconnected?.addEventListener('abort', onGone)
      const settle = () => {
        clearTimeout(timer)
        disconnected?.removeEventListener('abort', onGone)
      }
      const waiter: Waiter = {
        start() {
          settle()
          resolve()
        },
        reject(error) {
          settle()
          reject(error)
        },
      }
      own.push(waiter)
      this.#waiting.set(caller, own)
      this.length++
    })
  }

  /** Takes the first task of the next caller, who then moves to the end of the line. */
  take(): Start | undefined {
    const [first] = this.#waiting
    if (!first) return undefined
    const [caller, waiters] = first
    // biome-ignore lint/style/noNonNullAssertion: callers without waiting tasks are removed
    const waiter = waiters.shift()!
    this.length--
    this.#waiting.delete(caller)
    if (waiters.length > 0) this.#waiting.set(caller, waiters)
    return waiter.start
  }

  rejectAll(error: Error): void {
    const waiters = [...this.#waiting.values()].flat()
    this.#waiting.clear()
    this.length = 0
    for (const waiter of waiters) waiter.reject(error)
  }

  #remove(caller: string, own: Waiter[], waiter: Waiter): void {
    own.splice(own.indexOf(waiter), 1)
    this.length--
    if (own.length === 0) this.#waiting.delete(caller)
  }
}
