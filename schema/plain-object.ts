/** An object as it is written in code. Maps, instances of classes and inherited keys hold things that nobody who lists keys would see. */
export function isPlainObject(value: unknown): value is Record<string, any> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype = Object.getPrototypeOf(value)
  const isBare = prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty'))
  return isBare && Reflect.ownKeys(value).length === Object.keys(value).length
}

/** What a value is, for an error. */
export function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return 'a list'
  if (typeof value !== 'object') return `a ${typeof value}`
  const name = value.constructor?.name
  if (name && name !== 'Object') return `a ${name}`
  return isPlainObject(value) ? 'an object' : 'an object with hidden keys'
}
