/** A worker thread with its own connection, so that long statements don't block the event loop. Starts with the first statement.
 * Tested by test/query/too-slow.test.ts.
 */
import { Worker } from 'node:worker_threads'
import { stopping } from '../../lib/errors.ts'
import { type Query, type QueryCost, StatementTimeout, type TimedRows } from '../../lib/store/contract.ts'
import { packageFolder } from '../../schema/package-folder.ts'
import type { ThreadedClient } from './clients.ts'
import type { LimitedReader } from './limited-reader.ts'

export interface ThreadOptions {
  client: ThreadedClient
  filename: string
  pragmas: readonly string[]
  cost: QueryCost
}

export interface ThreadData extends ThreadOptions {
  /** Its only element is the number of the last statement to stop. */
  stopped: Int32Array
}

export interface ThreadRequest {
  number: number
  sql: string
  values: readonly unknown[]
  limit: number
}

export type ThreadAnswer = TimedRows | { stopped: true } | { error: string; code: string | undefined }

/** Omits the options of the process: some, such as those for code on the command line, don't work for a thread. */
function startWorker(workerData: ThreadData): Worker {
  const given = { workerData, execArgv: [] }
  if (import.meta.url.endsWith('.js')) return new Worker(new URL('dist/adapters/sqlite/worker.js', packageFolder), given)
  // When run from source, as in the tests, a thread first needs the TypeScript loader.
  const source = new URL('adapters/sqlite/worker.ts', packageFolder).href
  const load = `import('tsx/esm/api').then(({ register }) => { register(); return import('${source}') })`
  return new Worker(load, { ...given, eval: true })
}

interface Pending {
  limit: number
  disconnected: AbortSignal | undefined
  stop(): void
  resolve(answer: TimedRows): void
  reject(error: Error): void
}

export class SqliteThread implements LimitedReader {
  readonly #options: ThreadOptions
  #worker: Worker | undefined
  #pending: Pending | undefined
  readonly #stopped = new Int32Array(new SharedArrayBuffer(4))
  #number = 0

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  run({ sql, checked = sql }: Query, values: readonly unknown[], limit: number, disconnected?: AbortSignal): Promise<TimedRows> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    // An idle thread does not keep the process alive; a working one does.
    worker.ref()
    const number = ++this.#number
    const stop = () => void Atomics.store(this.#stopped, 0, number)
    disconnected?.addEventListener('abort', stop)
    return new Promise<TimedRows>((resolve, reject) => {
      this.#pending = { limit, disconnected, stop, resolve, reject }
      worker.postMessage({ number, sql: checked, values, limit } satisfies ThreadRequest)
    })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = startWorker({ ...this.#options, stopped: this.#stopped })
    worker.on('message', (answer: ThreadAnswer) => {
      worker.unref()
      this.#settle(answer)
    })
    worker.on('error', (error) => this.#settle({ error: error.message, code: undefined }))
    worker.on('exit', () => {
      const isClosing = this.#worker !== worker
      if (!isClosing) this.#worker = undefined
      this.#settle(isClosing ? { closed: true } : { error: 'the thread of the database ended', code: undefined })
    })
    return worker
  }

  #settle(answer: ThreadAnswer | { closed: true }): void {
    const pending = this.#pending
    this.#pending = undefined
    if (!pending) return
    const { limit, disconnected, stop } = pending
    disconnected?.removeEventListener('abort', stop)
    if ('rows' in answer) pending.resolve(answer)
    else if ('error' in answer) pending.reject(Object.assign(new Error(answer.error), { code: answer.code }))
    else if (disconnected?.aborted) pending.reject(disconnected.reason)
    else pending.reject('closed' in answer ? stopping() : new StatementTimeout(limit))
  }
}
