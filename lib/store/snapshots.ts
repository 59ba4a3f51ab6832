/** A document set aside as data: pending drafts and versions. It is keyed by column, so that every locale is in it; rows it knows not. */
import type { Entity } from '../../schema/model.ts'
import { type Column, columnsOf } from './columns.ts'
import { type Doc, normal, valueAt } from './documents.ts'

export type Snapshot = Readonly<Record<string, unknown>>

export function snapshotOf(entity: Entity, doc: Doc): Snapshot {
  return Object.fromEntries(columnsOf(entity).map((column) => [column.name, valueAt(doc, column.field) ?? null]))
}

/** The document that a snapshot holds, as a form of the entity sees it. */
export function unfolded(entity: Entity, snapshot: Snapshot): Doc {
  const doc: Doc = {}
  for (const column of columnsOf(entity)) put(doc, column.field.path.split('.'), normal(column.field, valueIn(snapshot, column)))
  return doc
}

/** Values of a field that was renamed since stand under its former name. */
function valueIn(snapshot: Snapshot, { name, was }: Column): unknown {
  return Object.hasOwn(snapshot, name) || was === undefined ? snapshot[name] : snapshot[was]
}

function put(doc: Doc, [name, ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) doc[name!] = value
  else put((doc[name!] ??= {}), rest, value)
}
