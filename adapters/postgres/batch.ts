/** Runs a write set as one statement, instead of a transaction of several round trips. */
import { Ref, type Statement } from '../../lib/store/write-set.ts'

export interface Together {
  sql: string
  values: readonly unknown[]
  /** The name of its row. */
  as?: string
  /** Converts an error if it means that the first statement matched no row. */
  refused(error: unknown): Error | undefined
}

/** Two inserts into one table would run in no defined order. */
const tableOf = ({ sql }: Statement) => sql.slice(0, sql.indexOf('('))

const isRowGiving = ({ sql, as, expect }: Statement) => as !== undefined || (expect !== undefined && / returning /.test(sql))

const NOTHING_THERE = '22012'

/** The first statement returns a row, the others are plain inserts that may refer to it; anything else runs as a transaction. */
export function together([first, ...others]: readonly Statement[]): Together | undefined {
  if (!first || !isRowGiving(first) || others.length === 0 || others.some(({ plain }) => !plain)) return undefined
  if (new Set(others.map(tableOf)).size < others.length) return undefined
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
function spelt({ sql, values }: Statement, all: unknown[]): string {
  let at = 0
  return sql.replace(/\?/g, () => {
    const value = values[at++]
    if (value instanceof Ref) return `(select "${value.column}" from f)`
    all.push(value)
    return `$${all.length}`
  })
}
