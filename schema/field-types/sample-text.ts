/** Sample texts for `galley/testing`, of the length that a field requires. Tested by test/field-types.test.ts. */
import type { Field } from '../model.ts'

export function textFor({ name, path, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY, custom }: Field, n: number): string {
  if (pattern !== undefined || custom?.validate) throw new Error(`'${path}' has its own rules: provide a value for it`)
  const text = `${name} ${n}`.padEnd(minLength, '.')
  return text.length > maxLength ? String(n).padStart(minLength, '0').slice(-maxLength) : text
}
