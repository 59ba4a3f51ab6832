/** Numbers, which may also be given as text. Tested by test/field-types.test.ts. */
import type { Field } from '../model.ts'
import { fieldType } from './field-type.ts'

export const number = fieldType({
  name: 'number',
  sentence: 'A number; for whole numbers, use `integer` in JSON Schema and `Int` in SDL.',
  json: (field) => ({ type: field.integer ? 'integer' : 'number' }),
  scalar: 'Float',
  holds: 'number',
  queryable: true,
  words: ['minimum', 'maximum'],
  receive,
  sample,
})

function receive(value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return null
  const parsed = Number(value)
  return !Number.isNaN(parsed) && /^\s*[-+]?(\d|\.\d)/.test(value) && !/^\s*[-+]?0[xob]/i.test(value) ? parsed : value
}

function sample({ min, max, integer }: Field, n: number): number {
  const least = min ?? 0
  const value = integer ? Math.ceil(least) + n : least + n
  return max !== undefined && value > max ? (integer ? Math.floor(max) : max) : value
}
