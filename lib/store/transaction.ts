/** `cms.transaction`: one held connection whose calls run one after another. The only place that knows the ambient transaction. */
import { AsyncResource } from 'node:async_hooks'
import { Ambient } from '../ambient.ts'
import { GalleyError } from '../errors.ts'
import type { Connection, Row } from './contract.ts'

export type CommitEffect = () => Promise<void>

/** The body of a transaction; its frame is for handles that belong to it. */
export type TransactionBody<T> = (frame: Frame) => Promise<T>

const ambient = new Ambient<Frame>()

/** The caller's transaction, open or ended: an ended one refuses every call. One that we opened internally refuses none. */
export function currentFrame(): Frame | undefined {
  const frame = ambient.value
  return frame?.isOurs && frame.isClosed ? undefined : frame
}

export const outsideFrames = <T>(work: () => T): T => ambient.with(undefined, work)

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
  /** Nested transactions that have not ended yet. */
  readonly #inner = new Set<Frame>()
  /** Effects to run once the outermost transaction is committed, and effects to run if this one is rolled back. */
  #kept: CommitEffect[] = []
  #undone: CommitEffect[] = []
  /** Whether it was committed, or merged into the surrounding transaction. */
  readonly isKept: Promise<boolean>

  /** Opened internally by a change; no user code asked for it. */
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

  /** Runs a call through a handle of this transaction inside it, whatever its async context. */
  enter<T>(call: () => T): T {
    this.refuseAfterEnd()
    // A nested transaction is part of this one and holds its connection: its calls can't wait for its own end.
    const frame = ambient.value
    return frame?.isWithin(this) ? call() : ambient.with(this, call)
  }

  /** Runs the work on a connection, within a time limit. The connection is idle when it returns. */
  async hold<T>(connection: Connection, work: TransactionBody<T>, limit?: { milliseconds: number; holder: Error }): Promise<T> {
    this.#parent?.refuseAfterEnd()
    this.#connection = connection
    const cut = new Promise<never>((_, reject) => (this.#cut = reject))
    const timer = limit && setTimeout(() => this.#cut(heldTooLong(limit.milliseconds, limit.holder)), limit.milliseconds)
    try {
      return await Promise.race([ambient.with(this, async () => work(this)), cut])
    } finally {
      clearTimeout(timer)
      await this.#close()
    }
  }

  /** A read; runs after all earlier calls. */
  all(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#queue((connection) => connection.all(sql, values))
  }

  /** A change; runs in a savepoint, so that it can fail on its own. */
  nested<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#queue(async (connection) => {
      await connection.all('savepoint step')
      try {
        const value = await work(connection)
        // This call was not awaited and is about to reject, so it must not be committed.
        this.refuseAfterEnd()
        await connection.all('release savepoint step')
        return value
      } catch (error) {
        await this.#undoStep(connection)
        throw error
      }
    })
  }

  /** A database may end a transaction on its own, such as on a full disk; later statements would then be committed one by one. */
  async #undoStep(connection: Connection): Promise<void> {
    try {
      await connection.all('rollback to savepoint step')
      await connection.all('release savepoint step')
    } catch (cause) {
      const error = new GalleyError('TRANSACTION', 'The database ended the transaction; none of its changes were saved', { cause })
      for (let frame: Frame | undefined = this; frame; frame = frame.#parent) {
        frame.#isClosed = true
        frame.#cut(error)
      }
    }
  }

  /** A nested transaction: all its changes or none, independent of the rest. */
  async inner<T>(work: TransactionBody<T>): Promise<T> {
    const frame = new Frame(this)
    const inHere = AsyncResource.bind((connection: Connection) => frame.hold(connection, work))
    this.#inner.add(frame)
    try {
      const value = await this.nested((connection) => inHere(connection))
      frame.conclude(true)
      return value
    } catch (error) {
      frame.conclude(false)
      throw error
    } finally {
      this.#inner.delete(frame)
    }
  }

  /** Runs after the commit of the outermost transaction. */
  whenKept(effect: CommitEffect): void {
    this.#kept.push(effect)
  }

  /** Runs after the end of the outermost transaction, if this one was rolled back. */
  whenUndone(effect: CommitEffect): void {
    this.#undone.push(effect)
  }

  /** Records how it ended; returns the effects that are due now. */
  conclude(isKept: boolean): readonly CommitEffect[] {
    this.#conclude(isKept)
    if (!this.#parent) return isKept ? this.#kept : this.#undone
    if (isKept) {
      this.#parent.#kept.push(...this.#kept)
      this.#parent.#undone.push(...this.#undone)
    } else {
      // Run these however the surrounding transaction ends.
      for (const list of [this.#parent.#kept, this.#parent.#undone]) list.push(...this.#undone)
    }
    return []
  }

  /** Continues outside this transaction: in the surrounding one, or outside of all. */
  beyond<T>(work: () => T): T {
    return this.#parent ? ambient.with(this.#parent, work) : outsideFrames(work)
  }

  /** Waits for calls that have started, and refuses queued ones. */
  async #close(): Promise<void> {
    this.#isClosed = true
    for (const frame of this.#inner) frame.#cut(ended())
    await this.#last
  }

  #queue<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const next = this.#last.then(() => {
      this.refuseAfterEnd()
      // biome-ignore lint/style/noNonNullAssertion: calls only come once the transaction holds a connection
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
