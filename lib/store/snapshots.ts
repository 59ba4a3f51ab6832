/** Pending drafts and versions as data. A snapshot is keyed by column, so every locale is in it; it knows nothing of rows. */
import { derived } from '../../schema/derived.ts'
import { type Entity, wholeOf } from '../../schema/model.ts'
import { Pace } from '../pace.ts'
import { withBeyond, withBeyondInTurns } from './beyond.ts'
import { type Column, columnsOf, withoutLocale } from './columns.ts'
import type { Row } from './contract.ts'
import { fittedTo, normalInTurns, ONLY_STORED, WITH_MORE } from './decode.ts'
import { type Doc, put, valueAt } from './document.ts'
import { parseStored } from './outdated.ts'

/** The table that holds the versions of documents. */
export const VERSIONS = '$versions'

/** The column of a row that holds its pending draft. */
export const PENDING = '$pending'

/** Lists with fewer rows are processed without yielding. */
const FEW = 100

export type Snapshot = Readonly<Record<string, unknown>>

/** Supplies the value of a column that a snapshot does not contain. */
export type Otherwise = (column: Column) => unknown

/** Omits fields that the document does not contain. `isBrief`: inside rows, also omits the keys of locales without a value. */
export async function snapshotOf(entity: Entity, doc: Doc, pace = new Pace(), isBrief = false): Promise<Snapshot> {
  const snapshot: Record<string, unknown> = {}
  for (const { name, field } of columnsOf(entity)) {
    const value = valueAt(doc, field)
    if (value === undefined) continue
    snapshot[name] = isShort(value) ? withBeyond(field, value, isBrief) : await withBeyondInTurns(field, value, isBrief, pace)
  }
  return snapshot
}

/** The document in a snapshot, as a form of the entity sees it. */
export async function unfolded(
  entity: Entity,
  snapshot: Snapshot,
  otherwise: Otherwise = () => undefined,
  pace = new Pace(),
): Promise<Doc> {
  const doc: Doc = {}
  const taken = namesIn(entity)
  for (const column of columnsOf(entity)) {
    const value = shownValue(snapshot, column, otherwise, taken)
    const { field } = column
    put(doc, field.path, isShort(value) ? fittedTo(field, value, WITH_MORE) : await normalInTurns(field, value, WITH_MORE, pace))
  }
  return doc
}

/** Whether a value can be processed without yielding to other work. */
const isShort = (value: unknown) => !Array.isArray(value) || value.length < FEW

/** Only what the snapshot contains; keys missing from its rows stay missing. */
export async function storedValues(entity: Entity, snapshot: Snapshot, pace = new Pace()): Promise<Doc> {
  const doc: Doc = {}
  const taken = namesIn(entity)
  for (const column of columnsOf(entity)) {
    const key = keyIn(snapshot, column, taken)
    if (key === undefined) continue
    const { field } = column
    const value = snapshot[key]
    put(doc, field.path, isShort(value) ? fittedTo(field, value, ONLY_STORED) : await normalInTurns(field, value, ONLY_STORED, pace))
  }
  return doc
}

/** A pending draft lacks columns that its writer did not know; for these, the draft has the value of the live row. */
export const asLive =
  (row: Row): Otherwise =>
  ({ name, kind, fallback }) => {
    const value = row[name]
    // In a row made for readers, an empty value is replaced by the value of its fallback.
    if (value === null || value === undefined || (fallback !== undefined && value === row[fallback])) return undefined
    if (kind === 'json') return typeof value === 'string' ? parseStored(value) : value
    return kind === 'boolean' ? value === 1 || value === true : value
  }

/** The values of a snapshot for columns that the model does not know. */
export function unknownIn(entity: Entity, snapshot: Snapshot | undefined): Snapshot {
  if (!snapshot) return {}
  const taken = namesIn(entity)
  const known = new Set(columnsOf(wholeOf(entity)).map((column) => keyIn(snapshot, column, taken)))
  return Object.fromEntries(Object.entries(snapshot).filter(([key]) => !known.has(key)))
}

/** The columns that a snapshot does not contain. */
export function missingIn(entity: Entity, snapshot: Snapshot): ReadonlySet<string> {
  const taken = namesIn(entity)
  return new Set(columnsOf(entity).flatMap((column) => (keyIn(snapshot, column, taken) === undefined ? [column.name] : [])))
}

function shownValue(snapshot: Snapshot, column: Column, otherwise: Otherwise, taken: ReadonlySet<string>): unknown {
  const value = valueIn(snapshot, column, otherwise, taken)
  if (column.fallback === undefined || !isEmpty(value)) return value
  return valueIn(snapshot, { name: column.fallback, was: [], kind: column.kind, field: column.field }, otherwise, taken)
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function valueIn(snapshot: Snapshot, column: Column, otherwise: Otherwise, taken: ReadonlySet<string>): unknown {
  const key = keyIn(snapshot, column, taken)
  return (key === undefined ? otherwise(column) : snapshot[key]) ?? null
}

/**
 * The key of a column's values, which differs if the field has been renamed, localized or unlocalized since. `taken`: the names of all
 * columns; a value under another field's name belongs to that field.
 */
function keyIn(snapshot: Snapshot, { name, was }: Column, taken: ReadonlySet<string>): string | undefined {
  return (
    [name, ...was.filter((one) => !taken.has(one))].find((one) => Object.hasOwn(snapshot, one)) ??
    Object.keys(snapshot).find((key) => withoutLocale(key) === name)
  )
}

/** The names of all columns, in every locale. */
const namesIn = derived((entity: Entity): ReadonlySet<string> => new Set(columnsOf(wholeOf(entity)).map(({ name }) => name)))
