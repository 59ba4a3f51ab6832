/** How long the event loop of this process is busy at a time, in processor time of its main thread. */
import { readFileSync } from 'node:fs'

/** Milliseconds of processor time. Only Linux counts it by thread; elsewhere that of all threads has to do. */
function busy(): number {
  if (process.platform === 'linux') return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export class LoopDelays {
  #longest = 0
  #last = 0

  #end(): void {
    const now = busy()
    this.#longest = Math.max(this.#longest, now - this.#last)
    this.#last = now
  }

  /** The longest turn since it was asked the last time. A turn ends where a timer comes to its turn. */
  takeLongest(): number {
    if (this.#last === 0) setInterval(() => this.#end(), 1).unref()
    else this.#end()
    const longest = this.#longest
    this.#last = busy()
    this.#longest = 0
    return longest
  }
}
