/** Runs a write set as one statement with data-modifying parts: a transaction in one round trip. Several sets of one shape are one statement,
 * too. Tested by test/store/batch.test.ts.
 */
import type { ReturnedRows, Row } from '../../lib/store/contract.ts'
import { Ref, type Statement, sqlOf } from '../../lib/store/write-set.ts'

/** Guards that are asked along with the writes, the first of which returns a row. */
interface Parts {
  readonly checks: readonly Statement[]
  readonly statements: readonly [Statement, ...Statement[]]
}

/** A set as one statement. */
export interface Together extends Parts {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** It always returns a row, or is refused by us if it doesn't. */
const isRowGiving = ({ returning, as, expect }: Statement) =>
  returning !== undefined && (as ?? expect) !== undefined && (!expect || expect.rows === 1)

/** An insert that nothing depends on, and that cannot be refused by us. */
const isPlain = ({ into, returning, expect }: Statement) => into !== undefined && returning === undefined && expect === undefined

/** A guard that is asked along with the writes. */
const isCheck = ({ kind, isCheck, expect, values }: Statement) =>
  kind === 'select' && isCheck === true && expect !== undefined && !values.some((value) => value instanceof Ref)

/** Division by zero: the first statement matched no row. */
const NOTHING_THERE = '22012'
/** The logarithm of zero: a check found another number of rows. */
const CHECK_FAILED = '2201E'

/** Checks come first, then a statement that returns a row, then plain inserts that may refer to it; anything else runs as a transaction. */
export function together(all: readonly Statement[]): Together | undefined {
  const checks = all.slice(
    0,
    Math.max(
      0,
      all.findIndex((statement) => !isCheck(statement)),
    ),
  )
  const [first, ...others] = all.slice(checks.length)
  if (!first || !isRowGiving(first) || !others.every(isPlain)) return undefined
  // Two inserts into one table would run in no defined order.
  if (new Set(others.map(({ into }) => into)).size < others.length) return undefined
  // The error doesn't say which of them failed.
  if (new Set(checks.map(({ expect }) => expect?.otherwise)).size > 1) return undefined
  const parts: Parts = { checks, statements: [first, ...others] }
  if (others.length + checks.length > 0) return { ...parts, ...several([parts]) }
  const values: unknown[] = []
  return { ...parts, sql: spelt(first, '', values), values }
}

/** Their rows say to which set they belong, as `at`. A set of one statement that matched no row has none; any other fails, and all with it. */
export function several(sets: readonly Parts[]): { sql: string; values: unknown[] } {
  const values: unknown[] = []
  const parts: string[] = []
  const rows: string[] = []
  for (const [at, { statements }] of sets.entries())
    for (const [index, statement] of statements.entries()) parts.push(`s${at}_${index} as (${spelt(statement, `s${at}_0`, values)})`)
  for (const [at, { checks, statements }] of sets.entries()) {
    const isLone = statements.length + checks.length === 1
    // These fail if the first statement matched no row, or a check found other rows, which rolls everything back.
    const conditions = [
      `1 / (select count(*) from s${at}_0) as "there"`,
      ...checks.map((check, index) => `${checked(check, values)} as "checked ${index}"`),
    ]
    rows.push(
      isLone
        ? `select ${at} as "at", f.* from s${at}_0 as f`
        : `select ${at} as "at", f.*, ${conditions.join(', ')} from (select 1) as o left join s${at}_0 as f on true`,
    )
  }
  return { sql: `with ${parts.join(', ')} ${rows.join(' union all ')}`, values }
}

const checked = (check: Statement, values: unknown[]): string =>
  `ln(case when (select count(*) from (${spelt(check, '', values)}) as c) = ${check.expect?.rows} then 1.0 else 0.0 end)`

/** The result of a set whose first statement returned this row. */
export function returnedRows({ statements: [first] }: Together, row: Row | undefined): ReturnedRows {
  if (!row && first.expect) throw first.expect.otherwise()
  return first.as === undefined ? {} : { [first.as]: row ?? {} }
}

export function refused({ checks: [check], statements: [first] }: Together, error: unknown): Error | undefined {
  const { code } = error as { code?: string }
  if (code === CHECK_FAILED) return check?.expect?.otherwise()
  return code === NOTHING_THERE ? first.expect?.otherwise() : undefined
}

/** Numbers the placeholders consecutively; a reference becomes a column of the first row. */
function spelt(statement: Statement, first: string, all: unknown[]): string {
  const { values } = statement
  let at = 0
  return sqlOf(statement).replace(/\?/g, () => {
    const value = values[at++]
    if (value instanceof Ref) return `(select "${value.column}" from ${first})`
    all.push(value)
    return `$${all.length}`
  })
}
