/** The values of a document, as a form holds them: what is empty, what is the same, which conditions hold. */
import type { Condition, Field } from '../desk/schema.ts'

export type Values = Record<string, any>

/** Empty is empty, in whichever spelling. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(tidy(a)) === JSON.stringify(tidy(b))

/** Whether a field says the same. In JSON the spellings of empty differ. */
export const saysSame = ({ type, base }: Field, a: unknown, b: unknown): boolean =>
  (base ?? type) === 'json' ? JSON.stringify(a ?? null) === JSON.stringify(b ?? null) : same(a, b)

/** The fields in which a document differs from another one. */
export function differing(fields: readonly Field[], values: Values, other: Values): Values {
  const names = fields.filter((field) => !saysSame(field, values[field.name], other[field.name])).map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
}

function tidy(value: unknown): unknown {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null
  return value
}

export const withoutEmpty = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => tidy(value) !== null))

/** Whether this is what the server makes of a value: new rows get ids, and what they leave out is empty. */
export function isStoredAs(sent: unknown, stored: unknown): boolean {
  if (same(sent, stored)) return true
  if (!isTree(sent) || !isTree(stored) || Array.isArray(sent) !== Array.isArray(stored)) return false
  const names = Object.keys({ ...sent, ...stored })
  return names.every((name) => (name === 'id' && sent['id'] === undefined) || isStoredAs(sent[name], stored[name]))
}

export const isTree = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** A new document, with what the schema fills in. */
export function emptyOf(fields: readonly Field[]): Values {
  const values: Values = {}
  for (const field of fields) {
    if (field.default !== undefined) values[field.name] = structuredClone(field.default)
    else if (field.type === 'group') values[field.name] = emptyOf(field.fields ?? [])
    else if (field.hasMany || field.type === 'array' || field.type === 'blocks') values[field.name] = []
    else values[field.name] = null
  }
  return values
}

/** Whether a condition over the fields beside it holds. */
export function holds(condition: Condition | undefined, beside: Values): boolean {
  if (!condition) return true
  const { field, and, or, not } = condition
  if (and && !and.every((one) => holds(one, beside))) return false
  if (or && !or.some((one) => holds(one, beside))) return false
  if (not && holds(not, beside)) return false
  if (field === undefined) return true
  const value = field.split('.').reduce<any>((at, part) => at?.[part], beside) ?? null
  const isOne = (wanted: unknown) => (Array.isArray(value) ? value.includes(wanted) : value === (wanted ?? null))
  if ('equals' in condition && !isOne(condition.equals)) return false
  if ('not_equals' in condition && isOne(condition.not_equals)) return false
  if (condition.in && !condition.in.some(isOne)) return false
  if (condition.not_in?.some(isOne)) return false
  if (condition.exists !== undefined && (tidy(value) !== null) !== condition.exists) return false
  return true
}
