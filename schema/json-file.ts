/** JSON that people write: its value, or the line of a mistake in it. Tested by test/schema/json-file.test.ts. */
import { JsonSyntaxError, parseJson } from './json-text.ts'
import { printProblem, problemAt } from './problems.ts'
import { withoutMark } from './source.ts'

/** `name`: what the file is called; `refuse` makes an error of the problem, which begins with this name. */
export function jsonFrom(text: string, name: string, refuse: (problem: string) => Error): unknown {
  const written = withoutMark(text)
  if (written.trim() === '') throw refuse(`${name} is empty`)
  try {
    return parseJson(written, name).value
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    throw refuse(printProblem(problemAt(error.message, { name, text: written }, error.position)))
  }
}
