/** Prints values that leave the process later, and refuses what JSON can't represent. Tested by test/local/nonsense.test.ts. */
import { ValidationError } from '../errors.ts'

export function asJson(value: unknown, field: string): string {
  try {
    return JSON.stringify(value ?? null) ?? 'null'
  } catch {
    throw new ValidationError('must be a value that JSON can represent', field)
  }
}
