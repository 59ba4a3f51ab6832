/** What other people saved while a form was open, applied to the document as it was opened: an undo of all changes then takes back this editor's changes only. */
import type { Field } from '../desk/schema.ts'
import { fieldsOfRow, hasRows, mapFields, rowsById } from './map-fields.ts'
import { same, saysSame, type Values } from './values.ts'

/** `opened` with the changes that lead from `before` to `theirs`: groups and rows field by field, anything else as a whole. */
export const withOthersChanges = (fields: readonly Field[], opened: Values, before: Values, theirs: Values): Values =>
  mapFields(fields, [theirs, before, opened], ({ field, values: [theirs, before, opened], inside }) => {
    if (saysSame(field, before, theirs)) return opened
    if (saysSame(field, before, opened)) return theirs
    if (hasRows(field)) return [opened, before, theirs].every(haveIds) ? mergedRows(field, opened, before, theirs) : theirs
    return opened && before ? inside() : theirs
  })

const haveIds = (rows: unknown): boolean => Array.isArray(rows) && rows.every(({ id }) => id !== undefined)

/** Rows that others added or changed stay, and those that they removed stay removed. */
function mergedRows(field: Field, opened: Values[], before: Values[], theirs: Values[]): Values[] {
  const [inOpened, inBefore, inTheirs] = [rowsById(opened), rowsById(before), rowsById(theirs)]
  const notRemoved = opened.filter(({ id }) => inTheirs.has(id) || !inBefore.has(id))
  const saved = theirs
    .filter((row) => inOpened.has(row['id']) || !same(inBefore.get(row['id']), row))
    .map((row) => mergedRow(field, inOpened.get(row['id']), inBefore.get(row['id']), row))
  const haveMoved = !same(order(before, inTheirs), order(theirs, inBefore))
  const rows = haveMoved ? inserted(saved, notRemoved) : inserted(notRemoved, saved)
  const merged = rowsById(saved)
  return rows.map((row) => merged.get(row['id']) ?? row)
}

const mergedRow = (field: Field, opened: Values | undefined, before: Values | undefined, theirs: Values): Values =>
  opened && before ? withOthersChanges(fieldsOfRow(field, theirs), opened, before, theirs) : theirs

/** Each of `others` that `rows` lacks goes behind the row that it follows. */
function inserted(rows: Values[], others: Values[]): Values[] {
  const all = [...rows]
  for (const [index, row] of others.entries()) {
    if (all.some(({ id }) => id === row['id'])) continue
    const ahead = others.slice(0, index).findLast((one) => all.some(({ id }) => id === one['id']))
    all.splice(all.findIndex(({ id }) => id === ahead?.['id']) + 1, 0, row)
  }
  return all
}

const order = (rows: Values[], among: ReadonlyMap<unknown, Values>): unknown[] => rows.map(({ id }) => id).filter((id) => among.has(id))
