/** The rows that match a filter: one of their columns as a statement for write sets, or their ids. Tested by test/query/model.test.ts. */
import type { Entity } from '../../schema/model.ts'
import type { Dialect } from '../store/contract.ts'
import { filterSql } from '../store/filter-sql.ts'
import type { Store } from '../store/store.ts'
import type { Statement } from '../store/write-set.ts'
import { type Filter, shapeOf } from './filter.ts'

export function matching(dialect: Dialect, { slug }: Entity, column: string, filter: Filter): Statement {
  const values: unknown[] = []
  shapeOf(filter, values)
  const sql = `select t.${dialect.quote(column)} from ${dialect.table(slug)} as t where ${filterSql(filter, dialect)}`
  return { kind: 'select', sql, values }
}

/** The ids of all rows that a filter matches, even if no index serves it. */
export async function idsMatching(store: Store, entity: Entity, filter: Filter): Promise<number[]> {
  const { dialect } = store
  const { sql, values } = matching(dialect, entity, 'id', filter)
  return (await store.readLong(dialect.native(sql), values)).map(({ id }) => Number(id))
}
