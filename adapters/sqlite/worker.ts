/** Runs inside the thread: executes statements one by one, and stops those that time out or lose their client.
 * Tested by test/query/too-slow.test.ts.
 */
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openStoppable } from './clients.ts'
import type { ThreadAnswer, ThreadData, ThreadRequest } from './thread.ts'

const { client, filename, pragmas, cost, stopped } = workerData as ThreadData

// On a busy machine the event loop takes precedence over slow queries. Only Linux supports priorities per thread.
if (cost === 'slow' && process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)

const connection = openStoppable(client, filename)
for (const pragma of pragmas) await connection.all(`pragma ${pragma}`, [])

// biome-ignore lint/style/noNonNullAssertion: this module is only loaded in worker threads
const port = parentPort!
port.on('message', async (request: ThreadRequest) => port.postMessage(await answerOf(request)))

async function answerOf({ number, sql, values, limit }: ThreadRequest): Promise<ThreadAnswer> {
  const began = performance.now()
  let isStopped = false
  const isOver = () => {
    isStopped = performance.now() > began + limit || Atomics.load(stopped, 0) === number
    return isStopped
  }
  try {
    return { rows: await connection.all(sql, values, Number.isFinite(limit) ? isOver : undefined), took: performance.now() - began }
  } catch (error) {
    if (isStopped) return { stopped: true }
    return { error: (error as Error).message, code: (error as { code?: string }).code }
  }
}
