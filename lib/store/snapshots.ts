/** A document set aside as data: pending drafts and versions. It is keyed by column, so that every locale is in it; rows it knows not. */
import { derived } from '../../schema/derived.ts'
import { type Entity, wholeOf } from '../../schema/model.ts'
import { Pace } from '../pace.ts'
import { withBeyond, withBeyondInTurns } from './beyond.ts'
import { type Column, columnsOf, withoutLocale } from './columns.ts'
import type { Row } from './contract.ts'
import { AS_SAID, normal, normalInTurns, WITH_MORE } from './decode.ts'
import { type Doc, put, valueAt } from './document.ts'

/** The table that holds the versions of documents. */
export const VERSIONS = 'document-versions'

/** The column of a row that holds its pending draft. */
export const PENDING = '$pending'

/** Rows of a list that is gone through at once. */
const FEW = 100

export type Snapshot = Readonly<Record<string, unknown>>

/** What a column holds of which a snapshot says nothing. */
export type Otherwise = (column: Column) => unknown

/** Fields that the document says nothing of are left out. `isBrief`: also the keys of locales without a value, inside rows. */
export async function snapshotOf(entity: Entity, doc: Doc, pace = new Pace(), isBrief = false): Promise<Snapshot> {
  const snapshot: Record<string, unknown> = {}
  for (const { name, field } of columnsOf(entity)) {
    const value = valueAt(doc, field)
    if (value === undefined) continue
    snapshot[name] = isShort(value) ? withBeyond(field, value, isBrief) : await withBeyondInTurns(field, value, isBrief, pace)
  }
  return snapshot
}

/** The document that a snapshot holds, as a form of the entity sees it. */
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
    put(doc, field.path, isShort(value) ? normal(field, value, WITH_MORE) : await normalInTurns(field, value, WITH_MORE, pace))
  }
  return doc
}

/** Whether nobody has to wait for it to be gone through. */
const isShort = (value: unknown) => !Array.isArray(value) || value.length < FEW

/** Only what the snapshot says; what its rows leave out is missing in them. */
export async function saidIn(entity: Entity, snapshot: Snapshot, pace = new Pace()): Promise<Doc> {
  const doc: Doc = {}
  const taken = namesIn(entity)
  for (const column of columnsOf(entity)) {
    const key = keyIn(snapshot, column, taken)
    if (key === undefined) continue
    const { field } = column
    const value = snapshot[key]
    put(doc, field.path, isShort(value) ? normal(field, value, AS_SAID) : await normalInTurns(field, value, AS_SAID, pace))
  }
  return doc
}

/** A pending draft says nothing of a column that its writer did not know: then the draft is as the live row is. */
export const asLive =
  (row: Row): Otherwise =>
  ({ name, kind, fallback }) => {
    const value = row[name]
    // A reader's row has the value of the fallback in place of an empty one.
    if (value === null || value === undefined || (fallback !== undefined && value === row[fallback])) return undefined
    if (kind === 'json') return typeof value === 'string' ? JSON.parse(value) : value
    return kind === 'boolean' ? value === 1 || value === true : value
  }

/** What a snapshot says of columns that the model does not know. */
export function unknownIn(entity: Entity, snapshot: Snapshot | undefined): Snapshot {
  if (!snapshot) return {}
  const taken = namesIn(entity)
  const known = new Set(columnsOf(wholeOf(entity)).map((column) => keyIn(snapshot, column, taken)))
  return Object.fromEntries(Object.entries(snapshot).filter(([key]) => !known.has(key)))
}

/** The columns that a snapshot says nothing of. */
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
 * A field that was renamed since, or is localized since or no more, has its values under another name. `taken`: what stands under
 * the name of another field is that field's.
 */
function keyIn(snapshot: Snapshot, { name, was }: Column, taken: ReadonlySet<string>): string | undefined {
  return (
    [name, ...was.filter((one) => !taken.has(one))].find((one) => Object.hasOwn(snapshot, one)) ??
    Object.keys(snapshot).find((key) => withoutLocale(key) === name)
  )
}

/** The names of all columns, in every locale. */
const namesIn = derived((entity: Entity): ReadonlySet<string> => new Set(columnsOf(wholeOf(entity)).map(({ name }) => name)))
