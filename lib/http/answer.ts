/** An HTTP answer: a status, headers and a body. Tested by test/hosts.test.ts. */
import type { Buffer, Readable } from '../node-types.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  /** A stream's length is in the headers, if it is known. */
  body?: string | Buffer | Readable
}

/** The headers of every JSON answer; assigned directly, since this runs once per request. */
export function json(status: number, body: string | Buffer, cache = 'no-store'): Answer {
  const headers: Answer['headers'] = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': cache,
  }
  return { status, headers, body }
}
