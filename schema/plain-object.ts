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
