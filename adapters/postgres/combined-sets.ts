/** Write sets of one shape that begin in one turn of the event loop share a statement, because each is a trip to the server. If it fails,
 * or one of them has to wait for a lock, each runs on its own. Tested by test/store/batch.test.ts.
 */
import type { ReturnedRows, Row } from '../../lib/store/contract.ts'
import { returnedRows, several, type Together } from './batch.ts'
import type { StatementSettings } from './settings.ts'

/** How many sets a statement may have: few different numbers, so that few statements are prepared. */
const SIZES = [8, 4, 2]
/** Values and characters that sets in one statement may have. */
const MOST_VALUES = 1000
const MOST_CHARACTERS = 100_000
/** One set must not hold up the others for longer, in milliseconds. */
const SETTINGS: StatementSettings = { lock_timeout: 20 }

export interface SetRunner {
  alone(set: Together): Promise<ReturnedRows>
  query(sql: string, values: readonly unknown[], settings: StatementSettings): Promise<Row[]>
}

interface Waiting {
  set: Together
  resolve(rows: ReturnedRows | Promise<ReturnedRows>): void
  reject(error: unknown): void
}

export class CombinedSets {
  readonly #runner: SetRunner
  #waiting: Waiting[] = []

  constructor(runner: SetRunner) {
    this.#runner = runner
  }

  run(set: Together): Promise<ReturnedRows> {
    if (!isShort(set)) return this.#runner.alone(set)
    if (this.#waiting.length === 0) setImmediate(() => this.#begin())
    return new Promise((resolve, reject) => this.#waiting.push({ set, resolve, reject }))
  }

  #begin(): void {
    const byShape = new Map<string, Waiting[]>()
    for (const one of this.#waiting) byShape.set(one.set.sql, [...(byShape.get(one.set.sql) ?? []), one])
    this.#waiting = []
    for (const same of byShape.values())
      while (same.length > 0) void this.#runAll(same.splice(0, SIZES.find((size) => size <= same.length) ?? 1))
  }

  async #runAll(some: readonly Waiting[]): Promise<void> {
    const alone = ({ set, resolve }: Waiting) => resolve(this.#runner.alone(set))
    if (some.length === 1) return some.forEach(alone)
    try {
      const { sql, values } = several(some.map(({ set }) => set))
      const rows = new Map((await this.#runner.query(sql, values, SETTINGS)).map(({ at, ...row }) => [at, row]))
      for (const [index, one] of some.entries()) {
        const row = rows.get(index)
        // Another set may have changed the row in the same statement.
        if (row) one.resolve(returnedRows(one.set, row))
        else alone(one)
      }
    } catch (error) {
      if (isUndone(error)) some.forEach(alone)
      else for (const { reject } of some) reject(error)
    }
  }
}

function isShort({ values }: Together): boolean {
  let characters = 0
  for (const value of values) if (typeof value === 'string') characters += value.length
  return values.length <= MOST_VALUES && characters <= MOST_CHARACTERS
}

/** The server has refused the statement. If the connection broke, it may have been committed. */
const isUndone = (error: unknown): boolean => /^(?!57|08|XX)[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
