/** Runs work that is made to be cut into slices, at once. */
export function done<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
