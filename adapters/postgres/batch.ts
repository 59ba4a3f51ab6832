/** Runs a write set as one statement with data-modifying parts: a transaction in one round trip. Several sets of one shape are one statement,
 * too. Tested by test/store/batch.test.ts.
 */
import type { ReturnedRows, Row } from '../../lib/store/contract.ts'
import { Ref, type Statement, sqlOf } from '../../lib/store/write-set.ts'

/** A set as one statement. */
export interface Together {
  readonly statements: readonly [Statement, ...Statement[]]
  readonly sql: string
  readonly values: readonly unknown[]
}

/** It always returns a row, or is refused by us if it doesn't. */
const isRowGiving = ({ returning, as, expect }: Statement) =>
  returning !== undefined && (as ?? expect) !== undefined && (!expect || expect.rows === 1)

/** An insert that nothing depends on, and that cannot be refused by us. */
const isPlain = ({ into, returning, expect }: Statement) => into !== undefined && returning === undefined && expect === undefined

const NOTHING_THERE = '22012'

/** The first statement returns a row, the others are plain inserts that may refer to it; anything else runs as a transaction. */
export function together([first, ...others]: readonly Statement[]): Together | undefined {
  if (!first || !isRowGiving(first) || !others.every(isPlain)) return undefined
  // Two inserts into one table would run in no defined order.
  if (new Set(others.map(({ into }) => into)).size < others.length) return undefined
  if (others.length > 0) return { statements: [first, ...others], ...several([[first, ...others]]) }
  const values: unknown[] = []
  return { statements: [first], sql: spelt(first, '', values), values }
}

/** Their rows say to which set they belong, as `at`. A set of one statement that matched no row has none; any other fails, and all with it. */
export function several(sets: readonly Together['statements'][]): { sql: string; values: unknown[] } {
  const values: unknown[] = []
  const parts: string[] = []
  const rows: string[] = []
  for (const [at, statements] of sets.entries()) {
    for (const [index, statement] of statements.entries()) parts.push(`s${at}_${index} as (${spelt(statement, `s${at}_0`, values)})`)
    // Divides by zero if the first statement matched no row, which rolls everything back.
    const there = `, 1 / (select count(*) from s${at}_0) as "there" from (select 1) as o left join s${at}_0 as f on true`
    rows.push(`select ${at} as "at", f.*${statements.length > 1 ? there : ` from s${at}_0 as f`}`)
  }
  return { sql: `with ${parts.join(', ')} ${rows.join(' union all ')}`, values }
}

/** The result of a set whose first statement returned this row. */
export function returnedRows({ statements: [first] }: Together, row: Row | undefined): ReturnedRows {
  if (!row && first.expect) throw first.expect.otherwise()
  return first.as === undefined ? {} : { [first.as]: row ?? {} }
}

export const refused = ({ statements: [first] }: Together, error: unknown): Error | undefined =>
  (error as { code?: string }).code === NOTHING_THERE ? first.expect?.otherwise() : undefined

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
