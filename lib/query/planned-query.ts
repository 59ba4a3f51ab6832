/** The input from which a query plan is compiled. Tested by test/query/model.test.ts. */
import type { Entity } from '../../schema/model.ts'
import type { Filter } from './filter.ts'
import type { Sorting } from './sort.ts'

export interface PlannedQuery {
  entity: Entity
  filter: Filter
  sorting?: Sorting
  /** The names of the columns to return. */
  columns: readonly string[]
  /** A key for the entity and these columns. */
  columnsKey: string
  /** `late`: finds ids in an index first, then reads the rows; used for pages with a large offset. */
  page?: 'straight' | 'late'
  /** Every row contains the total as `TOTAL`: one that the database keeps, between two bound keys, or one counted by the query. */
  total?: 'kept' | 'counted'
  joins?: readonly Join[]
}

/** The target row of a relation, read together with the row that holds the relation. */
export interface Join {
  entity: Entity
  /** The relation's column. */
  column: string
  /** Columns of the joined row are returned as `<alias>.<name>`. */
  alias: string
  columns: readonly string[]
  /** The documents of the joined entity that the caller may see. */
  rule: Filter
}
