/** Plain objects as written in code. Maps, class instances and inherited keys hold values that a list of keys would miss.
 * Tested by test/schema/code.test.ts.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype = Object.getPrototypeOf(value)
  const isBare = prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty'))
  return isBare && Reflect.ownKeys(value).length === Object.keys(value).length
}

/** Describes the type of a value for an error message. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value !== 'object') return `a ${typeof value}`
  const name = value.constructor?.name
  if (name && name !== 'Object') return `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`
  return isPlainObject(value) ? 'an object' : 'an object with hidden keys'
}

/** What to do about a promise, to be added to an error message; empty for other values. */
export const toAwait = (value: unknown): string =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function' ? '; write await in front of it' : ''

/** The problem with an object whose values JSON doesn't find: JSON has only the keys of an object, and those of bytes name nothing. */
export function lostInJson(value: object): string | undefined {
  if (Array.isArray(value)) return undefined
  if (toAwait(value)) return `must be a value, not ${kindOf(value)}${toAwait(value)}`
  return hidesItsValues(value) ? `must be a plain object or a list, not ${kindOf(value)}` : undefined
}

function hidesItsValues(value: object): boolean {
  if (ArrayBuffer.isView(value)) return true
  const prototype = Object.getPrototypeOf(value)
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null
  return !isPlain && Object.keys(value).length === 0
}

/** Values that JSON doesn't have. In an object, `undefined` only leaves out its key. */
export const isNotInJson = (value: unknown): boolean => ['undefined', 'function', 'symbol'].includes(typeof value)
