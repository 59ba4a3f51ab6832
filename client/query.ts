/** Converts options of the Local API into the query of a request. Tested by test/client/client.test.ts. */
import type { Query } from './transport.ts'

/** Options that are not sent in the query. */
const NO_QUERY = ['signal', 'ifUnchanged', 'idempotencyKey']
const NAMES: Record<string, string> = { fallbackLocale: 'fallback-locale' }

export const queryOf = (options: object): Query =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([name]) => !NO_QUERY.includes(name))
      .map(([name, value]) => [NAMES[name] ?? name, Array.isArray(value) ? value.join(',') : value]),
  )
