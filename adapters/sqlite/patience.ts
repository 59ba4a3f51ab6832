/** Waits until another connection releases the file, without blocking a thread: a busy wait in the driver would freeze the host.
 * Tested by test/store/patience.test.ts and test/store/long-work.test.ts.
 */
import { GalleyError } from '../../lib/errors.ts'

const PATIENCE = 30_000

const isBusy = (error: unknown) =>
  /SQLITE_(BUSY|LOCKED)|database is locked/.test(String((error as { code?: string }).code) + (error as Error).message)

const locked = (cause: unknown): GalleyError =>
  new GalleyError(
    'UNAVAILABLE',
    `Another process has kept the SQLite database locked for ${PATIENCE / 1000} seconds: end it, or try again when it is done`,
    { cause, retryAfter: 1 },
  )

export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE
  for (let wait = 1; ; wait = Math.min(wait * 2, 50)) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (Date.now() > until) throw locked(error)
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())))
    }
  }
}
