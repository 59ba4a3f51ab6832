/** Stamps of the state of the database: requests that arrive together share one. Tested by test/store/commit-stamps.test.ts. */
import { setImmediate } from 'node:timers/promises'

export class CommitStamps {
  readonly #read: () => Promise<string | undefined>
  readonly #longest: number
  #last: Promise<unknown> = Promise.resolve()
  /** A stamp whose reading has not begun. */
  #next: Promise<string | undefined> | undefined

  /** `longest`: how many milliseconds to wait for a stamp, so that a connection that hangs doesn't hold up everyone. */
  constructor(read: () => Promise<string | undefined>, longest = 1000) {
    this.#read = read
    this.#longest = longest
  }

  /** The state of the database at some moment after this call; undefined if it isn't known. */
  take(): Promise<string | undefined> {
    this.#next ??= this.#afterLast()
    return this.#next
  }

  /** A stamp that is already being read may be older than a commit that the caller knows about. */
  async #afterLast(): Promise<string | undefined> {
    await this.#last
    await setImmediate()
    this.#next = undefined
    const stamp = this.#inTime()
    this.#last = stamp
    return stamp
  }

  async #inTime(): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.#longest, undefined)
    })
    try {
      return await Promise.race([this.#read(), tooLate])
    } catch {
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }
}
