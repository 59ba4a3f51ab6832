/** The rows that match a filter: one of their columns as a statement for write sets, or their ids. Tested by test/query/model.test.ts. */
import { derived } from '../../schema/derived.ts'
import type { Entity } from '../../schema/model.ts'
import type { Dialect } from '../store/contract.ts'
import { filterSql } from '../store/filter-sql.ts'
import type { Store } from '../store/store.ts'
import type { Statement } from '../store/write-set.ts'
import { type Filter, shapeOf } from './filter.ts'

export function matching(dialect: Dialect, entity: Entity, column: string, filter: Filter): Statement {
  const values: unknown[] = []
  const key = `${column} ${shapeOf(filter, values)}`
  const kept = keptFor(entity).get(dialect) ?? new Map<string, string>()
  keptFor(entity).set(dialect, kept)
  let sql = kept.get(key)
  if (sql === undefined) {
    sql = `select t.${dialect.quote(column)} from ${dialect.table(entity.slug)} as t where ${filterSql(filter, dialect)}`
    if (kept.size < KEPT) kept.set(key, sql)
  }
  return { kind: 'select', sql, values }
}

/** Statements whose SQL is kept for each entity. */
const KEPT = 100

const keptFor = derived((_: Entity) => new WeakMap<Dialect, Map<string, string>>())

/** The ids of all rows that a filter matches, even if no index serves it. */
export async function idsMatching(store: Store, entity: Entity, filter: Filter): Promise<number[]> {
  const { dialect } = store
  const { sql, values } = matching(dialect, entity, 'id', filter)
  return (await store.readLong(dialect.native(sql), values)).map(({ id }) => Number(id))
}
