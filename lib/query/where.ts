/** Turns a raw `where` into a filter. */
import type { Entity } from '../../schema/model.ts'
import { isPlainObject, kindOf } from '../../schema/plain-object.ts'
import { badQuery } from '../errors.ts'
import { and, type Filter, not, or } from './filter.ts'
import { operators } from './operators.ts'
import { hopsOf, type Look, resolvePath } from './paths.ts'

/**
 * A filter: conditions by field path, combined with `and` and `or`.
 *
 * @example
 * const where: Where = { status: { equals: 'published' }, or: [{ 'author.name': { like: 'Ann' } }, { stars: { gt: 4 } }] }
 */
// biome-ignore lint/suspicious/noExplicitAny: the value depends on the operator and the field
export type Where = { and?: Where[]; or?: Where[] } & { [path: string]: any }

const MAX_DEPTH = 10
const MAX_CONDITIONS = 200

export function resolveWhere(where: unknown, entity: Entity, look: Look): Filter {
  const budget = { left: MAX_CONDITIONS }
  const resolve = (given: unknown, depth: number, what: string): Filter => {
    // A promise or a map has no keys, so it would match every document.
    if (!isPlainObject(given)) throw badQuery(`${what} must be an object of conditions, not ${kindOf(given)}`.trim(), 'where')
    if (depth > MAX_DEPTH) throw badQuery(`is nested deeper than ${MAX_DEPTH} levels`, 'where')
    return and(
      ...Object.entries(given).map(([key, value]) => {
        if (key !== 'and' && key !== 'or') return condition(key, value, entity, look, budget)
        // Unlike `map`, this also refuses the holes of a sparse list.
        const filters = Array.from(listOf(key, value), (one) => resolve(one, depth + 1, `each condition in '${key}'`))
        return key === 'and' ? and(...filters) : or(...filters)
      }),
    )
  }
  return resolve(where, 0, '')
}

function listOf(key: 'and' | 'or', value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  throw badQuery(
    `'${key}' needs a list of conditions, such as ${key}: [{ … }, { … }], in a URL where[${key}][0][…], not ${kindOf(value)}`,
    'where',
  )
}

function condition(path: string, tests: unknown, entity: Entity, look: Look, budget: { left: number }): Filter {
  const isField = entity.fields.some(({ name }) => name === path)
  if (!isField) refuseOtherWords(path)
  const named = isField ? undefined : look.filter?.(path, entity)
  const target = named ? undefined : resolvePath(path, entity, look, 'where')
  if (!isObject(tests) || Object.keys(tests).length === 0) {
    const [operator, value] = Array.isArray(tests) ? ['in', '[…]'] : ['equals', '…']
    throw badQuery(`needs an operator, such as { ${operator}: ${value} }, in a URL where[${path}][${operator}]`, `where.${path}`)
  }
  return and(
    ...Object.entries(tests).map(([name, value]) => {
      // A path that resolves differently in several blocks counts as one condition per route.
      budget.left -= target?.ways.length ?? 1
      if (budget.left < 0)
        throw badQuery(`contains more than ${MAX_CONDITIONS} conditions: to compare a field with several values, use 'in'`, 'where')
      const operator = operators[name]
      if (!operator) {
        const inside = isObject(value) ? `, or write '${path}.${name}' for a field in it` : ''
        throw badQuery(`unknown operator '${name}'; use one of: ${Object.keys(operators).join(', ')}${inside}`, `where.${path}`)
      }
      if (value === undefined)
        throw badQuery(`'${name}' has undefined as its value; leave it out, or compare with null to find empty values`, `where.${path}`)
      // biome-ignore lint/style/noNonNullAssertion: a condition without a target is a named one
      if (!target) return namedTest(path, name, value, named!)
      if (target.rows && name !== 'exists') throw badQuery(`'${path}' contains rows; only 'exists' can be used with it`, `where.${path}`)
      return operator.filter(target, value, `where.${path}`)
    }),
  )
}

/** The words with which other query languages combine conditions. */
function refuseOtherWords(path: string): void {
  const word = path.replace(/^[$_]/, '').toLowerCase()
  if (word === 'and' || word === 'or') throw badQuery(`unknown field '${path}'; write '${word}' to combine conditions`, 'where')
  if (word === 'not' || word === 'nor')
    throw badQuery(`unknown field '${path}'; negate a condition by its operator, such as not_equals, not_in or exists: false`, 'where')
}

/** A feature's filter is either true or false for a document, so it supports only two operators. */
function namedTest(path: string, operator: string, value: unknown, filter: Filter): Filter {
  if (operator !== 'equals' && operator !== 'not_equals')
    throw badQuery(`'${path}' is true or false; only 'equals' and 'not_equals' can be used with it`, `where.${path}`)
  if (!['true', 'false'].includes(String(value))) throw badQuery('must be true or false', `where.${path}`)
  return (String(value) === 'true') === (operator === 'equals') ? filter : not(filter)
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The paths that a `where` uses. */
export function* pathsIn(where: unknown, depth = 0): Generator<string> {
  // `resolveWhere` refuses anything deeper than this.
  if (!isObject(where) || depth > MAX_DEPTH) return
  for (const [key, value] of Object.entries(where)) {
    if (key !== 'and' && key !== 'or') yield key
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* pathsIn(one, depth + 1)
  }
}

export function entitiesIn(where: unknown, sort: readonly string[], entity: Entity, find: (slug: string) => Entity): Set<Entity> {
  return new Set([...pathsIn(where), ...sort].flatMap((path) => hopsOf(path, entity, find)))
}
