/** The threads of libuv, which files, DNS and SQLite share with slow work: scrypt and images may take only some of them at once. */
import { GalleyError } from './errors.ts'
import { Turns } from './turns.ts'

const turns = new Turns(Math.max(1, Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - 2))
/** Who finds more waiting than this is turned away: a queue without end is an outage too. */
const WAITING = 200

/** Runs slow work when a thread is free for it. */
export async function slowly<T>(work: () => Promise<T>): Promise<T> {
  if (!turns.isFree && turns.waiting >= WAITING) throw new GalleyError('TOO_MANY', 'The server is busy', { retryAfter: 10 })
  return turns.take(work)
}
