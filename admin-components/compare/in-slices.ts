/** Runs long work in short slices, so that the page can paint and react in between. Tested by test/admin-components/compare-lists.test.ts. */

const SLICE = 8

/** Undefined if it was cancelled. */
export async function inSlices<T>(work: Generator<void, T>, signal: AbortSignal): Promise<T | undefined> {
  for (;;) {
    const end = performance.now() + SLICE
    do {
      const step = work.next()
      if (step.done) return step.value
    } while (performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve))
    if (signal.aborted) return undefined
  }
}
