/** Numbers that options of commands take. Tested by test/cli/mistakes.test.ts. */
import { badRequest } from '../errors.ts'

/** `option`: `--port`, or the name of an environment variable. */
export function wholeNumber(option: string, given: string | number, most: number): number {
  const number = Number(given)
  if (!/^\d+$/.test(String(given)) || number > most) throw badRequest(`${option} must be a whole number from 0 to ${most}, not '${given}'`)
  return number
}

/** The port to listen on, as a server's options and environment name it. */
export function portOf(option: string | undefined): number {
  const { PORT } = process.env
  if (option !== undefined) return wholeNumber('--port', option, 65_535)
  return PORT ? wholeNumber('The environment variable PORT', PORT, 65_535) : 3000
}
