/** An error → its answer. The only place that knows which status a code has. */
import { type Code, GalleyError, type Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Answer, json } from './answer.ts'
import type { Exchange } from './exchange.ts'

export const STATUS: Readonly<Record<Code, number>> = {
  VALIDATION: 400,
  REQUIRED: 400,
  UNIQUE: 400,
  NO_SUCH_TARGET: 400,
  BAD_REQUEST: 400,
  BAD_QUERY: 400,
  STALE: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  FIELD_FORBIDDEN: 403,
  CSRF: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_LARGE: 413,
  MEDIA_TYPE: 415,
  TOO_MANY: 429,
  CONFIG: 500,
  MIGRATION: 500,
  TRANSACTION: 500,
  INTERNAL: 500,
}

export function failure(error: unknown, exchange: Exchange, log: Log, production: boolean): Answer {
  const status = error instanceof GalleyError ? STATUS[error.code] : 500
  if (status !== 500) return refusal(status, error as GalleyError)
  log.error(`${exchange.method} ${exchange.path} failed`, { error })
  const message = production || !(error instanceof Error) ? 'Internal Server Error' : (error.message.split('\n')[0] ?? '')
  return answer(500, [{ message, code: 'INTERNAL' }])
}

function refusal(status: number, { errors, retryAfter }: GalleyError): Answer {
  const given = answer(status, errors)
  if (status === 401) given.headers['www-authenticate'] = 'Bearer'
  if (retryAfter !== undefined) given.headers['retry-after'] = String(retryAfter)
  return given
}

const answer = (status: number, errors: readonly Refusal[]): Answer => json(status, JSON.stringify({ errors }))
