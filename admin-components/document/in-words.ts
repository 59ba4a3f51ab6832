/** Renders a field value as text, for comparing it with another one. Tested by test/admin-components/conflicts.test.ts. */
import type { Field } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { typeOf } from '../fields/types.ts'
import { humanized } from '../texts/texts.ts'
import { fieldsOfRow, hasRows, isGroup } from './map-fields.ts'
import { nameOfRow } from './row-names.ts'
import type { FieldValue, Values } from './values.ts'

export function inWords(host: CmsElement, field: Field, value: FieldValue): string {
  const type = field.base ?? field.type
  if (value === null || value === undefined || value === '' || (type !== 'json' && Array.isArray(value) && value.length === 0)) return '—'
  if (isGroup(field)) return fieldsInWords(host, field.fields ?? [], value)
  if (hasRows(field) && Array.isArray(value))
    return value.map((row, index) => `${nameOfRow(host, field, row, index)}\n${rowInWords(host, field, row)}`).join('\n\n')
  const ownWords = typeOf(field).inWords
  if (ownWords) return ownWords(host, value)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.map((one) => optionOf(host, field, one)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value, null, 2)
  return optionOf(host, field, value)
}

export const rowInWords = (host: CmsElement, field: Field, row: Values): string => fieldsInWords(host, fieldsOfRow(field, row), row)

const fieldsInWords = (host: CmsElement, fields: readonly Field[], values: Values): string =>
  fields
    .filter(({ name }) => (values[name] ?? '') !== '')
    .map((field) => `${host.app.label(field.label, humanized(field.name))}: ${inWords(host, field, values[field.name])}`)
    .join('\n')

function optionOf({ app }: CmsElement, { options }: Field, value: unknown): string {
  const option = options?.find((one) => one.value === value)
  return option ? app.label(option.label, humanized(option.value)) : String(value)
}
