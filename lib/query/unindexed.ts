/** Which lists read documents that they don't return, and with which index they wouldn't. It knows the indexes, but no statistics. Tested by test/query/unindexed.test.ts. */
import type { Entity } from '../../schema/model.ts'
import { columnsOf, SYSTEM, withoutLocale } from '../store/columns.ts'
import type { IndexSpec } from '../store/index-spec.ts'
import type { Tally } from '../store/tally.ts'
import { matchesFew } from './bounded.ts'
import { type Filter, isInner, type PathStep, type Test, testsIn } from './filter.ts'
import type { PlannedQuery } from './planned-query.ts'
import { isServedBy, type SeenColumn } from './serving.ts'
import type { SortedColumn } from './sort.ts'

/** A list that no index serves. */
export interface UnindexedList {
  collection: string
  /** `all`: every document of the collection. `matches`: every document that matches a part of the filter. */
  reads: 'all' | 'matches'
  conditions: readonly { path: string; operator: string }[]
  sort: readonly string[]
  /** The index that would serve it, as `indexes` takes it; undefined if there is none. */
  index?: readonly string[]
  /** The field whose own index would find the matches, where `index` can't help. */
  inField?: FieldIndex
}

/** An index that a field declares: of parts of its text, or of the values inside lists and rows. */
interface FieldIndex {
  path: string
  index: 'contains' | true
}

/** The parts of a filter that must all be true. */
interface Parts {
  /** Columns with one value. */
  fixed: SeenColumn[]
  /** Columns with a range or a list of values. */
  ranges: SeenColumn[]
  others: Filter[]
}

/** Tests that no order of values answers. */
const NEVER_SORTED: readonly Test[] = ['like', 'parts', 'filled']

/** What `indexes` allows. */
const MOST_FIELDS = 5

/** The order in which documents with equal values are listed; every sorting index ends with it. */
const TIES: readonly SortedColumn[] = [
  { name: 'created_at', direction: 'desc' },
  { name: 'id', direction: 'desc' },
]

export function unindexedList(
  { entity, filter, sorting }: PlannedQuery,
  indexes: readonly IndexSpec[],
  tally: Tally | undefined,
): UnindexedList | undefined {
  if (filter.is === 'none' || matchesFew(filter, entity)) return undefined
  const parts = partsOf(filter, tally)
  const order = sorting?.columns
  if (order && isServed(parts, order, indexes, tally)) return undefined
  const reads = indexes.some((index) => narrows(index, parts, tally)) || parts.others.some(isFound) ? 'matches' : 'all'
  const index = indexFor(parts, order, tally, reads)
  const inField = reads === 'all' && !index ? fieldIndexFor(parts, entity, indexes) : undefined
  return {
    collection: entity.slug,
    reads,
    conditions: conditionsIn(filter, tally),
    sort: (order ? withoutTies(order) : []).map(asPath).filter((path) => path !== undefined),
    ...(index && { index }),
    ...(inField && { inField }),
  }
}

function partsOf(filter: Filter, tally: Tally | undefined): Parts {
  const parts: Parts = { fixed: [], ranges: [], others: [] }
  for (const part of withoutTrash(filter, tally)) {
    const [step, ...rest] = part.is === 'test' ? part.path : []
    const isOfColumn = part.is === 'test' && step?.is === 'column' && rest.length === 0
    if (!isOfColumn || NEVER_SORTED.includes(part.test)) parts.others.push(part)
    else parts[part.test === 'equals' ? 'fixed' : 'ranges'].push({ name: step.name, fallback: step.fallback })
  }
  return parts
}

/** The trash hides few documents, so reading past them costs little. */
function withoutTrash(filter: Filter, tally: Tally | undefined): Filter[] {
  const parts = filter.is === 'and' ? filter.of : filter.is === 'all' ? [] : [filter]
  return parts.filter((part) => !(part.is === 'not' && columnIn(part.of) !== undefined && columnIn(part.of) === tally?.trash))
}

function columnIn(filter: Filter): string | undefined {
  const [step] = filter.is === 'test' ? filter.path : []
  return step?.is === 'column' ? step.name : undefined
}

function isServed(
  { fixed, ranges, others }: Parts,
  order: readonly SortedColumn[],
  indexes: readonly IndexSpec[],
  tally: Tally | undefined,
): boolean {
  const names = new Set(fixed.map(({ name }) => name))
  const first = order.find(({ name }) => !names.has(name))
  const isInOrder = ranges.every(({ name, fallback }) => name === first?.name && fallback === first.fallback)
  const isById = first?.name === 'id' && fixed.every(({ name }) => name === tally?.leading)
  return others.length === 0 && isInOrder && (isById || indexes.some((index) => isServedBy(index, fixed, order)))
}

/** Whether an index finds the documents that match a part of the filter. Most documents have the same value in the leading column. */
function narrows({ columns, visible, where, parts, inside }: IndexSpec, { fixed, ranges }: Parts, tally: Tally | undefined): boolean {
  const first = columns[0] === tally?.leading && fixed.some(({ name }) => name === columns[0]) ? columns[1] : columns[0]
  if (where || parts || inside) return false
  return [...fixed, ...ranges].some(({ name, fallback }) => name === first && visible?.[name]?.fallback === fallback)
}

/** `$references` finds the documents that refer to another one, and a field's own index those with a text or value. */
function isFound(filter: Filter): boolean {
  if (filter.is !== 'test') return false
  const [first, ...rest] = filter.path
  if (first.is === 'column' && first.inside) return true
  return rest.length === 0 && (filter.test === 'parts' || (first.is === 'targets' && filter.test !== 'filled'))
}

/** An index that holds the matches in order, or at least finds them where none does. */
function indexFor(
  { fixed, ranges, others }: Parts,
  order: readonly SortedColumn[] | undefined,
  tally: Tally | undefined,
  reads: UnindexedList['reads'],
): string[] | undefined {
  const isFixed = (name: string) => fixed.some((one) => one.name === name)
  const wanted = order ? withoutTies(order).filter(({ name }) => !isFixed(name)) : []
  const isInOrder = ranges.every(({ name }) => name === wanted[0]?.name)
  if (reads === 'matches' && !(order && isInOrder && others.length === 0)) return undefined
  const rest = isInOrder ? wanted : ranges.slice(0, 1).map(({ name }) => ({ name, direction: 'asc' as const }))
  const leading = fixed.filter(({ name }) => name !== tally?.leading).map(({ name }) => ({ name, direction: 'asc' as const }))
  if (others.length > 0 && leading.length === 0 && ranges.length === 0) return undefined
  const paths = [...leading, ...rest].map(asPath)
  const isPossible = paths.length > 0 && paths.length <= MOST_FIELDS && new Set(paths).size === paths.length
  return isPossible && paths.every((path) => path !== undefined) ? paths : undefined
}

/** A text that the list searches, or a value inside a list or rows, that may have an index. */
function fieldIndexFor({ others }: Parts, entity: Entity, indexes: readonly IndexSpec[]): FieldIndex | undefined {
  for (const part of others) {
    const name = columnIn(part)
    if (part.is !== 'test' || name === undefined) continue
    const [, ...inner] = part.path
    const field = columnsOf(entity).find((column) => column.name === name)?.field
    const isText = part.test === 'like' && inner.length === 0 && field?.type.text && !field.options
    if (isText && !indexes.some(({ parts, columns }) => parts && columns[0] === name))
      return { path: pathAlong(part.path), index: 'contains' }
    const isValue = (part.test === 'equals' || part.test === 'in') && inner.length > 0 && inner.every(isInner)
    if (isValue) return { path: pathAlong(part.path), index: true }
  }
  return undefined
}

function withoutTies(order: readonly SortedColumn[]): SortedColumn[] {
  const rest = [...order]
  for (const { name, direction } of TIES.toReversed()) if (rest.at(-1)?.name === name && rest.at(-1)?.direction === direction) rest.pop()
  return rest
}

/** A column as a query names it, descending with `-`; undefined for a column that a feature owns. */
function asPath({ name, direction }: Pick<SortedColumn, 'name' | 'direction'>): string | undefined {
  const path = pathOf(name)
  return path === undefined ? undefined : `${direction === 'desc' ? '-' : ''}${path}`
}

function pathOf(column: string): string | undefined {
  const system = Object.entries(SYSTEM).find(([, { column: name }]) => name === column)
  if (system) return system[0]
  return column.startsWith('$') ? undefined : withoutLocale(column).replaceAll('$', '.')
}

function conditionsIn(filter: Filter, tally: Tally | undefined): { path: string; operator: string }[] {
  const found = withoutTrash(filter, tally).flatMap((part) => [...testsIn(part)])
  const conditions = found.map(({ test, isNot }) => ({
    path: test.word ?? pathAlong(test.path),
    operator: OPERATORS[test.word === undefined ? test.test : 'equals'][isNot ? 1 : 0],
  }))
  return [...new Map(conditions.map((one) => [`${one.path} ${one.operator}`, one])).values()]
}

/** The name of a test in a query, and that of its opposite. */
const OPERATORS: Readonly<Record<Test, readonly [string, string]>> = {
  equals: ['equals', 'not_equals'],
  in: ['in', 'not_in'],
  gt: ['gt', 'lte'],
  gte: ['gte', 'lt'],
  lt: ['lt', 'gte'],
  lte: ['lte', 'gt'],
  like: ['like', 'not like'],
  parts: ['like', 'not like'],
  filled: ['exists', 'exists'],
}

const pathAlong = (steps: readonly PathStep[]): string =>
  steps
    .flatMap((step) => {
      if (step.is === 'column') return pathOf(step.name) ?? step.name
      if (step.is === 'key') return withoutLocale(step.names[0])
      return step.is === 'targets' ? step.path : []
    })
    .join('.')

/** The index that would serve a list, as a schema declares it. */
export function advised({ index, inField }: Pick<UnindexedList, 'index' | 'inField'>): string | undefined {
  if (index) return `indexes: [[${index.map((path) => `'${path}'`).join(', ')}]]`
  return inField && `index: ${inField.index === true ? 'true' : `'${inField.index}'`} in the field '${inField.path}'`
}

/** Whether a table has the advised index already, which may be newer than the list. */
export function hasIndex({ index, inField }: UnindexedList, indexes: readonly IndexSpec[]): boolean {
  if (inField) return indexes.some((one) => isOfField(one, inField))
  return index !== undefined && isInOrderOf(index, indexes)
}

function isOfField({ parts, inside, columns: [name] }: IndexSpec, { path, index }: FieldIndex): boolean {
  if (name === undefined || (index === 'contains' ? !parts : !inside)) return false
  return pathAlong([{ is: 'column', name, kind: 'json' }, ...(inside?.path ?? [])]) === path
}

function isInOrderOf(paths: readonly string[], indexes: readonly IndexSpec[]): boolean {
  const order = paths.map((path): SortedColumn => {
    const name = path.replace(/^-/, '')
    return { name: SYSTEM[name]?.column ?? name.replaceAll('.', '$'), direction: path.startsWith('-') ? 'desc' : 'asc' }
  })
  return indexes.some((index) => isServedBy(index, [], order))
}
