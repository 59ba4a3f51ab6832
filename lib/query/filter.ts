/** The filter tree: conditions with resolved paths and coerced values. It contains no SQL. */
import type { Entity, Kind } from '../../schema/model.ts'
import type { Dialect } from '../store/contract.ts'
import type { Ref } from '../store/write-set.ts'

export type Filter =
  | { is: 'all' }
  | { is: 'none' }
  | { is: 'and' | 'or'; of: readonly Filter[] }
  | { is: 'not'; of: Filter }
  /** `word`: the name with which a `where` asks for it, if that is not a field. */
  | { is: 'test'; path: StepPath; kind: Kind; test: Test; value?: unknown; word?: string }

/** Distinguishes a filter from a `where`, whose keys are paths. */
export const isFilter = (given: object): given is Filter => typeof (given as Filter).is === 'string'

/** Tests that are true if at least one value matches; the opposites are wrapped in `not`. `parts`: what an index of parts of texts finds. */
export type Test = 'equals' | 'in' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'parts' | 'filled'

/** The steps from a document to the values of a path. */
export type StepPath = readonly [PathStep, ...PathStep[]]

export type PathStep =
  | ColumnStep
  | InnerStep
  /** The targets of a relation stored in `$references`. */
  | { is: 'targets'; entity: string; path: string; fallback?: string }
  /** From an id to the row with that id, subject to the rule of its entity. */
  | { is: 'hop'; entity: Entity; rule: Filter }

/**
 * A column of the row; if it is empty, the fallback column's value is used. `parts`: the index that finds parts of its text. `inside`: the
 * index that finds the values at the rest of the path.
 */
type ColumnStep = { is: 'column'; name: string; kind: Kind; fallback?: string; parts?: string; inside?: { index: string; kind: Kind } }

/** A step inside a column's JSON. */
export type InnerStep =
  /** A key of a JSON object; if it is empty, the next key's value is used. */
  | { is: 'key'; names: readonly [string, ...string[]]; kind: Kind }
  /** Each element of a JSON list; `blocks` restricts it to the block types that the caller may see. */
  | { is: 'each'; blocks?: readonly string[] }

export const isInner = (step: PathStep): step is InnerStep => step.is === 'key' || step.is === 'each'

export const all: Filter = { is: 'all' }
export const none: Filter = { is: 'none' }

export function and(...filters: Filter[]): Filter {
  const rest: Filter[] = []
  for (const filter of filters) {
    if (filter.is === 'none') return none
    for (const part of filter.is === 'and' ? filter.of : filter.is === 'all' ? [] : [filter]) {
      if (!rest.some((other) => saysTheSame(part, other))) rest.push(part)
    }
  }
  const [first] = rest
  if (!first) return all
  return rest.length === 1 ? first : { is: 'and', of: rest }
}

/** Callers often ask for what a rule demands too, and then the database would check each row twice. Compares tests of one column only. */
function saysTheSame(filter: Filter, other: Filter): boolean {
  if (filter.is === 'not' && other.is === 'not') return saysTheSame(filter.of, other.of)
  if (filter.is !== 'test' || other.is !== 'test' || filter.test !== other.test || filter.value !== other.value) return false
  const [step, ...rest] = filter.path
  const [otherStep, ...otherRest] = other.path
  return rest.length + otherRest.length === 0 && step.is === 'column' && otherStep.is === 'column' && isSameColumn(step, otherStep)
}

function isSameColumn(column: ColumnStep, other: ColumnStep): boolean {
  return column.name === other.name && column.fallback === other.fallback && column.parts === other.parts
}

export function or(...filters: Filter[]): Filter {
  const rest = filters.filter((filter) => filter.is !== 'none')
  if (rest.some((filter) => filter.is === 'all')) return all
  const [first] = rest
  if (!first) return none
  return rest.length === 1 ? first : { is: 'or', of: rest }
}

export function not(filter: Filter): Filter {
  if (filter.is === 'all') return none
  if (filter.is === 'none') return all
  return filter.is === 'not' ? filter.of : { is: 'not', of: filter }
}

export function byId(id: number | Ref): Filter {
  return { is: 'test', path: [{ is: 'column', name: 'id', kind: 'id' }], kind: 'id', test: 'equals', value: id }
}

export function byIds(dialect: Dialect, given: Iterable<number>): Filter {
  // Previews contain what a form holds, which may not be a valid id.
  const ids = [...given].filter((id) => Number.isSafeInteger(id) && id > 0)
  const [only, ...others] = ids
  return only !== undefined && others.length === 0 ? byId(only) : oneOf(dialect.list('id', ids))
}

const oneOf = (list: unknown): Filter => ({
  is: 'test',
  path: [{ is: 'column', name: 'id', kind: 'id' }],
  kind: 'id',
  test: 'in',
  value: list,
})

/** The same filter with a list of ids where it names a row by its id; undefined if it names none. */
export function withList(filter: Filter, list: unknown): Filter | undefined {
  const parts = filter.is === 'and' ? filter.of : [filter]
  const at = parts.findIndex(isById)
  return at < 0 ? undefined : { is: 'and', of: parts.with(at, oneOf(list)) }
}

function isById(filter: Filter): boolean {
  if (filter.is !== 'test' || filter.test !== 'equals' || filter.path.length > 1) return false
  const [step] = filter.path
  return step.is === 'column' && step.name === 'id'
}

/** Its tests, each with whether its opposite is meant. */
export function* testsIn(filter: Filter, isNot = false): Generator<{ test: Extract<Filter, { is: 'test' }>; isNot: boolean }> {
  if (filter.is === 'test') yield { test: filter, isNot }
  else if (filter.is === 'not') yield* testsIn(filter.of, !isNot)
  else if (filter.is === 'and' || filter.is === 'or') for (const one of filter.of) yield* testsIn(one, isNot)
}

/** The shape of a filter as a cache key, and its values in the order in which they are bound. */
export function shapeOf(filter: Filter, values: unknown[]): string {
  switch (filter.is) {
    case 'all':
      return '*'
    case 'none':
      return '-'
    case 'not':
      return `!(${shapeOf(filter.of, values)})`
    case 'and':
    case 'or':
      return `${filter.is}(${filter.of.map((one) => shapeOf(one, values)).join()})`
    case 'test': {
      const path = shapeOfSteps(filter.path, values)
      if (filter.test !== 'filled') values.push(filter.value)
      return `${path}${filter.kind} ${filter.test}`
    }
  }
}

export function shapeOfSteps(steps: readonly PathStep[], values: unknown[]): string {
  let shape = ''
  for (const step of steps) shape += `${stepShape(step, values)}>`
  return shape
}

function stepShape(step: PathStep, values: unknown[]): string {
  if (step.is === 'column')
    return `c${step.name}${step.fallback === undefined ? '' : `|${step.fallback}`}${step.inside ? `^${step.inside.index}` : ''}`
  if (step.is === 'key') return `k${step.names.join('|')}`
  if (step.is === 'targets') return `t${step.path}|${step.fallback ?? ''}`
  return step.is === 'each' ? `[${step.blocks?.join() ?? ''}]` : `@${step.entity.slug}{${shapeOf(step.rule, values)}}`
}

/** Every column of the entity's own row that the filter uses. */
export function columnsIn(filter: Filter): Set<string> {
  if (filter.is === 'and' || filter.is === 'or') return new Set(filter.of.flatMap((one) => [...columnsIn(one)]))
  if (filter.is === 'not') return columnsIn(filter.of)
  if (filter.is !== 'test') return new Set()
  const [first] = filter.path
  if (first.is === 'column') return new Set([first.name, ...(first.fallback === undefined ? [] : [first.fallback])])
  if (first.is !== 'targets') return new Set([''])
  return new Set([first.path, ...(first.fallback === undefined ? [] : [first.fallback])].map((path) => path.replaceAll('.', '$')))
}
