/** Looks through a long text window by window, so that others get a turn in between. */
import type { Pace } from '../../pace.ts'

const WINDOW = 64 * 1024
/** What is looked for is never longer, however it is spelled. */
const OVERLAP = 4096

/** Whether the test is true of some window. */
export async function isTrueWithin(text: string, test: (window: string) => boolean, pace: Pace): Promise<boolean> {
  for (let from = 0; from < text.length; from += WINDOW) {
    if (test(text.slice(from, from + WINDOW + OVERLAP))) return true
    await pace.rest()
  }
  return false
}
