/** Limits the entries in all lists of a document together: a thousand rows of a thousand rows each are a million, with no long list.
 * Tested by test/operations/refusals.test.ts.
 */
import { derived } from '../../schema/derived.ts'
import { DEFAULT_MAX_ROWS, everyField, type Field, fieldsOfRow, isGroup, isListField } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import { GalleyError } from '../errors.ts'

/** Fields with a higher `maxRows` raise this limit by the difference. */
const MOST_IN_ALL = 10_000

/** Runs before the data is processed. Malformed lists and rows are left for the validator. */
export function refuseTooManyEntries(
  { entity: { fields }, caller }: Pick<Operation, 'entity' | 'caller'>,
  data: Record<string, unknown>,
): void {
  if (caller.actor.kind === 'system') return
  const most = allowanceOf(fields)
  let entries = 0
  for (const field of fields) {
    entries += entriesIn(field, data[field.name], most - entries)
    if (entries > most)
      throw new GalleyError('VALIDATION', [{ field: field.name, message: `would give the document more than ${most} entries in total` }])
  }
}

const allowanceOf = derived((fields: readonly Field[]): number =>
  [...everyField(fields)].reduce((most, { maxRows = 0 }) => most + Math.max(0, maxRows - DEFAULT_MAX_ROWS), MOST_IN_ALL),
)

/** Stops counting once it exceeds `enough`. */
function entriesIn(field: Field, value: unknown, enough: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (isGroup(field)) return entriesOf(field.fields, value as Record<string, unknown>, enough)
  if (!isListField(field) || !Array.isArray(value)) return 0
  let entries = value.length
  if (!field.fields && !field.blocks) return entries
  for (const row of value) {
    if (entries > enough) return entries
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) entries += entriesOf(fieldsOfRow(field, row), row, enough - entries)
  }
  return entries
}

function entriesOf(fields: readonly Field[], data: Record<string, unknown>, enough: number): number {
  let entries = 0
  for (const field of fields) {
    entries += entriesIn(field, data[field.name], enough - entries)
    if (entries > enough) return entries
  }
  return entries
}
