/** Limits slow work on libuv's thread pool: files, DNS and SQLite share it, so scrypt and image processing may use only some threads.
 * Tested by test/features/media/load.test.ts.
 */
import { GalleyError } from './errors.ts'
import { Semaphore } from './semaphore.ts'

const semaphore = new Semaphore(Math.max(1, Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - 2))
/** With more than this waiting, callers are refused: an unbounded queue is an outage too. */
const WAITING = 200

/** Runs slow work as soon as a thread is free. */
export async function slowly<T>(work: () => Promise<T>): Promise<T> {
  if (!semaphore.isFree && semaphore.waiting >= WAITING) throw new GalleyError('TOO_MANY', 'The server is busy', { retryAfter: 10 })
  return semaphore.take(work)
}
