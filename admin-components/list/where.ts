/** Filters as rows of a field, an operator and a value ↔ the `where` of the API. */
import type { Entity, Field } from '../desk/schema.ts'

export interface Test {
  field: string
  operator: Operator
  value: string
}

export interface Filter {
  match: 'and' | 'or'
  tests: Test[]
}

const OPERATORS = ['equals', 'not_equals', 'like', 'in', 'not_in', 'gt', 'gte', 'lt', 'lte', 'exists'] as const
export type Operator = (typeof OPERATORS)[number]

/** Days from now that a date may be said in. */
const RELATIVE = /^([+-]\d{1,4})d$/

export const NO_FILTER: Filter = { match: 'and', tests: [] }

export interface Filterable {
  path: string
  field?: Field
  type: string
}

/** What may be filtered by: fields, those of groups, and what every document has. */
export function filterable(entity: Entity): Filterable[] {
  const inside = (fields: readonly Field[]): Filterable[] =>
    fields.flatMap((field): Filterable[] => {
      const type = field.base ?? field.type
      if (field.writeOnly || field.varies || type === 'json' || type === 'richText') return []
      if (type === 'group') return inside(field.fields ?? [])
      return [{ path: field.path, field, type }]
    })
  const system = ['createdAt', 'updatedAt'].map((path) => ({ path, type: 'date' }))
  const status = entity.drafts && !entity.fields.some(({ name }) => name === 'status') ? [{ path: 'status', type: 'status' }] : []
  const pending = entity.drafts && !entity.fields.some(({ name }) => name === 'pending') ? [{ path: 'pending', type: 'flag' }] : []
  return [...inside(entity.fields), ...status, ...pending, ...system, { path: 'id', type: 'number' }]
}

export function operatorsOf({ type, field }: Filterable): Operator[] {
  if (type === 'array' || type === 'blocks') return ['exists']
  if (type === 'flag') return ['equals']
  if (type === 'boolean') return ['equals', 'exists']
  if (type === 'number' || type === 'date') return ['equals', 'not_equals', 'gt', 'gte', 'lt', 'lte', 'exists']
  if (['select', 'relationship', 'upload', 'status'].includes(type))
    return field?.hasMany ? ['equals', 'not_equals', 'exists'] : ['equals', 'not_equals', 'in', 'not_in', 'exists']
  return ['like', 'equals', 'not_equals', 'in', 'not_in', 'exists']
}

export function whereOf({ match, tests }: Filter): object | undefined {
  const said = tests
    .filter(({ value }) => value !== '')
    .map(({ field, operator, value }) => ({ [field]: { [operator]: meant(operator, value) } }))
  return said.length === 0 ? undefined : said.length === 1 ? said[0] : { [match]: said }
}

function meant(operator: Operator, value: string): unknown {
  if (operator === 'in' || operator === 'not_in') return value.split(',').map((one) => one.trim())
  const days = RELATIVE.exec(value)?.[1]
  if (days !== undefined) return new Date(Date.now() + Number(days) * 86_400_000).toISOString()
  return value
}

export const filterText = (filter: Filter): string | undefined => (filter.tests.length === 0 ? undefined : JSON.stringify(filter))

/** What an address carries; whatever is no filter is none. */
export function filterFrom(text: string | null): Filter {
  try {
    const { match, tests } = JSON.parse(text ?? '') as Filter
    const sound = tests.filter(
      ({ field, operator, value }) => typeof field === 'string' && typeof value === 'string' && OPERATORS.includes(operator),
    )
    return { match: match === 'or' ? 'or' : 'and', tests: sound }
  } catch {
    return NO_FILTER
  }
}
