/** Withholds fields from a change: those that its caller may not set, or can't see, keep their values. */
import { derived } from '../../schema/derived.ts'
import type { FieldSet } from '../../schema/field-set.ts'
import { everyField, type Field, fieldsOfRow, type GroupField, hasRows, isGroup } from '../../schema/model.ts'
import { type SlicedWork, stopsBehind } from '../pace.ts'
import type { Doc } from '../store/document.ts'
import { emptiedGroup } from './emptied-group.ts'
import { isObjectOf } from './receive.ts'
import { rowsById, StoredRows } from './rows.ts'

export interface Withheld {
  /** Always ignored in the change. */
  denied: FieldSet
  /** Kept by rows that don't mention them. */
  unseen: FieldSet
}

/** The change without them. Rows are replaced whole, so they take such values from the stored row with the same id. */
export function* without(
  fields: readonly Field[],
  data: Doc,
  original: Doc | undefined,
  withheld: Withheld,
  stored: StoredRows = new StoredRows(fields, original),
): SlicedWork<Doc> {
  const kept: Doc = {}
  for (const key of ['id', 'blockType']) if (data[key] !== undefined) kept[key] = data[key]
  for (const field of fields) {
    const before = original?.[field.name]
    if (withheld.denied.has(field)) continue
    const value = data[field.name]
    if (value === undefined) continue
    // A value of the wrong shape is left for the validator.
    if (isGroup(field) && (isObjectOf(value) || (value === null && holds(field, withheld.denied))))
      kept[field.name] = yield* without(field.fields, value ?? emptiedGroup(field.fields), before, withheld, stored)
    else if (hasRows(field) && Array.isArray(value)) kept[field.name] = yield* withoutInRows(field, value, before, withheld, stored)
    else kept[field.name] = value
  }
  return kept
}

function* withoutInRows(
  field: Field,
  rows: readonly unknown[],
  before: unknown,
  withheld: Withheld,
  stored: StoredRows,
): SlicedWork<unknown[]> {
  const known = rowsById(before)
  yield
  const kept: unknown[] = []
  for (const [index, row] of rows.entries()) {
    kept.push(isObjectOf(row) ? yield* withoutInRow(field, row, stored.find(field, row, known), withheld, stored) : row)
    if (stopsBehind(index)) yield
  }
  return kept
}

function* withoutInRow(field: Field, row: Doc, known: Doc | undefined, withheld: Withheld, stored: StoredRows): SlicedWork<Doc> {
  const fields = fieldsOfRow(field, row)
  const kept = yield* without(fields, row, known, withheld, stored)
  if (known) putBack(fields, kept, known, withheld)
  return kept
}

function putBack(fields: readonly Field[], row: Doc, known: Doc, withheld: Withheld): void {
  for (const field of fields) {
    const before = known[field.name]
    const { denied, unseen } = withheld
    if (denied.has(field) || (row[field.name] === undefined && unseen.has(field))) row[field.name] = before
    else if (isGroup(field) && isObjectOf(before) && (holds(field, denied) || holds(field, unseen))) {
      row[field.name] ??= {}
      const group = row[field.name]
      if (isObjectOf(group)) putBack(field.fields, group, before, withheld)
    }
  }
}

const holds = (group: GroupField, some: FieldSet) => holding(some)(group)

const holding = derived((some: FieldSet) => derived((group: GroupField) => [...everyField(group.fields)].some((field) => some.has(field))))
