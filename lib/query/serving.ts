/** Which index serves a list: the columns that the filter fixes come first in it, then those of the sort. Tested by test/query/bounded.test.ts. */
import type { IndexSpec } from '../store/index-spec.ts'
import type { Filter } from './filter.ts'
import type { SortedColumn } from './sort.ts'

/** A column as the row holds it, or as readers see it: with the values of another in place of empty ones. */
export interface SeenColumn {
  name: string
  fallback?: string | undefined
}

/** The columns that a filter requires to have one value each; undefined if it also says something else. */
export function fixedBy(filter: Filter): SeenColumn[] | undefined {
  const parts = filter.is === 'and' ? filter.of : filter.is === 'all' ? [] : [filter]
  const columns = parts.map((part) => {
    const [step, ...rest] = part.is === 'test' ? part.path : []
    const isFixed = part.is === 'test' && part.test === 'equals' && step?.is === 'column' && rest.length === 0
    return isFixed ? { name: step.name, fallback: step.fallback } : undefined
  })
  return columns.every((column) => column !== undefined) ? columns : undefined
}

/** Whether reading an index from one end gives the rows with these fixed columns in this order. */
export function isServedBy(index: IndexSpec, fixed: readonly SeenColumn[], order: readonly SortedColumn[]): boolean {
  const { columns, visible, sorts, where } = index
  if (!sorts || where) return false
  const has = ({ name, fallback }: SeenColumn) => visible?.[name]?.fallback === fallback
  const names = new Set(fixed.map(({ name }) => name))
  const isFixed = (name: string) => names.has(name)
  if (!fixed.every(has) || !columns.slice(0, names.size).every(isFixed)) return false
  const wanted = order.filter(({ name }) => !isFixed(name))
  const rest = columns.slice(names.size)
  const isBackwards = wanted.map(({ name, direction }) => (direction === 'desc') !== sorts.includes(name))
  return wanted.every((one, at) => rest[at] === one.name && has(one)) && new Set(isBackwards).size <= 1
}
