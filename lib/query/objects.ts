/** The complete way out: a document → the object that a caller sees. Hidden and unreadable fields leave, `afterRead` runs, relations are filled in. */

import type { FieldSet } from '../../schema/field-set.ts'
import { type Entity, type Field, fieldsOfRow, isRelation } from '../../schema/model.ts'
import type { Access, Mask } from '../access/access.ts'
import type { Caller } from '../actor.ts'
import { charactersOf } from '../json.ts'
import { Pace } from '../pace.ts'
import type { Row } from '../store/contract.ts'
import type { Doc, Meta } from '../store/documents.ts'
import type { Snapshot } from '../store/snapshots.ts'
import type { Held } from './answer-limit.ts'
import type { Bare, Reading } from './reading.ts'
import { shows, type View } from './view.ts'

export interface Stored {
  /** Absent for a global that was never saved. */
  meta?: Meta
  doc: Doc
  /** The row it was read from. */
  row?: Row
  /** What stands in place of the row's columns, every locale included. */
  aside?: Snapshot
  /** The content that this one stands in front of, where it may open no field that is closed there. */
  behind?(): Doc
}

/** A document with what it points to. */
export interface Filled extends Held {
  object: Doc
}

export interface Showing {
  access: Access
  /** Runs the hooks of a collection or global. */
  afterRead(entity: Entity, doc: Doc, caller: Caller): Promise<Doc>
  /** Targets of relations, by id. */
  fetch(entity: string, ids: ReadonlySet<number>, caller: Caller, view: View): Promise<ReadonlyMap<number, Filled>>
  reading: Reading
}

export async function bareObjects(
  entity: Entity,
  stored: readonly Stored[],
  caller: Caller,
  view: View,
  showing: Showing,
): Promise<Bare[]> {
  const mask = showing.access.mask(entity, caller)
  const bare: Bare[] = []
  const pace = new Pace()
  for (const one of stored) {
    const turn = pace.rest()
    if (turn) await turn
    showing.reading.refuseWithoutClient()
    const seen = visible(entity, one, await unreadable(one, mask, caller, showing.access), view)
    const rest = pace.rest()
    if (rest) await rest
    const object = await showing.afterRead(entity, seen, caller)
    bare.push({ object, characters: charactersOf(object) })
  }
  return bare
}

async function unreadable({ meta, doc, behind }: Stored, mask: Mask, caller: Caller, access: Access): Promise<FieldSet> {
  const about = (data: Doc) => ({ ...(meta && { id: meta.id }), data })
  const denied = await access.unreadable(mask, caller, about(doc))
  if (!behind || mask.ask.size === 0) return denied
  return denied.and(await access.unreadable(mask, caller, about(behind())))
}

function visible(entity: Entity, { meta, doc }: Stored, denied: FieldSet, view: View): Doc {
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
export async function filledObjects(
  entity: Entity,
  bare: readonly Bare[],
  caller: Caller,
  view: View,
  showing: Showing,
): Promise<Filled[]> {
  const found = view.depth > 0 ? await targetsOf(entity, bare, caller, view, showing) : NOTHING
  if (found.size === 0) return bare.map((one) => ({ ...one, documents: 1 }))
  const level = showing.reading.level(view)
  const filled: Filled[] = []
  const pace = new Pace()
  for (const { object, characters } of bare) {
    const one = { object, documents: 1, characters }
    one.object = withRelations(entity.fields, object, (field, id) => {
      const target = found.get(field.to!)?.get(id)
      if (!target) return undefined
      level.fill(target)
      one.documents += target.documents
      one.characters += target.characters
      return target.object
    })
    filled.push(one)
    const turn = pace.rest()
    if (turn) await turn
  }
  return filled
}

type Targets = ReadonlyMap<string, ReadonlyMap<number, Filled>>

const NOTHING: Readonly<Targets> = new Map()

async function targetsOf(entity: Entity, bare: readonly Bare[], caller: Caller, view: View, showing: Showing): Promise<Targets> {
  const wanted = new Map<string, Set<number>>()
  const pace = new Pace()
  for (const { object } of bare) {
    withRelations(entity.fields, object, (field, id) => {
      const ids = wanted.get(field.to!) ?? new Set()
      wanted.set(field.to!, ids.add(id))
      return id
    })
    const turn = pace.rest()
    if (turn) await turn
  }
  const deeper: View = { ...view, depth: view.depth - 1, select: undefined }
  const found = new Map<string, ReadonlyMap<number, Filled>>()
  for (const [slug, ids] of wanted) found.set(slug, await showing.fetch(slug, ids, caller, deeper))
  return found
}

/** A copy, since a target may be filled in at several depths. */
function withRelations(fields: readonly Field[], doc: any, replace: (field: Field, id: number) => unknown): any {
  if (typeof doc !== 'object' || doc === null) return doc
  const filled = { ...doc }
  for (const field of fields) {
    const value = doc[field.name]
    if (value === undefined || value === null) continue
    if (isRelation(field)) {
      if (!field.hasMany) filled[field.name] = typeof value === 'number' ? (replace(field, value) ?? null) : value
      else if (Array.isArray(value))
        filled[field.name] = value.map((id) => (typeof id === 'number' ? replace(field, id) : id)).filter((one) => one !== undefined)
    } else if (field.blocks) {
      if (Array.isArray(value)) filled[field.name] = value.map((row) => withRelations(fieldsOfRow(field, row), row, replace))
    } else if (field.fields) {
      const inner = field.fields
      filled[field.name] = Array.isArray(value)
        ? value.map((row) => withRelations(inner, row, replace))
        : withRelations(inner, value, replace)
    }
  }
  return filled
}
