/** Maps a document field by field, into groups and rows, alongside other states of the same document. Rows are matched by id.
 * Tested by test/admin-components/merge-changes.test.ts.
 */
import type { Field } from '../app/schema.ts'
import type { Place } from './places.ts'
import type { FieldValue, Values } from './values.ts'

export interface Stop {
  field: Field
  /** The value in each state; the first is that of the document being mapped. */
  values: readonly FieldValue[]
  place: Place
  /** Descends into a group or rows; returns any other value unchanged. */
  inside(): FieldValue
}

/** Returns the new value of a field; `undefined` removes the field. */
export type Change = (stop: Stop) => unknown

/** Keys that are not fields, such as the id of a row, are kept. */
export function mapFields(
  fields: readonly Field[],
  states: readonly (Values | null | undefined)[],
  change: Change,
  place: Place = [],
): Values {
  const mapped: Values = { ...states[0] }
  for (const field of fields) {
    const values = states.map((state) => state?.[field.name])
    const here = [...place, field.name]
    const value = change({ field, values, place: here, inside: () => mapInside(field, values, change, here) })
    if (value === undefined) delete mapped[field.name]
    else mapped[field.name] = value
  }
  return mapped
}

function mapInside(field: Field, values: readonly FieldValue[], change: Change, place: Place): unknown {
  const [value, ...others] = values
  if (isGroup(field)) return value && mapFields(field.fields ?? [], values, change, place)
  if (!hasRows(field) || !Array.isArray(value)) return value
  const lists = others.map(rowsById)
  return value.map((row: Values) =>
    mapFields(fieldsOfRow(field, row), [row, ...lists.map((rows) => rows.get(row['id']))], change, [...place, { id: row['id'] }]),
  )
}

export const isGroup = ({ type, base }: Field): boolean => (base ?? type) === 'group'
export const hasRows = ({ type, base }: Field): boolean => ['array', 'blocks'].includes(base ?? type)

export const isText = ({ type, base }: Field): boolean => (base ?? type) === 'richText'

export const isRelation = ({ type, base }: Field): boolean => ['relationship', 'upload'].includes(base ?? type)

export const fieldsOfRow = ({ fields, blocks }: Field, row: Values): readonly Field[] =>
  fields ?? blocks?.find(({ slug }) => slug === row['blockType'])?.fields ?? []

export const rowsById = (list: unknown): ReadonlyMap<unknown, Values> =>
  new Map((Array.isArray(list) ? list : []).map((row: Values) => [row['id'], row]))
