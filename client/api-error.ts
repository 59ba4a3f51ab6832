/** The error of a failed call: refused by the API, or lost on the way. Tested by test/client/cut-answers.test.ts. */

/** One problem of a refused call. */
export interface Problem {
  message: string
  /** A dotted path into the document. */
  field?: string
  code?: string
  /** Why a value is refused, such as `max-length`; for outside accounts, such as `no-account`. */
  reason?: string
  /** The values in the message, such as `{ limit: 60 }`. */
  values?: Readonly<Record<string, string | number | readonly (string | number)[]>>
  /** With `KEY_REUSED`: the document that the key created. */
  id?: number
}

/**
 * The error of a failed call of the client: refused by the API, or without a complete response (`status` 0).
 *
 * @example
 * await client.update('posts', id, data).catch((error) => {
 *   if (error instanceof ApiError && error.code === 'STALE') return mergeAndRetry()
 *   throw error
 * })
 */
export class ApiError extends Error {
  /** 0: no complete response arrived. */
  readonly status: number
  readonly problems: readonly Problem[]

  /** `message`: what to say instead of the problems. */
  constructor(status: number, problems: readonly Problem[], options?: { cause?: unknown }, message?: string) {
    const found = problems.map(({ message, field }) => (field ? `${field}: ${message}` : message)).join('; ')
    super(message ?? (found || String(status)), options)
    this.name = 'ApiError'
    this.status = status
    this.problems = problems
  }

  /** The code of the first problem that has one, such as `NOT_FOUND` or `STALE`. */
  get code(): string | undefined {
    return this.problems.find(({ code }) => code !== undefined)?.code
  }

  get isOffline(): boolean {
    return this.status === 0
  }

  has(code: string): boolean {
    return this.problems.some((problem) => problem.code === code)
  }
}
