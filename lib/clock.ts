/** What time it is. Tests move it; nothing else in `lib` asks the machine. */

export interface Clock {
  now(): Date
  /** Resolves when so many milliseconds have passed; keeps no process alive. @default a timer */
  wait?(milliseconds: number): Promise<void>
}

export const systemClock: Clock = { now: () => new Date() }

export const wait = (clock: Clock, milliseconds: number): Promise<void> =>
  clock.wait?.(milliseconds) ?? new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
