/** The complete way out: a document → the object that a caller sees. Hidden and unreadable fields leave, `afterRead` runs, relations are filled in. */
import { type Entity, type Field, fieldsOfRow, isRelation } from '../../schema/model.ts'
import type { Access } from '../access/access.ts'
import type { Caller } from '../actor.ts'
import { Pace } from '../pace.ts'
import type { Row } from '../store/contract.ts'
import type { Doc, Meta } from '../store/documents.ts'
import type { Snapshot } from '../store/snapshots.ts'
import { shows, type View } from './view.ts'

export interface Stored {
  /** Absent for a global that was never saved. */
  meta?: Meta
  doc: Doc
  /** The row it was read from. */
  row?: Row
  /** What stands in place of the row's columns, every locale included. */
  aside?: Snapshot
}

export interface Showing {
  access: Access
  /** Runs the hooks of a collection or global. */
  afterRead(entity: Entity, doc: Doc, caller: Caller): Promise<Doc>
  /** Targets of relations as objects, by id. */
  fetch(entity: string, ids: ReadonlySet<number>, caller: Caller, view: View): Promise<ReadonlyMap<number, unknown>>
}

export async function showObjects(entity: Entity, stored: readonly Stored[], caller: Caller, view: View, showing: Showing): Promise<Doc[]> {
  const mask = showing.access.mask(entity, caller)
  const docs: Doc[] = []
  const pace = new Pace()
  for (const one of stored) {
    const turn = pace.rest()
    if (turn) await turn
    const { meta, doc } = one
    const denied = await showing.access.unreadable(mask, caller, { ...(meta && { id: meta.id }), data: doc })
    docs.push(await showing.afterRead(entity, visible(entity, one, denied, view), caller))
  }
  if (view.depth > 0) await fill(entity, docs, caller, view, showing)
  return docs
}

function visible(entity: Entity, { meta, doc }: Stored, denied: ReadonlySet<Field>, view: View): Doc {
  const has = (name: string) => view.select === undefined || view.select.includes(name)
  const isShown = (field: Field) => shows(view, field) && !denied.has(field)
  const collection = entity.kind === 'collection'
  const shown: Doc = {}
  if (collection && meta) shown['id'] = meta.id
  for (const field of entity.fields) if (has(field.name) && isShown(field)) shown[field.name] = seen(field, doc[field.name], isShown)
  if (collection && has('createdAt')) shown['createdAt'] = meta?.createdAt ?? null
  if (has('updatedAt')) shown['updatedAt'] = meta?.updatedAt ?? null
  return shown
}

function seen(field: Field, value: any, isShown: (field: Field) => boolean): unknown {
  if (field.shown) return field.shown(value ?? null) ?? null
  const pick = (fields: readonly Field[], row: Doc) =>
    Object.fromEntries(fields.filter(isShown).map((one) => [one.name, seen(one, row?.[one.name], isShown)]))
  if (field.type.name === 'group') return pick(field.fields!, value ?? {})
  if (!field.fields && !field.blocks) return value ?? (field.hasMany ? [] : null)
  // A preview shows what a form holds, also what is no row.
  const rows = Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : []
  return rows.map((row: Doc) => ({
    id: row['id'],
    ...(field.blocks && { blockType: row['blockType'] }),
    ...pick(fieldsOfRow(field, row), row),
  }))
}

/** Replaces ids by documents, one batch per collection. What is missing or can't be seen is null, or drops out of a list. */
async function fill(entity: Entity, docs: Doc[], caller: Caller, view: View, showing: Showing): Promise<void> {
  const wanted = new Map<string, Set<number>>()
  const pace = new Pace()
  for (const doc of docs) {
    replaceRelations(entity.fields, doc, (field, id) => {
      const ids = wanted.get(field.to!) ?? new Set()
      wanted.set(field.to!, ids.add(id))
      return id
    })
    await pace.rest()
  }
  if (wanted.size === 0) return
  const deeper: View = { ...view, depth: view.depth - 1, select: undefined }
  const found = new Map<string, ReadonlyMap<number, unknown>>()
  for (const [slug, ids] of wanted) found.set(slug, await showing.fetch(slug, ids, caller, deeper))
  for (const doc of docs) {
    replaceRelations(entity.fields, doc, (field, id) => found.get(field.to!)?.get(id))
    await pace.rest()
  }
}

function replaceRelations(fields: readonly Field[], doc: any, replace: (field: Field, id: number) => unknown): void {
  if (typeof doc !== 'object' || doc === null) return
  for (const field of fields) {
    const value = doc[field.name]
    if (value === undefined || value === null) continue
    if (isRelation(field)) {
      if (field.hasMany)
        doc[field.name] = Array.isArray(value)
          ? value.map((id) => (typeof id === 'number' ? replace(field, id) : id)).filter((one) => one !== undefined)
          : value
      else if (typeof value === 'number') doc[field.name] = replace(field, value) ?? null
    } else if (field.blocks) for (const row of Array.isArray(value) ? value : []) replaceRelations(fieldsOfRow(field, row), row, replace)
    else if (field.fields) for (const row of Array.isArray(value) ? value : [value]) replaceRelations(field.fields, row, replace)
  }
}
