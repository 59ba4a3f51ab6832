/** Whose value it is, as a `scope` of the configuration says. */
import { kindOf } from '../../schema/plain-object.ts'

/** Whatever is no text may look the same for two of them, so it is a mistake. Numbers are taken as ids. */
export function scopeText(given: unknown): string | null | undefined {
  if (given === undefined || given === null || typeof given === 'string') return given
  if (Number.isSafeInteger(given)) return String(given)
  throw new Error(`it must be a text, an id, undefined or null, not ${kindOf(given)}`)
}
