/** A connection in a thread, whose statements stop when their time is over. Tested by test/query/too-slow.test.ts. */
import type { Row } from '../../lib/store/contract.ts'
import { type SynchronousDatabase, synchronous } from './drivers.ts'
import { IN_TIME } from './time-check.ts'

export interface Stoppable {
  /** Fails in any way if `isOver` has returned true. Without it, the statement may take as long as it needs. */
  all(sql: string, values: readonly unknown[], isOver?: () => boolean): Promise<Row[]>
}

/** For drivers that can't be interrupted: the time check in the statement throws. */
export function stoppableByCheck(database: SynchronousDatabase): Stoppable {
  let isStopped: () => boolean = () => false
  database.function?.(IN_TIME, { deterministic: false }, () => {
    if (isStopped()) throw new Error('stopped')
    return 1
  })
  const driver = synchronous(database)
  return {
    all(sql, values, isOver = () => false) {
      isStopped = isOver
      return driver.all(sql, values)
    },
  }
}
