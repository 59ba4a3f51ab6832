/** The operators of `where`, and the coercion of values to the type that a field holds. */
import { isMoment, toUtc } from '../../schema/field-types/date.ts'
import { badQuery } from '../errors.ts'
import { all, and, type Filter, none, not, or, type Test } from './filter.ts'
import type { PathTarget, ValueKind, WholeRoute } from './paths.ts'

export interface Operator {
  sentence: string
  /** Throws if the operator doesn't apply to the target; lists of rows support only `exists`. */
  filter(target: PathTarget, value: unknown, name: string): Filter
}

export const operators: Readonly<Record<string, Operator>> = Object.assign(Object.create(null), {
  equals: { sentence: 'the same value; `null` matches empty ones', filter: equals },
  not_equals: {
    sentence: 'another value, empty ones included',
    filter: (target: PathTarget, value: unknown, name: string) => not(equals(target, value, name)),
  },
  in: { sentence: 'one of several values', filter: within },
  not_in: {
    sentence: 'none of several values, empty ones included',
    filter: (target: PathTarget, value: unknown, name: string) => not(within(target, value, name)),
  },
  gt: { sentence: 'greater, or later', filter: comparison('gt') },
  gte: { sentence: 'greater or equal', filter: comparison('gte') },
  lt: { sentence: 'less, or earlier', filter: comparison('lt') },
  lte: { sentence: 'less or equal', filter: comparison('lte') },
  like: { sentence: 'contains the text, ignoring case', filter: like },
  exists: { sentence: '`true`: has a value; `false`: is empty', filter: exists },
} satisfies Record<string, Operator>)

const MAX_VALUES = 1000

/** True if it holds for any of the values that the path matches. */
const some = (target: PathTarget, test: (route: WholeRoute) => Filter): Filter => or(...target.ways.map(test))

const test = ({ steps, kind }: WholeRoute, name: Test, value?: unknown): Filter => ({ is: 'test', path: steps, kind, test: name, value })

const filled = (target: PathTarget): Filter => some(target, (route) => test(route, 'filled'))

function equals(target: PathTarget, value: unknown, name: string): Filter {
  if (value === null) return not(filled(target))
  return compared(target, 'equals', value, name)
}

/** If the path matches values of several types, those that can't hold the given value don't match. */
function compared(target: PathTarget, which: Test, value: unknown, name: string): Filter {
  if (Array.isArray(value)) throw badQuery("compares with one value; to compare with several, use 'in' or 'not_in'", name)
  checkHeld(target, value, name)
  return some(target, (route) => {
    const coerced = coerce(route, value)
    if (coerced === undefined) return none
    return which === 'equals' && route.indexed ? among(target, route, [coerced]) : test(route, which, target.bind(route.kind, coerced))
  })
}

function within(target: PathTarget, value: unknown, name: string): Filter {
  const values = typeof value === 'string' ? (value === '' ? [] : value.split(',').map((one) => (one === 'null' ? null : one))) : value
  if (!Array.isArray(values)) throw badQuery('needs a list of values', name)
  if (values.length > MAX_VALUES)
    throw badQuery(
      `takes at most ${MAX_VALUES} values, not ${values.length}: filter by a field that these documents share, or send several requests`,
      name,
    )
  // `filter` alone would skip the holes of a sparse list, and with them the values that are missing by mistake.
  const given = Array.from(values).filter((one) => one !== null)
  for (const one of given) checkHeld(target, one, name)
  const found = some(target, (route) => {
    const coerced = given.map((one) => coerce(route, one)).filter((one) => one !== undefined)
    return coerced.length > 0 ? among(target, route, coerced) : none
  })
  return or(found, values.includes(null) ? not(filled(target)) : none)
}

/** One of these values, found by the index of them if there is one. */
function among(target: PathTarget, { steps, kind, indexed }: WholeRoute, values: unknown[]): Filter {
  return { is: 'test', path: indexed ?? steps, kind, test: 'in', value: target.bindList(kind, values) }
}

function comparison(which: 'gt' | 'gte' | 'lt' | 'lte') {
  return (target: PathTarget, value: unknown, name: string): Filter => {
    if (value === null) throw badQuery('needs a value', name)
    return compared(target, which, value, name)
  }
}

function like(target: PathTarget, value: unknown, name: string): Filter {
  if (!target.ways.some((route) => route.text)) throw badQuery("'like' works on text only", name)
  if (typeof value !== 'string') throw badQuery('must be a string', name)
  if (value.length > 200) throw badQuery('must be at most 200 characters', name)
  if (COERCIONS.text(value) === undefined) throw badQuery(REFUSALS.text, name)
  if (value === '') return all
  return some(target, (route) => {
    const found = hasParts(route) ? target.parts.containing(value) : undefined
    const exactly = () => test(route, 'like', target.containing(value))
    if (found === undefined) return route.text ? exactly() : none
    return target.parts.isExact ? test(route, 'parts', found) : and(test(route, 'parts', found), exactly())
  })
}

/** Whether an index finds parts of the texts at its end. */
function hasParts({ steps }: WholeRoute): boolean {
  const last = steps.at(-1)
  return last?.is === 'column' && last.parts !== undefined
}

function exists(target: PathTarget, value: unknown, name: string): Filter {
  const wanted = value === 'true' ? true : value === 'false' ? false : value
  if (typeof wanted !== 'boolean') throw badQuery('must be true or false', name)
  return wanted ? filled(target) : not(filled(target))
}

function checkHeld(target: PathTarget, value: unknown, name: string): void {
  if (target.ways.some((route) => coerce(route, value) !== undefined)) return
  throw badQuery([...new Set(target.ways.map(({ holds }) => REFUSALS[holds]))].join(', or '), name)
}

/** Coerces a value to the type at the end of a path; undefined if it can't be. */
const coerce = ({ holds }: WholeRoute, value: unknown): unknown => COERCIONS[holds](value)

const REFUSALS: Record<ValueKind, string> = {
  text: 'must be a string',
  date: 'must be a valid date',
  number: 'must be a number',
  boolean: 'must be true or false',
  id: 'must be an id',
}

const COERCIONS: Record<ValueKind, (value: unknown) => unknown> = {
  text: (value) => {
    const text = typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
    return text === undefined || text.includes('\0') || !text.isWellFormed() ? undefined : text
  },
  date: (value) => {
    const found = toUtc(value)
    return isMoment(found) ? found : undefined
  },
  number: (value) => {
    const number = typeof value === 'string' && /^\s*[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?\s*$/.test(value) ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined
  },
  boolean: (value) => (value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined),
  id: (value) => {
    const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value
    return Number.isSafeInteger(number) ? number : undefined
  },
}
