/** Which reads are fast however many rows the table holds, so they need no time limit. It knows the indexes, but no statistics. */
import type { Entity } from '../../schema/model.ts'
import { columnsOf } from '../store/columns.ts'
import type { IndexSpec } from '../store/index-spec.ts'
import type { Filter } from './filter.ts'
import type { PlannedQuery } from './planned-query.ts'
import { fixedBy, isServedBy } from './serving.ts'

/** A page counts as bounded if it ends within this many rows. */
export const NEAR = 1000

/** `rows`: reading the rows is bounded; a page must also end within `NEAR` rows. `count`: counting the filter's matches is bounded. */
export interface Bounds {
  rows: boolean
  count: boolean
}

export function boundsOf({ entity, filter, sorting, page, total, joins = [] }: PlannedQuery, indexes: readonly IndexSpec[]): Bounds {
  const looksAtFew = filter.is === 'none' || matchesFew(filter, entity)
  if (!page) return { rows: looksAtFew && joins.every(({ rule }) => isOfRow(rule)), count: looksAtFew }
  const [fixed, order] = [fixedBy(filter), sorting?.columns]
  const isInOrder = fixed !== undefined && order !== undefined && indexes.some((index) => isServedBy(index, fixed, order))
  return { rows: looksAtFew || (isInOrder && total !== 'counted'), count: looksAtFew }
}

/** The filter selects rows by id or by a unique value, and no other part of it looks beyond these rows. */
export function matchesFew(filter: Filter, entity: Entity): boolean {
  const parts = filter.is === 'and' ? filter.of : [filter]
  return parts.some((part) => namesRows(part, entity)) && parts.every(isOfRow)
}

function namesRows(filter: Filter, entity: Entity): boolean {
  const name = columnIn(filter)
  if (filter.is !== 'test' || name === undefined) return false
  if (name === 'id') return filter.test === 'equals' || filter.test === 'in'
  return filter.test === 'equals' && fieldOf(entity, name)?.unique === true
}

const fieldOf = (entity: Entity, column: string) => columnsOf(entity).find(({ name }) => name === column)?.field

/** The column of the row that a test checks. */
function columnIn(filter: Filter): string | undefined {
  if (filter.is !== 'test' || filter.path.length !== 1) return undefined
  const [step] = filter.path
  return step.is === 'column' && step.fallback === undefined ? step.name : undefined
}

/** The filter needs only the row and the rows that its single relations point to. */
function isOfRow(filter: Filter): boolean {
  if (filter.is === 'and' || filter.is === 'or') return filter.of.every(isOfRow)
  if (filter.is === 'not') return isOfRow(filter.of)
  if (filter.is !== 'test') return true
  if (filter.test === 'parts') return false
  return filter.path.every(
    (step) => step.is !== 'targets' && !(step.is === 'column' && step.inside) && (step.is !== 'hop' || isOfRow(step.rule)),
  )
}
