/** A problem in a schema: what is wrong, where, and what to do. All problems are collected and reported together. */
import type { Position, Source } from './source.ts'

/** One problem in a schema: what is wrong, where, and what to do about it. */
export interface Problem {
  message: string
  file?: string
  line?: number
  column?: number
  /** The source line, as written. */
  sourceLine?: string
  /** What to do about it. */
  hint?: string
}

export class Problems {
  readonly list: Problem[] = []

  add(message: string, source: Source, path: readonly (string | number)[] = [], hint?: string): void {
    this.at(message, source, source.at?.(path), hint, path)
  }

  at(message: string, source: Source, position?: Position, hint?: string, path: readonly (string | number)[] = []): void {
    const place = position ? '' : (source.spell?.(path) ?? path.join('.'))
    const problem = problemAt(place === '' ? message : `${place}: ${message}`, source, position)
    if (hint) problem.hint = hint
    if (!this.list.some((known) => printHead(known) === printHead(problem))) this.list.push(problem)
  }

  get any(): boolean {
    return this.list.length > 0
  }
}

export function problemAt(message: string, source: Source, position?: Position): Problem {
  const sourceLine = position && source.text?.split('\n')[position.line - 1]?.replace(/\r$/, '')
  return { message, file: source.name, ...position, ...(sourceLine !== undefined && { sourceLine }) }
}

/** `file:line:column: message`, the source line with a mark below, and the hint. */
export function printProblem(problem: Problem): string {
  const lines = [printHead(problem)]
  if (problem.sourceLine !== undefined && problem.column !== undefined) {
    const from = Math.max(0, problem.column - 60)
    const shown = problem.sourceLine.slice(from, from + 120)
    lines.push(`    ${shown}`, `    ${shown.slice(0, problem.column - 1 - from).replace(/[^\t]/g, ' ')}^`)
  }
  if (problem.hint) lines.push(`  ${problem.hint}`)
  return lines.join('\n')
}

function printHead({ file, line, column, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  return place ? `${place}: ${message}` : message
}

/** Thrown with every problem found at once. */
export class SchemaError extends Error {
  readonly problems: readonly Problem[]
  constructor(problems: readonly Problem[]) {
    const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`
    super(`${count} in the schema:\n${problems.map(printProblem).join('\n')}`)
    this.name = 'SchemaError'
    this.problems = problems
  }
}
