/** The current time. Tests can move it; nothing else in `lib` reads the system clock. */
import { setTimeout } from 'node:timers/promises'

/**
 * The source of the current time. `clock` in the configuration replaces the system clock, for example in tests.
 *
 * @example
 * const clock: Clock = { now: () => new Date('2030-01-01') }
 */
export interface Clock {
  now(): Date
  /** Resolves after this many milliseconds; rejects if `signal` aborts. It doesn't keep the process alive. @default a timer */
  wait?(milliseconds: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = { now: () => new Date() }

export const wait = (clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  clock.wait?.(milliseconds, signal) ?? setTimeout(milliseconds, undefined, { ref: false, ...(signal && { signal }) })
