/** Refuses misspelt options of calls: a filter that isn't sent would find everything. Tested by test/client/client.test.ts. */
import { ApiError } from './api-error.ts'
import type { Calling, Changing, Creating, Finding, Reading } from './options.ts'
import type { TransportOptions } from './transport.ts'

type Names<Options> = readonly (keyof Options & string)[]

export const CALLING: Names<Calling> = ['signal']
export const READING: Names<Reading> = ['draft', 'depth', 'trash', 'locale', 'fallbackLocale', 'select', ...CALLING]
export const FINDING: Names<Finding> = ['where', 'sort', 'limit', 'page', 'count', ...READING]
export const CHANGING: Names<Changing> = [...READING, 'ifUnchanged']
export const CREATING: Names<Creating> = [...READING, 'copyOf', 'idempotencyKey']
export const CLIENT: Names<TransportOptions & { locale: string }> = ['url', 'key', 'locale', 'headers', 'fetch']

/** `code`: the one that the Local API gives for the same mistake. */
export function takesOnly(given: unknown, known: readonly string[], status = 400, code = 'BAD_QUERY'): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ApiError(status, [{ message: `must be an object with any of ${known.join(', ')}`, field: 'options', code }])
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const use = known.length === 1 ? `use ${known[0]}` : `use one of: ${known.join(', ')}`
  throw new ApiError(
    status,
    unknown.map((field) => ({ message: `unknown option '${field}'; ${use}`, field, code })),
  )
}
