/** `cms.transaction`: one held connection whose calls run one after another. The only place that knows the ambient transaction. */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { GalleyError } from '../errors.ts'
import type { Connection, Row } from './contract.ts'

export type Effect = () => Promise<void>

/** What a transaction does; its frame is for handles that belong to it. */
export type Work<T> = (frame: Frame) => Promise<T>

const ambient = new AsyncLocalStorage<Frame>()

/** The transaction that the caller is inside of, open or ended: an ended one refuses every call. One that only we knew of refuses none. */
export function currentFrame(): Frame | undefined {
  const frame = ambient.getStore()
  return frame?.isOurs && frame.isClosed ? undefined : frame
}

export const outsideFrames = <T>(work: () => T): T => ambient.exit(work)

const ended = () =>
  new GalleyError('TRANSACTION', 'The transaction that this call belongs to has ended; await every call inside cms.transaction')

export class Frame {
  readonly #parent: Frame | undefined
  #connection: Connection | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false
  /** Ends the work at once. */
  #cut: (error: Error) => void = () => undefined
  #conclude: (isKept: boolean) => void = () => undefined
  /** Transactions inside this one that have not ended yet. */
  readonly #inner = new Set<Frame>()
  /** What must happen once the outermost transaction is committed, and what once this one is undone. */
  #kept: Effect[] = []
  #undone: Effect[] = []
  /** Whether it was committed, or became a part of the transaction around it. */
  readonly isKept: Promise<boolean>

  /** Held by a change for itself: no code of a user's has asked for it. */
  readonly isOurs: boolean

  constructor(parent?: Frame, isOurs = false) {
    this.#parent = parent
    this.isOurs = isOurs
    this.isKept = new Promise((resolve) => (this.#conclude = resolve))
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  isWithin(other: Frame): boolean {
    return this === other || (this.#parent?.isWithin(other) ?? false)
  }

  refuseAfterEnd(): void {
    if (this.#isClosed) throw ended()
  }

  /** Runs a call through a handle of this transaction in here, whatever context it comes from. */
  enter<T>(call: () => T): T {
    this.refuseAfterEnd()
    // A transaction inside this one is a part of it, and holds its connection: its calls can't wait for its own end.
    const frame = ambient.getStore()
    return frame?.isWithin(this) ? call() : ambient.run(this, call)
  }

  /** Runs the work on a connection, for so many milliseconds at most. The connection is idle when it returns. */
  async hold<T>(connection: Connection, work: Work<T>, limit?: { milliseconds: number; holder: Error }): Promise<T> {
    this.#parent?.refuseAfterEnd()
    this.#connection = connection
    const cut = new Promise<never>((_, reject) => (this.#cut = reject))
    const timer = limit && setTimeout(() => this.#cut(heldTooLong(limit.milliseconds, limit.holder)), limit.milliseconds)
    try {
      return await Promise.race([ambient.run(this, async () => work(this)), cut])
    } finally {
      clearTimeout(timer)
      await this.#close()
    }
  }

  /** A read: after all that was asked before it. */
  all(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#queue((connection) => connection.all(sql, values))
  }

  /** A change: in a savepoint, so that it can fail alone. */
  nested<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#queue(async (connection) => {
      await connection.all('savepoint step')
      try {
        const value = await work(connection)
        // Nobody waited for this call, and it is about to reject: it must not be a part of what is committed.
        this.refuseAfterEnd()
        await connection.all('release savepoint step')
        return value
      } catch (error) {
        await this.#undoStep(connection)
        throw error
      }
    })
  }

  /** A database may end a transaction by itself, such as on a full disk: what came next would be committed alone. */
  async #undoStep(connection: Connection): Promise<void> {
    try {
      await connection.all('rollback to savepoint step')
      await connection.all('release savepoint step')
    } catch (cause) {
      const error = new GalleyError('TRANSACTION', 'The database ended the transaction; nothing of it was saved', { cause })
      for (let frame: Frame | undefined = this; frame; frame = frame.#parent) {
        frame.#isClosed = true
        frame.#cut(error)
      }
    }
  }

  /** A transaction inside this one: all its changes or none, whatever becomes of the rest. */
  async inner<T>(work: Work<T>): Promise<T> {
    const frame = new Frame(this)
    const inHere = AsyncResource.bind(() => frame.hold(this.#connection!, work))
    this.#inner.add(frame)
    try {
      const value = await this.nested(() => inHere())
      frame.conclude(true)
      return value
    } catch (error) {
      frame.conclude(false)
      throw error
    } finally {
      this.#inner.delete(frame)
    }
  }

  /** After the commit of the outermost transaction. */
  whenKept(effect: Effect): void {
    this.#kept.push(effect)
  }

  /** After the end of the outermost transaction, where this one was undone. */
  whenUndone(effect: Effect): void {
    this.#undone.push(effect)
  }

  /** How it ended; gives the effects that are due now. */
  conclude(isKept: boolean): readonly Effect[] {
    this.#conclude(isKept)
    if (!this.#parent) return isKept ? this.#kept : this.#undone
    if (isKept) {
      this.#parent.#kept.push(...this.#kept)
      this.#parent.#undone.push(...this.#undone)
    } else {
      // The transaction around it ends one way or the other.
      for (const list of [this.#parent.#kept, this.#parent.#undone]) list.push(...this.#undone)
    }
    return []
  }

  /** Goes on where this transaction led to: in the one around it, or outside of all. */
  beyond<T>(work: () => T): T {
    return this.#parent ? ambient.run(this.#parent, work) : outsideFrames(work)
  }

  /** What has begun comes to its end first; what waits is refused. */
  async #close(): Promise<void> {
    this.#isClosed = true
    for (const frame of this.#inner) frame.#cut(ended())
    await this.#last
  }

  #queue<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const next = this.#last.then(() => {
      this.refuseAfterEnd()
      return work(this.#connection!)
    })
    this.#last = next.catch(() => undefined)
    return next
  }
}

const heldTooLong = (milliseconds: number, holder: Error) =>
  new GalleyError('TRANSACTION', `A transaction was held longer than ${milliseconds} ms and was rolled back (db.holdLimit)`, {
    cause: holder,
  })
