/** Replaces related documents with their ids, at any depth: a response may contain the documents themselves.
 * Tested by test/admin-components/relations-kept.test.ts.
 */
import type { Field } from '../app/schema.ts'
import { isRelation, mapFields } from './map-fields.ts'
import type { FieldValue, Values } from './values.ts'

export const withIds = (fields: readonly Field[], values: Values): Values =>
  mapFields(fields, [values], ({ field, values: [value], inside }) => {
    if (!isRelation(field)) return inside()
    return Array.isArray(value) ? value.map(idOf).filter((id) => id !== null) : idOf(value)
  })

const idOf = (value: FieldValue): unknown => (typeof value === 'object' && value !== null ? value.id : value)
