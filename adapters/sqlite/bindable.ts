/** The check of values for drivers that would store something else, or end the process. Tested by test/store/clients.test.ts. */
import { badRequest } from '../../lib/errors.ts'

export type Bindable = string | number | bigint | null | Uint8Array

export function bindable(value: unknown): Bindable {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint8Array) return value
  if (typeof value !== 'string') throw new TypeError(`SQLite can't store a value of type ${typeof value}`)
  // These drivers end a text at its first NUL.
  if (value.includes('\0')) throw badRequest("Text with a NUL character can't be stored or searched for")
  return value
}
