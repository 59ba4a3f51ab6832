/** What an edit of many documents does with fields that hold several values: it adds to those of each document, takes some out of them, or
 * replaces them. Tested by test/admin-components/several-values.test.ts.
 */
import type { Field } from '../../app/schema.ts'
import { isSameJson, isTree, type Values } from '../../document/values.ts'

export type ListEdit = 'add' | 'remove' | 'replace'

/** By the path of the field. What isn't named is replaced. */
export type ListEdits = Readonly<Record<string, ListEdit>>

/** In the order in which they are offered; the first one is preselected. Rows are new, so no document has them yet. */
export function listEditsOf(field: Field): readonly ListEdit[] {
  if (hasRows(field)) return ['add', 'replace']
  return field.hasMany ? ['add', 'remove', 'replace'] : []
}

const hasRows = ({ type, base }: Field): boolean => ['array', 'blocks'].includes(base ?? type)

interface Several {
  path: string
  field: Field
}

/** The fields with several values among those that are changed, also inside groups. */
function severalIn(fields: readonly Field[], changes: Values, prefix = ''): Several[] {
  return fields.flatMap((field) => {
    const { [field.name]: value } = changes
    const path = prefix + field.name
    if (field.type === 'group') return isTree(value) ? severalIn(field.fields ?? [], value, `${path}.`) : []
    return Array.isArray(value) && listEditsOf(field).length > 0 ? [{ path, field }] : []
  })
}

/** How each of these fields is changed. */
export function listEditsIn(fields: readonly Field[], changes: Values, chosen: ReadonlyMap<string, ListEdit>): ListEdits {
  return Object.fromEntries(severalIn(fields, changes).map(({ path }): [string, ListEdit] => [path, chosen.get(path) ?? 'add']))
}

/** The changed fields whose former values are replaced. */
export function replacedBy(fields: readonly Field[], changes: Values, listEdits: ListEdits): Field[] {
  return severalIn(fields, changes).flatMap(({ path, field }) => (listEdits[path] === 'replace' ? [field] : []))
}

/** Whether what is saved depends on what each document has. */
export const dependOnStored = (listEdits: ListEdits = {}): boolean => Object.values(listEdits).some((listEdit) => listEdit !== 'replace')

/** The values to save in a document that has `stored`. Undefined if one that they depend on isn't among these. */
export function combined(
  fields: readonly Field[],
  stored: Values,
  changes: Values,
  listEdits: ListEdits = {},
  prefix = '',
): Values | undefined {
  const values: Values = { ...changes }
  for (const field of fields) {
    const { name } = field
    const path = prefix + name
    const { [name]: change } = changes
    if (field.type === 'group' && isTree(change)) {
      const inner = isTree(stored[name])
        ? combined(field.fields ?? [], stored[name], change, listEdits, `${path}.`)
        : withNothingStored(change, listEdits, path)
      if (!inner) return undefined
      values[name] = inner
    } else if (listEdits[path] === 'add' || listEdits[path] === 'remove') {
      if (!(name in stored)) return undefined
      values[name] = COMBINE[listEdits[path]](asList(stored[name]), asList(change))
    }
  }
  return values
}

/** A group that is empty as a whole. */
function withNothingStored(change: Values, listEdits: ListEdits, path: string): Values {
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, listEdits[`${path}.${name}`] === 'remove' ? [] : value]))
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const COMBINE: Record<'add' | 'remove', (stored: unknown[], given: unknown[]) => unknown[]> = {
  add: (stored, given) => [...stored, ...given.filter((one, at) => !has(stored, one) && !has(given.slice(0, at), one))],
  remove: (stored, given) => stored.filter((one) => !has(given, one)),
}

/** Rows are the same if they have the same id: a request may be sent again. */
const has = (list: readonly unknown[], one: unknown): boolean => list.some((other) => isSameJson(keyOf(other), keyOf(one)))

const keyOf = (one: unknown): unknown => (isTree(one) && one['id'] !== undefined ? one['id'] : one)

/** Whether a document has these values already. */
export const hasAll = (stored: Values, values: Values): boolean =>
  Object.entries(values).every(([name, value]) => {
    const held = stored[name]
    if (isTree(value) && !Array.isArray(value) && isTree(held)) return hasAll(held, value)
    return isSameJson(held ?? null, value ?? null)
  })
