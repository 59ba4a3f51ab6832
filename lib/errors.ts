/** The error class, with a closed set of codes and the HTTP status of each. */
import type { Because, ReasonValues } from '../schema/reasons.ts'

/** Every code, with the sentence that documents it. */
export const CODES = {
  VALIDATION: 'A value was refused; `field` names it.',
  REQUIRED: 'A required value is missing.',
  UNIQUE: 'Another document already has this value.',
  NO_SUCH_TARGET: 'A relation points to a document that does not exist, or that the caller may not select.',
  BAD_REQUEST: 'The request itself is invalid: its URL, its body, or a feature that is not enabled.',
  BAD_QUERY: 'A part of the query is wrong: where, sort, select, limit, page, depth, locale.',
  STALE: 'The document has changed since the caller read it (`If-Match`).',
  KEY_REUSED:
    'The `Idempotency-Key` was already used for a different request, or for a secret that is shown only once. `id` is the document that it created.',
  UNAUTHENTICATED: 'This requires a signed-in user.',
  FORBIDDEN: 'The signed-in user is not allowed to do this.',
  FIELD_FORBIDDEN: 'A filter, sort or selection names a field that the caller may not read.',
  CSRF: 'The request was refused because it may come from another site.',
  NOT_FOUND: 'It does not exist, or the caller may not know that it does.',
  METHOD_NOT_ALLOWED: 'The path exists, but does not support this method.',
  TOO_LARGE: 'The body is larger than allowed.',
  MEDIA_TYPE: 'The route does not accept the content type of the body.',
  TOO_MANY: 'Too many attempts; `Retry-After` says when to try again.',
  TOO_SLOW: 'The query takes too long: filter and sort by indexed fields, or narrow it. `Retry-After` says when to try again.',
  UNINDEXED: 'No index serves this list, and the site refuses visitors such lists; the message names an index that would.',
  STOPPING: 'The server is shutting down. `Retry-After` says when to try again, with another process or the next one.',
  UNAVAILABLE: 'The database can’t be reached right now. `Retry-After` says when to try again.',
  CONFIG: 'The configuration is wrong, so the CMS did not start. In production, answers say `INTERNAL` instead.',
  MIGRATION: 'The database does not match the schema; run a migration.',
  TRANSACTION:
    'A transaction was rolled back because it was held too long or conflicted with another one, or a call was made after it ended.',
  INTERNAL: 'An unexpected error; its cause is in the log.',
} as const

/** The code of an error, such as `NOT_FOUND` or `STALE`. docs/errors.md explains each one. */
export type Code = keyof typeof CODES

/** The HTTP status of every code, in our own responses and in those of a host that receives the error. */
export const STATUS: Readonly<Record<Code, number>> = {
  VALIDATION: 400,
  REQUIRED: 400,
  UNIQUE: 400,
  NO_SUCH_TARGET: 400,
  BAD_REQUEST: 400,
  BAD_QUERY: 400,
  STALE: 400,
  KEY_REUSED: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  FIELD_FORBIDDEN: 403,
  CSRF: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_LARGE: 413,
  MEDIA_TYPE: 415,
  TOO_MANY: 429,
  TOO_SLOW: 429,
  UNINDEXED: 400,
  STOPPING: 503,
  UNAVAILABLE: 503,
  CONFIG: 500,
  MIGRATION: 500,
  TRANSACTION: 500,
  INTERNAL: 500,
}

export interface Refusal {
  message: string
  field?: string
  code?: Code
  /** With `STALE`: when the document was last changed. */
  updatedAt?: string | null
  /** With `KEY_REUSED`: the document that the key created. */
  id?: number
  /** Why a value is refused, such as `max-length`; for outside accounts, such as `no-account`. */
  reason?: string
  /** The values in the message, such as `{ limit: 60 }`. */
  values?: ReasonValues
}

/** A response lists this many problems and counts the rest. */
export const MOST_REFUSALS = 100

/** The name of the method with which Node prints a value. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/**
 * The error of every refused call, in the Local API and over HTTP alike. `errors` lists all problems; `field` names the value concerned.
 *
 * @example
 * try {
 *   await cms.update('posts', id, { title: '' })
 * } catch (error) {
 *   if (error instanceof GalleyError && error.code === 'REQUIRED') console.log(error.errors[0].field) // 'title'
 * }
 */
export class GalleyError extends Error {
  readonly code: Code
  /** Express, Koa and others read it from errors that a route lets through. */
  readonly status: number
  /** Whether the message may be sent to the client. */
  readonly expose: boolean
  /** For Nest, which sends the message along with it. */
  declare readonly statusCode: number | undefined
  /** With `METHOD_NOT_ALLOWED`: the allowed methods, if the route table doesn't list them. */
  declare readonly allow: string | undefined
  /** All problems at once; beyond a hundred, the last entry says how many more there are. */
  declare readonly errors: readonly Refusal[]
  /** With `TOO_MANY`, `TOO_SLOW`, `STOPPING` and `UNAVAILABLE`: seconds until the next attempt. */
  declare readonly retryAfter: number | undefined

  constructor(
    code: Code,
    errors: string | readonly Refusal[],
    options: { cause?: unknown; retryAfter?: number; allow?: string; more?: number; message?: string } = {},
  ) {
    refuseWrongArguments(new.target.name, code, errors)
    const list = typeof errors === 'string' ? [{ message: errors }] : limited(errors, options.more)
    super(options.message ?? list.map(sentenceOfRefusal).join('; '), options)
    this.name = new.target.name
    this.code = code
    this.status = STATUS[code]
    this.expose = this.status < 500 || this.status === 503
    // Node prints every enumerable property of an uncaught error, so only those are enumerable that help.
    if (this.expose) this.statusCode = this.status
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter
    if (options.allow !== undefined) this.allow = options.allow
    const found = list.map((one) => ({ ...one, code: one.code ?? code }))
    // Node prints the list of an uncaught error after its message, which contains it, but not the value of a getter.
    Object.defineProperty(this, 'errors', { get: () => found, enumerable: true })
    // A stack trace into our code doesn't help the author of the configuration, and might be shown to visitors.
    if (code === 'CONFIG' || code === 'MIGRATION') this.stack = `${this.name}: ${this.message}`
  }

  /** For the console: nothing that the message says already. */
  [INSPECT](_depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    const cause = this.cause instanceof Error && !this.message.includes(this.cause.message) ? this.cause : undefined
    return [this.stack ?? this.message, `  code: ${this.code}`, ...(cause ? [`  cause: ${inspect(cause, options)}`] : [])].join('\n')
  }
}

/** Otherwise the mistake would show as a failure of this file, far from the hook that makes it. */
function refuseWrongArguments(name: string, code: unknown, errors: unknown): void {
  if (!Object.hasOwn(CODES, code as string)) throw new TypeError(`new ${name}(…): '${code}' is not a code, such as 'FORBIDDEN'`)
  if (typeof errors === 'string') return
  if (!Array.isArray(errors)) throw new TypeError(`new ${name}(…) takes a message, or a list of { message, field }`)
  if (errors.length === 0 || errors.some((one) => typeof one?.message !== 'string'))
    throw new TypeError(`new ${name}(…) takes a list with at least one { message, field }, and a message in each`)
}

/** A problem with the place that it concerns. */
export const sentenceOfRefusal = ({ field, message }: Refusal): string => (field ? `${field}: ${message}` : message)

/** `uncounted`: the number of problems that are not in the list. */
function limited(errors: readonly Refusal[], uncounted = 0): readonly Refusal[] {
  const more = errors.length - MOST_REFUSALS + uncounted
  return more > 0 ? [...errors.slice(0, MOST_REFUSALS), { message: `and ${more} more` }] : errors
}

/**
 * Thrown by hooks and endpoints to refuse a value: answered with 400.
 *
 * @example
 * if (data.price < 0) throw new ValidationError('must not be negative', 'price')
 */
export class ValidationError extends GalleyError {
  constructor(errors: string | readonly Refusal[], field?: string) {
    super('VALIDATION', typeof errors === 'string' ? [{ message: errors, ...(field !== undefined && { field }) }] : errors)
  }
}

/**
 * Thrown by hooks and endpoints to refuse a caller: answered with 403.
 *
 * @example
 * if (!user.mayPublish) throw new ForbiddenError('Ask an editor to publish this')
 */
export class ForbiddenError extends GalleyError {
  constructor(message = 'You are not allowed to do this', code: Code = 'FORBIDDEN') {
    super(code, message)
  }
}

export const badRequest = (why: string | Because, field?: string) => new GalleyError('BAD_REQUEST', [refusalFor(why, field)])
export const badQuery = (why: string | Because, field?: string) => new GalleyError('BAD_QUERY', [refusalFor(why, field)])
const refusalFor = (why: string | Because, field: string | undefined): Refusal => ({
  ...(typeof why === 'string' ? { message: why } : why),
  ...(field !== undefined && { field }),
})
export const notFound = (what = 'Not found') => new GalleyError('NOT_FOUND', what)
export const methodNotAllowed = (method: string, allow?: string) =>
  new GalleyError('METHOD_NOT_ALLOWED', `The method ${method} is not allowed here`, allow === undefined ? {} : { allow })
/** The client never sees the answer; the error only ends the work. */
export const clientGone = () => new GalleyError('TOO_SLOW', 'The client closed the connection')
export const tooBusy = (cause: unknown) =>
  new GalleyError('TOO_SLOW', 'The database is busy with other requests; try again in a moment', { cause, retryAfter: 2 })
export const unauthenticated = (message = 'You need to sign in') => new GalleyError('UNAUTHENTICATED', message)
export const stopping = (cause?: unknown) =>
  new GalleyError('STOPPING', 'The server is shutting down; try again in a moment', {
    retryAfter: 1,
    ...(cause !== undefined && { cause }),
  })
export const unavailable = (cause: unknown) =>
  new GalleyError('UNAVAILABLE', 'The database can’t be reached right now; try again in a moment', { cause, retryAfter: 1 })
/** Whether another attempt may succeed without a change by a person. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof GalleyError) || error.status >= 500 || error.retryAfter !== undefined || error.code === 'STALE'
export const isStopping = (error: unknown) => error instanceof GalleyError && error.code === 'STOPPING'
/** Forbidden for signed-in users; anyone else has to sign in first. */
export const denied = ({ user }: { user: object | null }, message?: string): GalleyError =>
  user ? new ForbiddenError(message) : unauthenticated()
/** What an error says first: drivers and parsers add lines with details. */
export function firstLineOf({ message }: Error): string {
  const end = message.indexOf('\n')
  return end < 0 ? message : message.slice(0, end)
}
export const configError = (message: string) => new GalleyError('CONFIG', message)
