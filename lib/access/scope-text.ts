/** Converts the result of a `scope` function into the text that separates tenants. Throws for anything that two tenants could share.
 * Tested by test/access/scope-shapes.test.ts.
 */
import { kindOf } from '../../schema/plain-object.ts'

/** `null` means no tenant. A whole number is an id, so it becomes text. */
export function scopeText(given: unknown): string | null {
  if (given === null) return null
  if (Number.isSafeInteger(given)) return String(given)
  if (typeof given !== 'string') throw new Error(`it returned ${kindOf(given)}; return a string, a whole number or null`)
  if (given === '') throw new Error('it returned an empty string; return the id of a tenant, or null')
  // Databases store these as other characters, or not at all.
  if (!given.isWellFormed() || given.includes('\0'))
    throw new Error('it returned a string that is not valid Unicode or contains a null character')
  return given
}
