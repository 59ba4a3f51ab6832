/** A write set as one statement: what would be a transaction of several round trips is one. */
import { Ref, type Statement } from '../../lib/store/write-set.ts'

export interface Together {
  sql: string
  values: readonly unknown[]
  /** What its row is called. */
  as?: string
  /** What an error means, where it says that the first statement hit nothing. */
  refused(error: unknown): Error | undefined
}

/** Of a table two inserts would come in no particular order. */
const tableOf = ({ sql }: Statement) => sql.slice(0, sql.indexOf('('))

const isRowGiving = ({ sql, as, expect }: Statement) => as !== undefined || (expect !== undefined && / returning /.test(sql))

const NOTHING_THERE = '22012'

/** The first statement gives a row, the others are plain inserts that may mention it; anything else is left to a transaction. */
export function together([first, ...others]: readonly Statement[]): Together | undefined {
  if (!first || !isRowGiving(first) || others.length === 0 || others.some(({ plain }) => !plain)) return undefined
  if (new Set(others.map(tableOf)).size < others.length) return undefined
  if (first.expect && first.expect.rows !== 1) return undefined
  const values: unknown[] = []
  const parts = [first, ...others].map((statement, index) => `${index === 0 ? 'f' : `o${index}`} as (${spelt(statement, values)})`)
  // Divides by nothing where the first one hit no row: then all of it is undone.
  const sql = `with ${parts.join(', ')} select f.*, 1 / (select count(*) from f) as "there" from (select 1) as o left join f on true`
  return {
    sql,
    values,
    ...(first.as && { as: first.as }),
    refused: (error) => ((error as { code?: string }).code === NOTHING_THERE ? first.expect?.otherwise() : undefined),
  }
}

/** Places are numbered through; a value of the first row is asked of it. */
function spelt({ sql, values }: Statement, all: unknown[]): string {
  let at = 0
  return sql.replace(/\?/g, () => {
    const value = values[at++]
    if (value instanceof Ref) return `(select "${value.column}" from f)`
    all.push(value)
    return `$${all.length}`
  })
}
