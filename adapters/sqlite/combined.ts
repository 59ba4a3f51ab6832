/** Statements that wait for the writer and differ in their values only, as one: each call of the driver costs more than what it writes.
 * Tested by test/store/batch.test.ts.
 */
import type { Row } from '../../lib/store/contract.ts'
import type { Driver } from './drivers.ts'

/** SQLite accepts 32,766 values in a statement. */
const MOST_VALUES = 30_000
/** Characters: other work must not wait for long. */
const MOST_CHARACTERS = 1_000_000

/** A statement that needs no transaction around it. */
export interface LoneStatement {
  readonly sql: string
  readonly values: readonly unknown[]
  /** The statement for several lists of values, each after its position; those without a position do nothing. Its rows say to which position they belong, as `at`. */
  readonly several?: (lists: number) => string
}

/** What waits to be written. */
interface Waiting {
  readonly statement?: LoneStatement
}

/** The same in their order, as lists of those that can be one statement. */
export function combinable<Job extends Waiting>(jobs: readonly Job[]): Job[][] {
  const parts: Job[][] = []
  let [values, characters] = [0, 0]
  let last: Job | undefined
  for (const job of jobs) {
    const given = job.statement?.values ?? []
    values += given.length + 1
    characters += charactersOf(given)
    const isLonger = values > MOST_VALUES || characters > MOST_CHARACTERS
    if (isLonger || !job.statement?.several || job.statement.several !== last?.statement?.several) {
      parts.push([])
      values = given.length + 1
      characters = charactersOf(given)
    }
    parts.at(-1)?.push(job)
    last = job
  }
  return parts
}

const charactersOf = (values: readonly unknown[]): number =>
  values.reduce((sum: number, value) => (typeof value === 'string' ? sum + value.length : sum), 0)

/** Runs all of them or none; returns the rows of each. */
export async function runCombined(statements: readonly LoneStatement[], driver: Driver): Promise<Row[][]> {
  const lists = roundedUp(statements.length)
  const values: unknown[] = []
  for (const [at, statement] of statements.entries()) values.push(at, ...statement.values)
  const width = values.length / statements.length
  while (values.length < lists * width) values.push(null)
  const rows: Row[][] = statements.map(() => [])
  // biome-ignore lint/style/noNonNullAssertion: only statements that can be combined are
  for (const { at, ...row } of await driver.all(statements[0]!.several!(lists), values)) rows[at]?.push(row)
  return rows
}

/** Few different numbers, so that few statements are prepared. */
const roundedUp = (lists: number): number => (lists <= 8 ? lists : Math.ceil(lists / 8) * 8)
