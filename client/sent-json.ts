/** The JSON of what a call sends. Refuses values that JSON would drop or turn into others, and names the place. Tested by test/client/sent-values.test.ts. */
import { isNotInJson, kindOf, lostInJson } from '../schema/plain-object.ts'
import { ApiError } from './api-error.ts'

/** `name`: what the value is called, if it is wrong as a whole; a wrong part of it is called by its path below `within`. */
export function jsonOf(value: unknown, name: string, within = ''): string | undefined {
  const paths = new Map<object | null, string>()
  let place = name
  const refuse = (problem: string): never => {
    throw new ApiError(400, [{ message: problem, field: place, code: 'BAD_REQUEST' }])
  }
  try {
    return JSON.stringify(value, function (this: Record<string, unknown>, key, one) {
      const path = paths.size === 0 ? within : [paths.get(this), key].filter((part) => part !== '').join('.')
      place = path === '' ? name : path
      // A list would get `null` in its place; an object would lack the key, as if it hadn't been set.
      const problem = one === undefined && !Array.isArray(this) ? undefined : problemOf(one, this[key])
      if (problem !== undefined) refuse(problem)
      if (typeof one === 'object') paths.set(one, path)
      return one
    })
  } catch (cause) {
    if (cause instanceof ApiError) throw cause
    return refuse(cause instanceof RangeError ? 'is nested too deeply' : 'must be a value that JSON can represent')
  }
}

/** `given`: the value before its `toJSON` was called. */
function problemOf(value: unknown, given: unknown): string | undefined {
  if (given instanceof Date && value === null) return 'must be a valid date'
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `must be a finite number, not ${value}`
  if (typeof value === 'bigint') return 'must be a number or text, not a BigInt'
  if (isNotInJson(value)) return `must be a value that JSON has, not ${kindOf(value)}`
  return typeof value === 'object' && value !== null ? lostInJson(value) : undefined
}
