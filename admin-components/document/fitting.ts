/** Whether a field can hold a value that was kept in the browser: its type may be another one by now, and other programs write there too. */
import type { Field } from '../desk/schema.ts'
import { fieldsOfRow, hasRows, isGroup } from './map-fields.ts'
import { isTree, type Values } from './values.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'

/** By type. Editors of types that aren't listed here cope with any value. */
const CHECKS: Record<string, Check> = {
  text: isText,
  textarea: isText,
  email: isText,
  slug: isText,
  select: isText,
  date: isText,
  number: isNumber,
  boolean: (value) => typeof value === 'boolean',
  relationship: isNumber,
  upload: isNumber,
}

/** The values of known fields that can be shown. */
export const fitting = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields.filter((field) => Object.hasOwn(values, field.name) && fits(field, values[field.name])).map(({ name }) => [name, values[name]]),
  )

function fits(field: Field, value: unknown): boolean {
  if (value === null || field.admin?.component?.includes('-')) return true
  if (isGroup(field)) return isTree(value) && !Array.isArray(value) && allFit(field.fields ?? [], value)
  if (hasRows(field)) return Array.isArray(value) && value.every((row) => isRow(row) && allFit(fieldsOfRow(field, row), row))
  const check = CHECKS[field.base ?? field.type]
  if (!check) return true
  return field.hasMany ? Array.isArray(value) && value.every(check) : check(value)
}

const allFit = (fields: readonly Field[], values: Values): boolean =>
  fields.every((field) => values[field.name] === undefined || fits(field, values[field.name]))

const isRow = (row: unknown): row is Values => isTree(row) && ['string', 'undefined'].includes(typeof (row as Values)['id'])
