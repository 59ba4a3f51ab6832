/** Tells rows that were only added from those that hold something: a new document with nothing else is not worth a draft or a question.
 * Tested by test/admin-components/writing.test.ts.
 */
import type { Field } from '../app/schema.ts'
import { fieldsOfRow, hasRows, isGroup } from './map-fields.ts'
import { emptyOf, same, type Values } from './values.ts'

/** Whether everything that differs from the defaults is empty rows. */
export const addsEmptyRowsOnly = (fields: readonly Field[], values: Values): boolean =>
  fields.every((field) => isAsAdded(field, values[field.name], emptyOf([field])[field.name]))

function isAsAdded(field: Field, value: unknown, before: unknown): boolean {
  if (same(value, before)) return true
  if (isGroup(field)) return addsEmptyRowsOnly(field.fields ?? [], (value ?? {}) as Values)
  return hasRows(field) && Array.isArray(value) && value.every((row: Values) => isEmptyRow(field, row))
}

/** A block without any place to fill in, such as a divider or a list that the site makes, is there for its own sake. */
function isEmptyRow(field: Field, row: Values): boolean {
  const fields = fieldsOfRow(field, row)
  const isOpen = ({ name }: Field) => same(row[name], null) || typeof row[name] === 'object'
  return fields.some(isOpen) && addsEmptyRowsOnly(fields, row)
}
