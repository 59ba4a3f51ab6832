/** The operators of `where`: one row each, and how a value is coerced to what a field holds. */

import { date, isMoment } from '../../schema/field-types.ts'
import type { Field } from '../../schema/model.ts'
import { badQuery } from '../errors.ts'
import { all, and, type Filter, none, not, or, type Test } from './filter.ts'
import type { Holds, Target } from './paths.ts'

export interface Operator {
  sentence: string
  /** Where it makes no sense: on a list of rows only `exists` does. */
  filter(target: Target, value: unknown, name: string): Filter
}

export const operators: Readonly<Record<string, Operator>> = Object.assign(Object.create(null), {
  equals: { sentence: 'the same value; `null` matches empty ones', filter: equals },
  not_equals: {
    sentence: 'another value, empty ones included',
    filter: (target: Target, value: unknown, name: string) => not(equals(target, value, name)),
  },
  in: { sentence: 'one of several values', filter: within },
  not_in: {
    sentence: 'none of several values, empty ones included',
    filter: (target: Target, value: unknown, name: string) => not(within(target, value, name)),
  },
  gt: { sentence: 'greater, or later', filter: comparison('gt') },
  gte: { sentence: 'greater or the same', filter: comparison('gte') },
  lt: { sentence: 'less, or earlier', filter: comparison('lt') },
  lte: { sentence: 'less or the same', filter: comparison('lte') },
  like: { sentence: 'contains the text, ignoring case', filter: like },
  exists: { sentence: '`true`: has a value; `false`: is empty', filter: exists },
} satisfies Record<string, Operator>)

function test(target: Target, name: Test, value?: unknown): Filter {
  return { is: 'test', path: target.steps, kind: target.kind, test: name, value }
}

const filled = (target: Target): Filter => test(target, 'filled')

function equals(target: Target, value: unknown, name: string): Filter {
  if (value === null) return not(filled(target))
  return test(target, 'equals', target.bind(coerce(target, value, name)))
}

function within(target: Target, value: unknown, name: string): Filter {
  const values = typeof value === 'string' ? (value === '' ? [] : value.split(',').map((one) => (one === 'null' ? null : one))) : value
  if (!Array.isArray(values)) throw badQuery('needs a list of values', name)
  if (values.length > 1000) throw badQuery('takes at most 1000 values', name)
  const given = values.filter((one) => one !== null).map((one) => coerce(target, one, name))
  return or(given.length > 0 ? test(target, 'in', target.bindList(given)) : none, values.includes(null) ? not(filled(target)) : none)
}

function comparison(which: 'gt' | 'gte' | 'lt' | 'lte') {
  return (target: Target, value: unknown, name: string): Filter => {
    if (value === null) throw badQuery('needs a value', name)
    return test(target, which, target.bind(coerce(target, value, name)))
  }
}

function like(target: Target, value: unknown, name: string): Filter {
  if (!target.text) throw badQuery("'like' works on text only", name)
  if (typeof value !== 'string') throw badQuery('must be a string', name)
  if (value.length > 200) throw badQuery('must be at most 200 characters', name)
  const text = coerce(target, value, name) as string
  return text === '' ? all : and(test(target, 'like', target.containing(text)))
}

function exists(target: Target, value: unknown, name: string): Filter {
  const wanted = value === 'true' ? true : value === 'false' ? false : value
  if (typeof wanted !== 'boolean') throw badQuery('must be true or false', name)
  return wanted ? filled(target) : not(filled(target))
}

/** A value as the field holds it, or a refusal. */
export function coerce(target: Target, value: unknown, name: string): unknown {
  const found = COERCIONS[target.holds](value, target.field)
  if (found === undefined) throw badQuery(REFUSALS[target.holds], name)
  return found
}

const REFUSALS: Record<Holds, string> = {
  text: 'must be a string',
  date: 'must be a valid date',
  number: 'must be a number',
  boolean: 'must be true or false',
  id: 'must be an id',
}

const COERCIONS: Record<Holds, (value: unknown, field?: Field) => unknown> = {
  text: (value) => {
    const text = typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
    return text === undefined || text.includes('\0') || !text.isWellFormed() ? undefined : text
  },
  date: (value) => {
    const found = date(value)
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
