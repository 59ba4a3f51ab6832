/** Helpers for a form's values: emptiness, equality, defaults and conditions. */
import type { Values } from '../app/doc.ts'
import type { Condition, Field } from '../app/schema.ts'

export type { Values }

/** The value of a field, whose type depends on the field's. */
export type FieldValue = Values[string]

/** Treats all kinds of empty values as equal. */
export const same = (a: unknown, b: unknown): boolean => isSameJson(tidy(a), tidy(b))

/** Whether a field has the same value twice. In JSON, the kinds of empty values differ. */
export const saysSame = ({ type, base }: Field, a: unknown, b: unknown): boolean =>
  (base ?? type) === 'json' ? isSameJson(a ?? null, b ?? null) : same(a, b)

/** Whether two values are written as the same JSON. Looks no further than the first difference, nor into what is the same object, so that a
 * long text is compared while it is typed.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return JSON.stringify(a) === JSON.stringify(b)
  if (Array.isArray(a)) return a.length === b['length'] && a.every((one, at) => isSameJson(one ?? null, b[at] ?? null))
  const [left, right] = [writtenKeys(a), writtenKeys(b)]
  return left.length === right.length && left.every((key, at) => key === right[at] && isSameJson(a[key], b[key]))
}

/** Dates and the like have a `toJSON` of their own. */
const isPlain = (value: unknown): value is Values => isTree(value) && typeof value['toJSON'] !== 'function'

const writtenKeys = (tree: Values): string[] => Object.keys(tree).filter((key) => tree[key] !== undefined)

/** The values of the fields in which two documents differ. */
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

/** Whether the server may have stored `sent` as `stored`: new rows get ids, and missing fields become empty. */
export function isStoredAs(sent: unknown, stored: unknown): boolean {
  if (same(sent, stored)) return true
  if (!isTree(sent) || !isTree(stored) || Array.isArray(sent) !== Array.isArray(stored)) return false
  const names = Object.keys({ ...sent, ...stored })
  return names.every((name) => (name === 'id' && sent['id'] === undefined) || isStoredAs(sent[name], stored[name]))
}

export const isTree = (value: unknown): value is Values => typeof value === 'object' && value !== null

/** The values of a new document, with the defaults of the schema. */
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

/** Whether a condition on sibling fields holds. */
export function holds(condition: Condition | undefined, beside: Values): boolean {
  if (!condition) return true
  const { field, and, or, not } = condition
  if (and && !and.every((one) => holds(one, beside))) return false
  if (or && !or.some((one) => holds(one, beside))) return false
  if (not && holds(not, beside)) return false
  if (field === undefined) return true
  const value = field.split('.').reduce<FieldValue>((at, part) => at?.[part], beside) ?? null
  const isOne = (wanted: unknown) => (Array.isArray(value) ? value.includes(wanted) : value === (wanted ?? null))
  if ('equals' in condition && !isOne(condition.equals)) return false
  if ('not_equals' in condition && isOne(condition.not_equals)) return false
  if (condition.in && !condition.in.some(isOne)) return false
  if (condition.not_in?.some(isOne)) return false
  if (condition.exists !== undefined && (tidy(value) !== null) !== condition.exists) return false
  return true
}
