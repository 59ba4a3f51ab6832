/** A problem in a schema: what is wrong, where, and what to do. All problems are collected and reported together. */
import type { RightPart } from './checkable.ts'
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

/** A message, perhaps about a word as its author wrote it. */
export type Message = string | ((wordFor: (name: string) => string) => string)

export class Problems {
  readonly list: Problem[] = []

  add(message: Message, source: Source, path: readonly (string | number)[] = [], hint?: string): void {
    const text = typeof message === 'string' ? message : message(source.wordFor ?? ((name) => name))
    this.at(text, source, source.at?.(path), hint, path)
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

/** Thrown with every problem found at once, and with what is right if that is known. */
export class SchemaError extends Error {
  readonly problems: readonly Problem[]
  readonly right: RightPart | undefined
  constructor(problems: readonly Problem[], right?: RightPart) {
    const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`
    super(`${count} in the schema:\n${problems.map(printProblem).join('\n')}`)
    this.name = 'SchemaError'
    this.problems = problems
    this.right = right
  }
}
