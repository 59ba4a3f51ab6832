/** One column of the rows that match a filter, as a statement for write sets. Tested by test/query/model.test.ts. */
import type { Entity } from '../../schema/model.ts'
import type { Dialect } from '../store/contract.ts'
import { filterSql } from '../store/filter-sql.ts'
import type { Statement } from '../store/write-set.ts'
import { type Filter, shapeOf } from './filter.ts'

export function matching(dialect: Dialect, { slug }: Entity, column: string, filter: Filter): Statement {
  const values: unknown[] = []
  shapeOf(filter, values)
  const sql = `select t.${dialect.quote(column)} from ${dialect.table(slug)} as t where ${filterSql(filter, dialect)}`
  return { kind: 'select', sql, values }
}
