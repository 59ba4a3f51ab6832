/** Refuses misspelt options of calls: a filter that isn't sent would find everything. Tested by test/client/client.test.ts. */
import { unknownOption } from '../schema/nearest.ts'
import { kindOf } from '../schema/plain-object.ts'
import { ApiError } from './api-error.ts'
import type { Calling, Changing, ClientOptions, Comparing, Creating, Deleting, Finding, Plan, Reading } from './options.ts'
import type { Sending } from './transport.ts'

type Names<Options> = readonly (keyof Options & string)[]

export const CALLING: Names<Calling> = ['signal']
export const READING: Names<Reading> = ['draft', 'depth', 'trash', 'locale', 'fallbackLocale', 'select', ...CALLING]
export const COMPARING: Names<Comparing> = ['compare', 'locale', 'fallbackLocale', ...CALLING]
/** Of `count`, which returns no documents. */
export const COUNTING: Names<Finding> = ['where', 'draft', 'trash', 'locale', 'fallbackLocale', ...CALLING]
/** Of `all`, which reads page by page. */
export const ALL: Names<Finding> = ['where', 'sort', 'limit', ...READING]
export const FINDING: Names<Finding> = ['where', 'sort', 'limit', 'page', 'count', ...READING]
export const CHANGING: Names<Changing> = [...READING, 'ifUnchanged']
export const DELETING: Names<Deleting> = [...CHANGING, 'transferTo']
export const CREATING: Names<Creating> = [...READING, 'copyOf', 'idempotencyKey']
export const CLIENT: Names<ClientOptions> = ['url', 'key', 'locale', 'headers', 'fetch']
export const SENDING: Names<Sending> = ['query', 'body', 'headers', 'signal', 'keepalive']
export const PLAN: Names<Plan> = ['action', 'at']
export const PLACE = ['before', 'after'] as const
export const FILE = ['filename', 'content'] as const

/** `name`: what the object is called; `code`: the one that the Local API gives for the same mistake. */
export function takesOnly(given: unknown, known: readonly string[], name = 'options', status = 400, code = 'BAD_QUERY'): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ApiError(status, [{ message: `must be an object with any of ${known.join(', ')}, not ${kindOf(given)}`, field: name, code }])
  const unknown = Object.keys(given).filter((key) => !known.includes(key))
  if (unknown.length === 0) return
  throw new ApiError(
    status,
    unknown.map((field) => ({ message: unknownOption(field, known), field, code })),
  )
}
