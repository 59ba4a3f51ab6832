/** The threads of libuv, which files, DNS and SQLite share with slow work: scrypt and images may take only some of them at once. */
import { GalleyError } from './errors.ts'

const AT_ONCE = Math.max(1, Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) - 2)
/** Who finds more waiting than this is turned away: a queue without end is an outage too. */
const WAITING = 200

let running = 0
const waiting: (() => void)[] = []

/** Runs slow work when a thread is free for it, in the order of asking. */
export async function slowly<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) throw new GalleyError('TOO_MANY', 'The server is busy', { retryAfter: 10 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
