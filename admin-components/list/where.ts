/** Converts between filters, as rows of field, operator and value, and the `where` of the API. Tested by test/admin-components/states.test.ts. */
import type { Entity, Field } from '../app/schema.ts'
import { isGroup } from '../document/map-fields.ts'
import type { FieldType } from '../fields/field-type.ts'
import { OF_CHOICE, OF_ORDER, OPERATORS, type Operator, type Operators } from '../fields/operators.ts'
import { typeOf } from '../fields/types.ts'

export interface Test {
  field: string
  operator: Operator
  value: string
}

export interface Filter {
  match: 'and' | 'or'
  tests: Test[]
}

/** A relative date, in days from now. */
const RELATIVE = /^([+-]\d{1,4})d$/

export const NO_FILTER: Filter = { match: 'and', tests: [] }

export interface Filterable {
  path: string
  field?: Field
  operators: Operators
  input: FieldType['filterInput'] | 'status'
}

/** The filters that a list offers: fields, fields inside groups, and the properties of every document. */
export function filterable(entity: Entity): Filterable[] {
  const inside = (fields: readonly Field[]): Filterable[] =>
    fields.flatMap((field): Filterable[] => {
      if (field.writeOnly || field.varies) return []
      if (isGroup(field)) return inside(field.fields ?? [])
      const { operators, filterInput } = typeOf(field)
      const [first, ...others] = operators(field)
      return first ? [{ path: field.path, field, operators: [first, ...others], input: filterInput }] : []
    })
  const drafts: Filterable[] = [
    { path: 'status', operators: OF_CHOICE, input: 'status' },
    { path: 'pending', operators: ['equals'], input: 'yesNo' },
  ]
  const times = ['createdAt', 'updatedAt'].map((path): Filterable => ({ path, operators: OF_ORDER, input: 'date' }))
  return [
    ...inside(entity.fields),
    ...(entity.drafts ? drafts.filter(({ path }) => !entity.fields.some(({ name }) => name === path)) : []),
    ...times,
    { path: 'id', operators: OF_ORDER, input: 'number' },
  ]
}

export function whereOf({ match, tests }: Filter): object | undefined {
  const conditions = tests
    .filter(({ value }) => value !== '')
    .map(({ field, operator, value }) => ({ [field]: { [operator]: meant(operator, value) } }))
  return conditions.length === 0 ? undefined : conditions.length === 1 ? conditions[0] : { [match]: conditions }
}

function meant(operator: Operator, value: string): unknown {
  if (operator === 'in' || operator === 'not_in') return value.split(',').map((one) => one.trim())
  const days = RELATIVE.exec(value)?.[1]
  if (days !== undefined) return new Date(Date.now() + Number(days) * 86_400_000).toISOString()
  return value
}

export const filterText = (filter: Filter): string | undefined => (filter.tests.length === 0 ? undefined : JSON.stringify(filter))

/** Parses a filter from the URL; anything invalid counts as no filter. */
export function filterFrom(text: string | null): Filter {
  try {
    const { match, tests } = JSON.parse(text ?? '') as Filter
    const valid = tests.filter(
      ({ field, operator, value }) => typeof field === 'string' && typeof value === 'string' && OPERATORS.includes(operator),
    )
    return { match: match === 'or' ? 'or' : 'and', tests: valid }
  } catch {
    return NO_FILTER
  }
}
