/** Numbers drawn at random, the same for the same seed, so that a failure can be run again: TEST_SEED=… */
export type Roll = (sides: number) => number

/** From 0 to one less than the sides. */
export function dice(seed: number): Roll {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
