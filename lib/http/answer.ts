/** What is sent back: a status, headers and a body. */
import type { Readable } from 'node:stream'

export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  /** A stream says its length in the headers, where it knows it. */
  body?: string | Buffer | Readable
}

/** The headers of every JSON answer; built key by key, since this runs once a request. */
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
