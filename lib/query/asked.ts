/** What a plan is made for. */
import type { Entity } from '../../schema/model.ts'
import type { Filter } from './filter.ts'
import type { Sorting } from './sort.ts'

export interface Asked {
  entity: Entity
  filter: Filter
  sorting?: Sorting
  /** The names of the columns to give. */
  columns: readonly string[]
  /** Names the entity and these columns. */
  columnsKey: string
  /** `late`: ids first over an index, rows after; for pages far behind. */
  page?: 'straight' | 'late'
  /** Every row brings the total as `TOTAL`: the count that the database keeps of the whole table, or one made on the way. */
  total?: 'kept' | 'counted'
  joins?: readonly Join[]
}

/** The row that a relation names, read along with the row that names it. */
export interface Join {
  entity: Entity
  /** The relation's column. */
  column: string
  /** Columns of the joined row are given as `<alias>.<name>`. */
  alias: string
  columns: readonly string[]
  /** What the caller may see of the joined entity. */
  rule: Filter
}
