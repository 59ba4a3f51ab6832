/** What the API, or the way to it, said no with. */

export interface Problem {
  message: string
  /** A dotted path into the document. */
  field?: string
  code?: string
}

export class ApiError extends Error {
  /** 0: nothing answered. */
  readonly status: number
  readonly problems: readonly Problem[]

  constructor(status: number, problems: readonly Problem[]) {
    super(problems.map(({ message, field }) => (field ? `${field}: ${message}` : message)).join('; ') || String(status))
    this.status = status
    this.problems = problems
  }

  get isOffline(): boolean {
    return this.status === 0
  }

  has(code: string): boolean {
    return this.problems.some((problem) => problem.code === code)
  }
}
