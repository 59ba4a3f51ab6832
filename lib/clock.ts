/** What time it is. Tests move it; nothing else in `lib` asks the machine. */
import { setTimeout } from 'node:timers/promises'

export interface Clock {
  now(): Date
  /** Resolves when so many milliseconds have passed, rejects when `signal` says that nobody waits any more; keeps no process alive. @default a timer */
  wait?(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = { now: () => new Date() }

export const wait = (clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  clock.wait?.(milliseconds, signal) ?? setTimeout(milliseconds, undefined, { ref: false, ...(signal && { signal }) })
