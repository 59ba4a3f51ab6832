/** Checks whether a field can hold a value kept in the browser: its type may have changed, and other code can write to that storage too.
 * Tested by test/admin-components/kept-for-fields.test.ts.
 */
import type { Field } from '../app/schema.ts'
import { typeOf } from '../fields/types.ts'
import { fieldsOfRow, hasRows, isGroup } from './map-fields.ts'
import type { Place } from './places.ts'
import type { Texts } from './unsaid.ts'
import { type FieldValue, isTree, type Values } from './values.ts'

/** Keys of rows that are not fields. */
const OF_ROWS = ['id', 'blockType']

/** The values that the form can show, without unknown fields in groups and rows. */
export const fitting = (fields: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    fields
      .filter((field) => Object.hasOwn(values, field.name) && fits(field, values[field.name]))
      .map((field) => [field.name, known(field, values[field.name])]),
  )

function known(field: Field, value: FieldValue): unknown {
  if (value === null) return value
  if (isGroup(field)) return onlyKnown(field.fields ?? [], value)
  return hasRows(field) ? value.map((row: Values) => onlyKnown(fieldsOfRow(field, row), row)) : value
}

function onlyKnown(fields: readonly Field[], values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => {
    const field = fields.find((one) => one.name === name)
    return field ? [[name, known(field, value)]] : OF_ROWS.includes(name) ? [[name, value]] : []
  })
  return Object.fromEntries(entries.flat())
}

/** The unfinished texts that the form can show. */
export const fittingTexts = (fields: readonly Field[], texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([place]) => holdsText(fields, JSON.parse(place))))

function holdsText(fields: readonly Field[], [step, ...rest]: Place): boolean {
  if (typeof step === 'object') return holdsText(fields, rest)
  const field = fields.find(({ name }) => name === step)
  if (!field) return false
  if (isGroup(field) || hasRows(field)) return holdsText(field.fields ?? field.blocks?.flatMap((block) => block.fields) ?? [], rest)
  return typeOf(field).holdsText
}

function fits(field: Field, value: unknown): boolean {
  if (value === null || field.admin?.component?.includes('-')) return true
  if (isGroup(field)) return isTree(value) && !Array.isArray(value) && allFit(field.fields ?? [], value)
  if (hasRows(field))
    return Array.isArray(value) && value.every((row) => isRow(row) && isOfKind(field, row) && allFit(fieldsOfRow(field, row), row))
  const { fits: isRight } = typeOf(field)
  return field.hasMany ? Array.isArray(value) && value.every(isRight) : isRight(value)
}

const allFit = (fields: readonly Field[], values: Values): boolean =>
  fields.every((field) => values[field.name] === undefined || fits(field, values[field.name]))

const isRow = (row: unknown): row is Values => isTree(row) && ['string', 'undefined'].includes(typeof (row as Values)['id'])

const isOfKind = ({ blocks }: Field, row: Values): boolean => !blocks || blocks.some(({ slug }) => slug === row['blockType'])
