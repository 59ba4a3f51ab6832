/** Merges a change into stored content: groups by key, lists whole. Rows keep hidden values and those unknown to the model.
 * Tested by test/features/localized-rows.test.ts.
 */
import { type Field, fieldsOfRow, hasRows, isGroup, isListField, isPerLocale } from '../../schema/model.ts'
import { atOnce, type SlicedWork, stopsBehind } from '../pace.ts'
import { bringBackRows, bringBackValues, carryRows, carryValues } from '../store/beyond.ts'
import { fittedTo } from '../store/decode.ts'
import type { Doc } from '../store/document.ts'
import { emptiedGroup } from './emptied-group.ts'
import { isObjectOf } from './receive.ts'
import { rowsById, StoredRows } from './rows.ts'

export const merge = (fields: readonly Field[], original: Doc | undefined, data: Doc, stored?: StoredRows): Doc =>
  atOnce(merging(fields, original, data, stored))

/** The same, as work that can yield to other requests. */
export function* merging(
  fields: readonly Field[],
  original: Doc | undefined,
  data: Doc,
  stored: StoredRows = new StoredRows(fields, original),
): SlicedWork<Doc> {
  const merged: Doc = {}
  for (const field of fields) {
    if (field.writeOnly) continue
    const given = data[field.name]
    const before = original?.[field.name]
    if (isGroup(field))
      merged[field.name] = yield* merging(
        field.fields,
        before,
        given === null ? emptiedGroup(field.fields) : isObjectOf(given) ? given : {},
        stored,
      )
    else if (given === undefined) merged[field.name] = before ?? (isListField(field) ? [] : null)
    else merged[field.name] = hasRows(field) && isWellFormed(given) ? yield* mergedRows(field, given, before, stored) : given
  }
  return merged
}

/** Malformed rows are left for the validator. */
const isWellFormed = (value: unknown): value is Doc[] => Array.isArray(value) && value.every(isObjectOf)

function* mergedRows(field: Field, rows: readonly Doc[], before: unknown, stored: StoredRows): SlicedWork<Doc[]> {
  const known = rowsById(before)
  yield
  const merged: Doc[] = []
  for (const [index, row] of rows.entries()) {
    const fields = field.fields ?? field.blocks?.find(({ slug }) => slug === row?.['blockType'])?.fields
    if (fields) {
      const made = { id: row?.['id'] ?? null, ...(field.blocks && { blockType: row['blockType'] }) }
      merged.push(mergedRow(made, fields, row ?? {}, row && stored.find(field, row, known), stored))
    }
    if (stopsBehind(index)) yield
  }
  return carryRows(before, merged)
}

/** Replaces a row, or a group in a row, as a whole. `made`: its values besides its fields. */
function mergedRow(made: Doc, fields: readonly Field[], row: Doc, before: Doc | undefined, stored: StoredRows): Doc {
  for (const field of fields) {
    const value = row[field.name]
    made[field.name] =
      value === undefined && field.hidden && before ? before[field.name] : mergedValue(field, value, before?.[field.name], stored)
  }
  return carryValues(before, made)
}

// biome-ignore lint/suspicious/noExplicitAny: a value that replaces another one may have any shape until it is checked
function mergedValue(field: Field, value: any, before: Doc | undefined, stored: StoredRows): unknown {
  if (hasRows(field)) return Array.isArray(value) ? atOnce(mergedRows(field, value, before, stored)) : carryRows(before, [])
  if (isPerLocale(field)) return mergedLocales(field.fields, value, before, stored)
  if (field.fields) return mergedRow({}, field.fields, value ?? {}, before, stored)
  return fittedTo(field, value)
}

/** Locales missing from the map keep their values. */
// biome-ignore lint/suspicious/noExplicitAny: a value that replaces another one may have any shape until it is checked
function mergedLocales(locales: readonly Field[], value: any, before: Doc | undefined, stored: StoredRows): Doc {
  const merged: Doc = {}
  for (const one of locales) {
    const [given, known] = [value?.[one.name], before?.[one.name]]
    merged[one.name] =
      isObjectOf(value) && given === undefined ? (known ?? fittedTo(one, undefined)) : mergedValue(one, given, known, stored)
  }
  return merged
}

/** Restores an earlier content, including values that the model doesn't know. */
export function* bringingBack(
  fields: readonly Field[],
  doc: Doc,
  from: Doc | undefined,
  stored: StoredRows = new StoredRows(fields, from),
): SlicedWork<void> {
  for (const field of fields) {
    const [value, earlier] = [doc[field.name], from?.[field.name]]
    if (hasRows(field) && Array.isArray(value)) {
      const known = rowsById(earlier)
      yield
      for (const [index, row] of value.entries()) {
        if (isObjectOf(row)) {
          const same = stored.find(field, row, known)
          if (same) bringBackValues(same, row)
          yield* bringingBack(fieldsOfRow(field, row), row, same, stored)
        }
        if (stopsBehind(index)) yield
      }
      if (earlier) bringBackRows(earlier, value)
    } else if (isGroup(field) && isObjectOf(value)) {
      if (isObjectOf(earlier)) bringBackValues(earlier, value)
      yield* bringingBack(field.fields, value, earlier, stored)
    }
  }
}
