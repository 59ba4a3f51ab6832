/** The text that the terminal prints for an error. Tested by test/cli/cli.test.ts. */
import { GalleyError } from '../errors.ts'

/** Without a stack trace, which would lead into our code. */
export function messageOf(error: unknown): string {
  if (error instanceof GalleyError) return error.message
  return process.env['DEBUG'] ? ((error as Error).stack ?? String(error)) : ((error as Error).message ?? String(error))
}
