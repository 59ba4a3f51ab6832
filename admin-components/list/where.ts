/** Converts between filters, as conditions in nested groups, and the `where` of the API. Tested by test/admin-components/filters.test.ts. */
import { OPERATORS, type Operator } from '../fields/operators.ts'

/** How many days before or after now: the limits that each of these means. */
const DAYS = { last: { gte: -1, lte: 0 }, next: { gte: 0, lte: 1 }, ago: { lt: -1 }, ahead: { gt: 1 } } as const

/** The comparisons of a condition: the operators of the API, whole days, and days relative to now. */
export type Comparison = Operator | 'on' | keyof typeof DAYS

const COMPARISONS: readonly string[] = [...OPERATORS, 'on', ...Object.keys(DAYS)]

export interface Test {
  field: string
  operator: Comparison
  value: string
}

export interface Filter {
  match: 'and' | 'or'
  tests: readonly (Test | Filter)[]
}

export const isNested = (part: Test | Filter): part is Filter => 'tests' in part

export const NO_FILTER: Filter = { match: 'and', tests: [] }

/** The server accepts ten levels. */
const DEEPEST = 8

/** A date as its input writes it. */
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Conditions that have no value yet are left out. */
export function whereOf({ match, tests }: Filter): object | undefined {
  const conditions = tests.map((one) => (isNested(one) ? whereOf(one) : conditionOf(one))).filter((one) => one !== undefined)
  return conditions.length > 1 ? { [match]: conditions } : conditions[0]
}

export const conditionsIn = ({ tests }: Filter): Test[] =>
  tests.flatMap((one) => (isNested(one) ? conditionsIn(one) : one.value === '' ? [] : [one]))

function conditionOf({ field, operator, value }: Test): object | undefined {
  if (value === '') return undefined
  if (operator === 'on') return { [field]: { gte: startOf(value, 0), lt: startOf(value, 1) } }
  if (operator in DAYS) {
    const limits = Object.entries(DAYS[operator as keyof typeof DAYS])
    return { [field]: Object.fromEntries(limits.map(([limit, sign]) => [limit, daysFromNow(sign * Number(value))])) }
  }
  if (operator === 'in' || operator === 'not_in') return { [field]: { [operator]: value.split(',').map((one) => one.trim()) } }
  if (!DAY.test(value)) return { [field]: { [operator]: value } }
  // A day lasts from its first moment to the first one of the next day.
  if (operator === 'gt') return { [field]: { gte: startOf(value, 1) } }
  if (operator === 'lte') return { [field]: { lt: startOf(value, 1) } }
  return { [field]: { [operator]: operator === 'gte' || operator === 'lt' ? startOf(value, 0) : value } }
}

const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** The first moment of a day, or of the one after it, in the user's time zone. */
function startOf(day: string, after: 0 | 1): string {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + after)
  return date.toISOString()
}

export const filterText = (filter: Filter): string | undefined => (filter.tests.length === 0 ? undefined : JSON.stringify(filter))

/** Parses a filter from the URL; anything invalid counts as no filter. */
export function filterFrom(text: string | null): Filter {
  try {
    return groupFrom(JSON.parse(text ?? ''), 1)
  } catch {
    return NO_FILTER
  }
}

function groupFrom({ match, tests }: Filter, depth: number): Filter {
  const valid = tests.flatMap((one): (Test | Filter)[] => {
    if (isNested(one)) return depth < DEEPEST ? [groupFrom(one, depth + 1)] : []
    const { field, operator, value } = one
    return typeof field === 'string' && typeof value === 'string' && COMPARISONS.includes(operator) ? [inDays(one)] : []
  })
  return { match: match === 'or' ? 'or' : 'and', tests: valid }
}

/** Views that were saved earlier compare with `-7d`. */
function inDays(test: Test): Test {
  const [, sign, days] = /^([+-])(\d{1,4})d$/.exec(test.value) ?? []
  if (days === undefined) return test
  const isLater = test.operator.startsWith('gt')
  return { field: test.field, operator: sign === '-' ? (isLater ? 'last' : 'ago') : isLater ? 'ahead' : 'next', value: days }
}
