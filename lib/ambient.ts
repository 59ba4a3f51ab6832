/** Values that belong to the running code and to whatever it calls or awaits: its transaction, the change whose hook it is.
 * All of them share one AsyncLocalStorage: before Node 24, each one in use makes every promise of the process slower.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<ReadonlyMap<unknown, unknown>>()

export class Ambient<T> {
  /** The value that was set last around the running code. */
  get value(): T | undefined {
    return storage.getStore()?.get(this) as T | undefined
  }

  /** Runs the work with another value, or with none. The first value that is set makes every promise of the process slower from then on. */
  with<R>(value: T | undefined, work: () => R): R {
    if (value === undefined && this.value === undefined) return work()
    return storage.run(new Map(storage.getStore()).set(this, value), work)
  }
}
