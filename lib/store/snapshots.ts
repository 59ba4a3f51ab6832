/** A document set aside as data: pending drafts and versions. It is keyed by column, so that every locale is in it; rows it knows not. */
import type { Entity } from '../../schema/model.ts'
import { type Column, columnsOf, withoutLocale } from './columns.ts'
import { type Doc, normal, put, valueAt } from './documents.ts'

/** The table that holds the versions of documents. */
export const VERSIONS = 'document-versions'

/** The column of a row that holds its pending draft. */
export const PENDING = '$pending'

export type Snapshot = Readonly<Record<string, unknown>>

export function snapshotOf(entity: Entity, doc: Doc): Snapshot {
  return Object.fromEntries(columnsOf(entity).map((column) => [column.name, valueAt(doc, column.field) ?? null]))
}

/** The document that a snapshot holds, as a form of the entity sees it. */
export function unfolded(entity: Entity, snapshot: Snapshot): Doc {
  const doc: Doc = {}
  for (const column of columnsOf(entity)) put(doc, column.field.path, normal(column.field, shownValue(snapshot, column)))
  return doc
}

function shownValue(snapshot: Snapshot, column: Column): unknown {
  const value = valueIn(snapshot, column.name, column.was)
  if (column.fallback === undefined || !isEmpty(value)) return value
  return valueIn(snapshot, column.fallback, [])
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A field that was renamed since, or is localized since or no more, has its values under another name. */
function valueIn(snapshot: Snapshot, name: string, was: readonly string[]): unknown {
  const known =
    [name, ...was].find((one) => Object.hasOwn(snapshot, one)) ?? Object.keys(snapshot).find((key) => withoutLocale(key) === name)
  return known === undefined ? null : snapshot[known]
}
