/** Booleans, and the words that people use for them. Tested by test/field-types.test.ts. */
import { fieldType } from './field-type.ts'

export const boolean = fieldType({
  name: 'boolean',
  sentence: 'True or false.',
  json: () => ({ type: 'boolean' }),
  scalar: 'Boolean',
  holds: 'boolean',
  queryable: true,
  sample: () => true,
})

const YES: ReadonlySet<string> = new Set(['true', 'yes', '1', 'on', 'x'])
const NO: ReadonlySet<string> = new Set(['false', 'no', '0', 'off'])

/** The boolean that a word or number stands for, if any. */
export function yesOrNo(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  const word = String(value).trim().toLowerCase()
  return YES.has(word) ? true : NO.has(word) ? false : undefined
}
