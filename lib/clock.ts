/** What time it is. Tests move it; nothing else in `lib` asks the machine. */

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
