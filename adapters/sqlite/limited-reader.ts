/** A connection whose statements have a limit of time. */
import type { Query, TimedRows } from '../../lib/store/contract.ts'

/** Runs one statement at a time, and stops it when its time is up or `gone` is aborted. */
export interface LimitedReader {
  run(query: Query, values: readonly unknown[], limit: number, gone?: AbortSignal): Promise<TimedRows>
  /** Stops what is running. */
  close(): Promise<void>
}
