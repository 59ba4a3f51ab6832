/** The one error class, with a closed set of codes. It knows no HTTP: statuses are in `http/failure.ts` alone. */

/** Every code, with the sentence that documents it. */
export const CODES = {
  VALIDATION: 'A value was refused; `field` names it.',
  REQUIRED: 'A value that is needed is missing.',
  UNIQUE: 'Another document has this value already.',
  NO_SUCH_TARGET: 'A relationship points to a document that does not exist or may not be chosen.',
  BAD_REQUEST: 'The request itself is wrong: its address, its body, or a feature that is not switched on here.',
  BAD_QUERY: 'A part of the query is wrong: where, sort, select, limit, page, depth, locale.',
  STALE: 'The document has changed since it was read (`If-Match`).',
  UNAUTHENTICATED: 'Nobody is signed in, and this needs somebody who is.',
  FORBIDDEN: 'Whoever is signed in may not do this.',
  FIELD_FORBIDDEN: 'A filter, sort or selection names a field that the caller may not read.',
  CSRF: 'The request may come from a foreign page and was refused.',
  NOT_FOUND: 'There is no such thing, or the caller may not know of it.',
  METHOD_NOT_ALLOWED: 'The path exists, the method does not.',
  TOO_LARGE: 'The body is larger than allowed.',
  MEDIA_TYPE: 'The body has another content type than the route takes.',
  TOO_MANY: 'Too many attempts; `Retry-After` says when the next may be made.',
  CONFIG: 'The configuration is wrong; the start was stopped.',
  MIGRATION: 'The database does not fit the schema; a migration is needed.',
  TRANSACTION: 'A transaction was held too long, or was used after its end.',
  INTERNAL: 'Something unexpected; its cause is in the log.',
} as const

export type Code = keyof typeof CODES

export interface Refusal {
  message: string
  field?: string
  code?: Code
  /** With `STALE`: when the document was last changed. */
  updatedAt?: string | null
}

export class GalleyError extends Error {
  readonly code: Code
  /** All that is wrong, at once. */
  readonly errors: readonly Refusal[]
  /** With `TOO_MANY`: seconds until the next attempt. */
  readonly retryAfter: number | undefined

  constructor(code: Code, errors: string | readonly Refusal[], options: ErrorOptions & { retryAfter?: number } = {}) {
    const list = typeof errors === 'string' ? [{ message: errors }] : errors
    super(list.map((one) => (one.field ? `${one.field}: ${one.message}` : one.message)).join('; '), options)
    this.name = new.target.name
    this.code = code
    // Where our code noticed it says nothing to whoever wrote the configuration, and may be shown to visitors.
    if (code === 'CONFIG' || code === 'MIGRATION') this.stack = `${this.name}: ${this.message}`
    this.retryAfter = options.retryAfter
    this.errors = list.map((one) => ({ ...one, code: one.code ?? code }))
  }
}

/** For hooks and endpoints: answered with 400. */
export class ValidationError extends GalleyError {
  constructor(errors: string | readonly Refusal[], field?: string) {
    super('VALIDATION', typeof errors === 'string' ? [{ message: errors, ...(field !== undefined && { field }) }] : errors)
  }
}

/** For hooks and endpoints: answered with 403. */
export class ForbiddenError extends GalleyError {
  constructor(message = 'You are not allowed to do this', code: Code = 'FORBIDDEN') {
    super(code, message)
  }
}

export const badRequest = (message: string, field?: string) =>
  new GalleyError('BAD_REQUEST', [{ message, ...(field !== undefined && { field }) }])
export const badQuery = (message: string, field?: string) =>
  new GalleyError('BAD_QUERY', [{ message, ...(field !== undefined && { field }) }])
export const notFound = (what = 'Not found') => new GalleyError('NOT_FOUND', what)
export const unauthenticated = () => new GalleyError('UNAUTHENTICATED', 'You need to sign in')
export const configError = (message: string) => new GalleyError('CONFIG', message)
