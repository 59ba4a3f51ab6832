/** `cms.transaction`: one held connection whose calls run one after another. The only place that knows the ambient transaction. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { GalleyError } from '../errors.ts'
import type { Connection } from './contract.ts'

export class Frame {
  readonly #connection: Connection
  #last: Promise<unknown> = Promise.resolve()
  #closed = false
  /** What must happen once the outermost transaction is committed. */
  readonly effects: (() => Promise<void>)[] = []

  constructor(connection: Connection) {
    this.#connection = connection
  }

  get closed(): boolean {
    return this.#closed
  }

  close(): void {
    this.#closed = true
  }

  /** A read: after all that was asked before it. */
  all(sql: string, values: readonly unknown[]) {
    return this.#queue(() => this.#connection.all(sql, values))
  }

  /** A change: in a savepoint, so that it can fail alone. */
  nested<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#queue(async () => {
      await this.#connection.all('savepoint step')
      try {
        const value = await work(this.#connection)
        await this.#connection.all('release savepoint step')
        return value
      } catch (error) {
        await this.#connection.all('rollback to savepoint step')
        await this.#connection.all('release savepoint step')
        throw error
      }
    })
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(() => {
      if (this.#closed) throw new GalleyError('TRANSACTION', 'The transaction has ended; await every call inside it')
      return work()
    })
    this.#last = next.catch(() => undefined)
    return next
  }
}

const ambient = new AsyncLocalStorage<Frame>()

/** The transaction that the caller is inside of, if it is still open. */
export function currentFrame(warn: (message: string) => void): Frame | undefined {
  const frame = ambient.getStore()
  if (frame?.closed) {
    warn('a call was made after its transaction had ended; it runs by itself')
    return undefined
  }
  return frame
}

export const outsideFrames = <T>(work: () => T): T => ambient.exit(work)

export async function holdFrame<T>(
  connection: Connection,
  limit: number,
  holder: Error,
  work: () => Promise<T>,
): Promise<{ value: T; frame: Frame }> {
  const frame = new Frame(connection)
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new GalleyError('TRANSACTION', `A transaction was held longer than ${limit} ms and was rolled back (db.holdLimit)`, {
          cause: holder,
        }),
      )
    }, limit)
  })
  try {
    const value = await Promise.race([ambient.run(frame, work), expired])
    return { value, frame }
  } finally {
    clearTimeout(timer)
    frame.close()
  }
}
