/** Runs inside the thread: executes statements one by one with `better-sqlite3`, and stops those that time out or lose their client.
 * Tested by test/query/too-slow.test.ts.
 */
import { createRequire } from 'node:module'
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { driverOf } from './drivers.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './thread.ts'
import { IN_TIME } from './time-check.ts'

const { filename, pragmas, cost, stopped } = workerData as ThreadData

// On a busy machine the event loop takes precedence over slow queries. Only Linux supports priorities per thread.
if (cost === 'slow' && process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)

const Database = createRequire(import.meta.url)('better-sqlite3')
const database = new Database(filename)
for (const pragma of pragmas) database.pragma(pragma)

class Stopped extends Error {}

let until = 0
let running = 0
database.function(IN_TIME, { deterministic: false }, () => {
  if (performance.now() > until || Atomics.load(stopped, 0) === running) throw new Stopped()
  return 1
})

const driver = driverOf('better-sqlite3', database)

// biome-ignore lint/style/noNonNullAssertion: this module is only loaded in worker threads
const port = parentPort!
port.on('message', async ({ number, sql, values, limit }: ThreadRequest) => {
  const began = performance.now()
  until = began + limit
  running = number
  port.postMessage(await answerOf(sql, values, began))
})

async function answerOf(sql: string, values: readonly unknown[], began: number): Promise<ThreadAnswer> {
  try {
    return { rows: await driver.all(sql, values), took: performance.now() - began }
  } catch (error) {
    if (error instanceof Stopped) return { stopped: true }
    return { error: (error as Error).message, code: (error as { code?: string }).code }
  }
}
