/** Parses the query string into plain arguments. It reads the raw string, since frameworks differ in how they treat brackets.
 * Tested by test/http/odd-values.test.ts.
 */

import { createRequire } from 'node:module'
import { derived, derivedFromText } from '../../schema/derived.ts'
import { messages } from '../../schema/messages.ts'
import type { Engine } from '../engine.ts'
import { badQuery, badRequest } from '../errors.ts'
import type { Call } from '../local/call.ts'
import { truth } from '../local/flag.ts'
import type { Where } from '../query/where.ts'

/** `qs` is loaded with the first query in brackets, so that it doesn't slow down the start. */
const require = createRequire(import.meta.url)

const MAX_LENGTH = 16 * 1024
/** The maximum number of documents on a page. Calls within the process have no limit. */
const MAX_LIMIT = 100
/** The same, if only their ids are selected. */
const MAX_IDS = 10_000
const POLLUTING = /(?:^|[&[.\]])(?:__proto__|constructor|prototype)(?:[\]=&.[]|$)/

export type QueryParameters = Record<string, unknown>

const EMPTY: QueryParameters = Object.freeze(Object.create(null))

const MOST_KEPT = 500
const LONGEST_KEPT = 1000

export function parseQuery(search: string): QueryParameters {
  if (search === '') return EMPTY
  return search.length <= LONGEST_KEPT ? keptQuery(search) : carefulQuery(search)
}

/** Sites repeat the same queries: those parsed last are cached, and never modified. */
const keptQuery = derivedFromText(
  (search): QueryParameters => (search.length < 500 && !NEEDS_CARE.test(search) ? plainQuery(search) : carefulQuery(search)),
  MOST_KEPT,
)

function carefulQuery(search: string): QueryParameters {
  if (search.length > MAX_LENGTH) throw badQuery(`The query is longer than ${MAX_LENGTH} characters`)
  const text = decoded(search)
  if (text.includes('\0')) throw badQuery(messages.noNul, nulIn(search))
  if (POLLUTING.test(text)) throw badRequest('The query contains a key that is not allowed')
  try {
    return (require('qs') as typeof import('qs')).parse(search, OPTIONS)
  } catch (error) {
    throw badQuery((error as Error).message)
  }
}

/** The name of the parameter that contains NUL. */
function nulIn(search: string): string {
  const before = search.slice(0, search.indexOf('%00'))
  return before.slice(before.lastIndexOf('&') + 1).replace(/[^\w-].*/s, '')
}

const OPTIONS = {
  depth: 24,
  strictDepth: true,
  arrayLimit: 1000,
  parameterLimit: 1000,
  throwOnLimitExceeded: true,
  plainObjects: true,
} as const

/** Brackets, escapes and anything that could be a forbidden key. */
const NEEDS_CARE = /[[\]%+.]|proto|constructor/

/** `depth=0&select=title`: most queries are this simple. */
function plainQuery(search: string): QueryParameters {
  const query: QueryParameters = {}
  for (const part of search.split('&')) {
    const mark = part.indexOf('=')
    const key = mark < 0 ? part : part.slice(0, mark)
    const value = mark < 0 ? '' : part.slice(mark + 1)
    if (key !== '') query[key] = Object.hasOwn(query, key) ? [query[key], value].flat() : value
  }
  return query
}

function decoded(search: string): string {
  try {
    return decodeURIComponent(search.replaceAll('+', ' '))
  } catch {
    throw badRequest('The address contains a malformed escape')
  }
}

/** Converted once for as long as the query is cached. */
export const listCall = derived((query: QueryParameters): Call => {
  const call: Call = documentCall(query)
  if (query['where'] !== undefined) call.where = whereOf(query['where'])
  if (query['sort'] !== undefined) call.sort = textOf(query, 'sort')
  Object.assign(call, boundedPage(query, query['select'] === 'id' ? MAX_IDS : MAX_LIMIT))
  if (query['count'] !== undefined) call.count = truth('count')(query['count'])
  return call
})

export function documentCall(query: QueryParameters): Call {
  const call: Call = { asText: true }
  if (query['depth'] !== undefined) call.depth = numberOf(query, 'depth')
  if (query['select'] !== undefined) call.select = textOf(query, 'select').split(',')
  return call
}

/** The options that features own. */
export const optionsIn = (query: QueryParameters, engine: Engine): Readonly<Record<string, unknown>> => optionsFor(engine)(query)

const optionsFor = derived(({ features: { options }, settings }: Engine) =>
  derived((query: QueryParameters): Readonly<Record<string, unknown>> => {
    const found: Record<string, unknown> = {}
    for (const [name, { parse }] of Object.entries(options)) if (query[name] !== undefined) found[name] = parse(query[name], settings)
    return Object.freeze(found)
  }),
)

function whereOf(given: unknown): Where {
  if (typeof given !== 'string') return withNulls(given) as Where
  try {
    return JSON.parse(given)
  } catch {
    throw badQuery('is neither in brackets nor valid JSON', 'where')
  }
}

/** In brackets every value is text; `null` stands for empty. */
function withNulls(given: unknown): unknown {
  if (given === 'null') return null
  if (Array.isArray(given)) return given.map(withNulls)
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, withNulls(value)]))
}

/** `limit` and `page` of a list that calls within the process may read as a whole. */
export function boundedPage(query: QueryParameters, most = MAX_LIMIT): { limit?: number; page?: number } {
  const page = pageIn(query)
  if (page.limit === undefined || (Number.isInteger(page.limit) && page.limit >= 1 && page.limit <= most)) return page
  throw badQuery(`must be a whole number from 1 to ${most}`, 'limit')
}

/** `limit` and `page`, if given. */
export function pageIn(query: QueryParameters): { limit?: number; page?: number } {
  return {
    ...(query['limit'] !== undefined && { limit: numberOf(query, 'limit') }),
    ...(query['page'] !== undefined && { page: numberOf(query, 'page') }),
  }
}

export const textIn = (query: QueryParameters, name: string): string | undefined =>
  query[name] === undefined ? undefined : textOf(query, name)

function textOf(query: QueryParameters, name: string): string {
  const value = query[name]
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join()
  if (typeof value !== 'string') throw badQuery('must be a string', name)
  return value
}

function numberOf(query: QueryParameters, name: string): number {
  const value = query[name]
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) throw badQuery('must be a whole number', name)
  return Number(value)
}
