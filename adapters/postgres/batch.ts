/** Runs a write set as one statement, instead of a transaction of several round trips. */
import { Ref, type Statement, sqlOf } from '../../lib/store/write-set.ts'

export interface Together {
  sql: string
  values: readonly unknown[]
  /** The name of its row. */
  as?: string
  /** Converts an error if it means that the first statement matched no row. */
  refused(error: unknown): Error | undefined
}

/** It always returns a row, or is refused by us if it doesn't. */
const isRowGiving = ({ returning, as, expect }: Statement) => returning !== undefined && (as ?? expect) !== undefined

/** An insert that nothing depends on, and that cannot be refused by us. */
const isPlain = ({ into, returning, expect }: Statement) => into !== undefined && returning === undefined && expect === undefined

const NOTHING_THERE = '22012'

/** The first statement returns a row, the others are plain inserts that may refer to it; anything else runs as a transaction. */
export function together([first, ...others]: readonly Statement[]): Together | undefined {
  if (!first || !isRowGiving(first) || others.length === 0 || !others.every(isPlain)) return undefined
  // Two inserts into one table would run in no defined order.
  if (new Set(others.map(({ into }) => into)).size < others.length) return undefined
  if (first.expect && first.expect.rows !== 1) return undefined
  const values: unknown[] = []
  const parts = [first, ...others].map((statement, index) => `${index === 0 ? 'f' : `o${index}`} as (${spelt(statement, values)})`)
  // Divides by zero if the first statement matched no row, which rolls everything back.
  const sql = `with ${parts.join(', ')} select f.*, 1 / (select count(*) from f) as "there" from (select 1) as o left join f on true`
  return {
    sql,
    values,
    ...(first.as && { as: first.as }),
    refused: (error) => ((error as { code?: string }).code === NOTHING_THERE ? first.expect?.otherwise() : undefined),
  }
}

/** Numbers the placeholders consecutively; a reference becomes a column of the first row. */
function spelt(statement: Statement, all: unknown[]): string {
  const { values } = statement
  let at = 0
  return sqlOf(statement).replace(/\?/g, () => {
    const value = values[at++]
    if (value instanceof Ref) return `(select "${value.column}" from f)`
    all.push(value)
    return `$${all.length}`
  })
}
