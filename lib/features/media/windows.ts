/** Searches a long text window by window, and yields the event loop in between. */
import type { Pace } from '../../pace.ts'

const WINDOW = 64 * 1024
/** Nothing that is searched for is longer, however it is spelled. */
const OVERLAP = 4096

/** Whether the test is true for some window. */
export async function isTrueWithin(text: string, test: (window: string) => boolean, pace: Pace): Promise<boolean> {
  for (let from = 0; from < text.length; from += WINDOW) {
    if (test(text.slice(from, from + WINDOW + OVERLAP))) return true
    await pace.rest()
  }
  return false
}
