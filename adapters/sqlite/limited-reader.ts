/** A connection whose statements have a time limit. Tested by test/query/too-slow.test.ts. */
import type { Query, TimedRows } from '../../lib/store/contract.ts'

/** Runs one statement at a time, and stops it when its time runs out or `gone` is aborted. */
export interface LimitedReader {
  run(query: Query, values: readonly unknown[], limit: number, disconnected?: AbortSignal): Promise<TimedRows>
  /** Stops the running statement. */
  close(): Promise<void>
}
