/** What isn't translated yet begins with the words of another language: in groups, and in rows of the same id. */
import type { Field } from '../desk/schema.ts'
import { same, type Values } from './values.ts'

/** The values, with those of `from` where a localized field is empty. What has nothing to add is left as it is. */
export function translatedFrom(fields: readonly Field[], values: Values, from: Values | null | undefined): Values {
  const translated = { ...values }
  for (const field of fields) translated[field.name] = valueFrom(field, values[field.name], from?.[field.name])
  return same(translated, values) ? values : translated
}

function valueFrom(field: Field, value: any, from: any): unknown {
  if (field.localized) return same(value, null) ? (from ?? value) : value
  if (field.blocks || (field.fields && Array.isArray(value))) {
    const others = new Map((Array.isArray(from) ? from : []).map((row: Values) => [row['id'], row]))
    return (value ?? []).map((row: Values) => translatedFrom(fieldsOf(field, row), row, others.get(row['id'])))
  }
  return field.fields && value ? translatedFrom(field.fields, value, from) : value
}

const fieldsOf = ({ fields, blocks }: Field, row: Values): readonly Field[] =>
  fields ?? blocks!.find(({ slug }) => slug === row['blockType'])?.fields ?? []
