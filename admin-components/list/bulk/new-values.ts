/** What an edit of many documents saves: only what somebody chose, and nothing for a control that was left alone.
 * Tested by test/admin-components/new-values.test.ts.
 */
import type { Field } from '../../app/schema.ts'
import { emptyOf, isTree, same, type Values } from '../../document/values.ts'

/** Undefined as long as nothing was chosen. In a group, what was not chosen keeps its value in every document. */
export function newValue(field: Field, value: unknown): unknown {
  if (field.type !== 'group') return same(value, null) && !isJson(field, value) ? undefined : value
  const inside = isTree(value) ? value : {}
  const chosen = (field.fields ?? []).flatMap((one): [string, unknown][] => {
    const inner = newValue(one, inside[one.name])
    return inner === undefined ? [] : [[one.name, inner]]
  })
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen)
}

/** In JSON, an empty list or text is a value. */
const isJson = ({ type, base }: Field, value: unknown): boolean => (base ?? type) === 'json' && value !== null && value !== undefined

/** What empties a field. */
const emptyValue = (field: Field): unknown => (field.type === 'group' ? null : emptyOf([withoutDefaults(field)])[field.name])

/** Whether documents may lack it. A yes or no is never empty. */
export const mayBeEmptied = (field: Field): boolean => (field.base ?? field.type) !== 'boolean' && !isRequired(field)

const isRequired = ({ required, type, fields = [] }: Field): boolean => required === true || (type === 'group' && fields.some(isRequired))

/** The default is for new documents: here, it would be a value that was never chosen. New rows begin with theirs. */
export function withoutDefaults(field: Field): Field {
  const { default: _, ...plain } = field
  return field.type === 'group' ? { ...plain, fields: (field.fields ?? []).map(withoutDefaults) } : plain
}

/** Yes and no as two options, because a box without a tick doesn't show whether somebody has chosen. */
export function withOptions(field: Field, yes: string, no: string): Field {
  if (!isYesOrNo(field)) return field
  const { base: _, ...plain } = field
  const options = [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ]
  return { ...plain, type: 'select', options }
}

export const asOption = (field: Field, value: unknown): unknown => (isYesOrNo(field) && typeof value === 'boolean' ? String(value) : value)

export const fromOption = (field: Field, option: unknown): unknown =>
  isYesOrNo(field) && (option === 'true' || option === 'false') ? option === 'true' : option

/** An editor of the host application handles yes and no itself. */
const isYesOrNo = ({ type, base, admin }: Field): boolean => (base ?? type) === 'boolean' && admin?.component === undefined

/** The values to save; undefined if one of the fields has neither a value nor is to be emptied. */
export function newValues(fields: readonly Field[], values: Values, emptied: ReadonlySet<string>): Values | undefined {
  const chosen: Values = {}
  for (const field of fields) {
    const value = emptied.has(field.name) ? emptyValue(field) : newValue(field, values[field.name])
    if (value === undefined) return undefined
    chosen[field.name] = value
  }
  return chosen
}
