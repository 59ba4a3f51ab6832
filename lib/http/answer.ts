/** What is sent back: a status, headers and a body. */

export interface Answer {
  status: number
  headers: Record<string, string | string[]>
  body?: string | Buffer
}

/** The headers of every JSON answer. */
const COMMON = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

export function json(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { ...COMMON, 'cache-control': 'no-store', ...headers }, body }
}
