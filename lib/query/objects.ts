/** The complete read path, from document to object: drops hidden and unreadable fields, runs `afterRead`, fills in relations.
 * Tested by test/access/unreadable-paths.test.ts.
 */

import { derived } from '../../schema/derived.ts'
import type { FieldSet } from '../../schema/field-set.ts'
import { type Entity, type Field, fieldsOfRow, hasRows, isGroup } from '../../schema/model.ts'
import type { Access } from '../access/access.ts'
import type { Mask } from '../access/fields.ts'
import type { Caller } from '../actor.ts'
import { charactersOf } from '../json.ts'
import { atOnce, Pace, type SlicedWork, stopsBehind } from '../pace.ts'
import type { Row } from '../store/contract.ts'
import type { Doc, Meta } from '../store/document.ts'
import type { Snapshot } from '../store/snapshots.ts'
import type { DocumentSize } from './answer-limit.ts'
import type { AnswerReading, Bare } from './reading.ts'
import { runsAfterRead, shows, type View } from './view.ts'
import { withRelations } from './with-relations.ts'

export interface Stored {
  /** Absent for a global that was never saved. */
  meta?: Meta
  doc: Doc
  /** The row it was read from. */
  row?: Row
  /** Content that replaces the row's columns, in every locale. */
  aside?: Snapshot
  /** The live content that this one replaces: a field that is unreadable there stays unreadable. */
  behind?(): Doc | Promise<Doc>
  /** What rules about fields see instead of this content, which lacks values that they may check. */
  forRules?(): Doc | Promise<Doc>
}

/** A document that exists in the database. */
export interface Existing extends Stored {
  meta: Meta
  row: Row
}

/** A document with its relations filled in. */
export interface FilledDocument extends DocumentSize {
  object: Doc
}

export interface Showing {
  access: Access
  /** Whether readers can know it: a text may name any collection. */
  isCollection(slug: string): boolean
  /** Runs the hooks of a collection or global. */
  afterRead(entity: Entity, doc: Doc, caller: Caller): Promise<Doc>
  /** Reads relation targets, by id. */
  fetch(entity: string, ids: ReadonlySet<number>, caller: Caller, view: View): Promise<ReadonlyMap<number, FilledDocument>>
  reading: AnswerReading
}

export async function bareObjects(
  entity: Entity,
  stored: readonly Stored[],
  caller: Caller,
  view: View,
  showing: Showing,
): Promise<Bare[]> {
  const mask = showing.access.fields.mask(entity, caller)
  const inHooks = runsAfterRead(entity) ? { ...view, select: undefined } : view
  const bare: Bare[] = []
  const pace = new Pace()
  for (const one of stored) {
    const turn = pace.rest()
    if (turn) await turn
    showing.reading.refuseWithoutClient()
    const denied = await unreadable(one, mask, caller, showing.access)
    const shown = await pace.through(visible(entity, one, denied, inHooks))
    const rest = pace.rest()
    if (rest) await rest
    const object = selected(entity, await showing.afterRead(entity, shown, caller), view)
    await pace.rest()
    bare.push({ object, characters: charactersOf(object) })
  }
  return bare
}

/** The selected fields, and what hooks have added. */
function selected({ fields, kind }: Entity, object: Doc, { select }: View): Doc {
  if (select === undefined) return object
  const own = new Set([...fields.map(({ name }) => name), ...(kind === 'collection' ? ['createdAt'] : []), 'updatedAt'])
  return Object.fromEntries(Object.entries(object).filter(([name]) => !own.has(name) || select.includes(name)))
}

async function unreadable(stored: Stored, mask: Mask, caller: Caller, access: Access): Promise<FieldSet> {
  const { meta, doc, behind, forRules } = stored
  const about = (data: Doc) => ({ ...(meta && { id: meta.id }), data })
  const checkedDoc = forRules && mask.ask.size > 0 ? await forRules() : doc
  const denied = await access.fields.unreadable(mask, caller, about(checkedDoc))
  if (!behind || mask.ask.size === 0) return denied
  return denied.and(await access.fields.unreadable(mask, caller, about(await behind())))
}

function* visible(entity: Entity, { meta, doc }: Stored, denied: FieldSet, view: View): SlicedWork<Doc> {
  const has = (name: string) => view.select === undefined || view.select.includes(name)
  const shownOf = derived((fields: readonly Field[]) => fields.filter((field) => shows(view, field) && !denied.has(field)))
  const collection = entity.kind === 'collection'
  const shown: Doc = {}
  if (collection && meta) shown['id'] = meta.id
  for (const field of shownOf(entity.fields)) {
    const value = doc[field.name]
    if (has(field.name))
      shown[field.name] = hasRows(field) && !field.shown ? yield* shownRows(field, value, shownOf) : shownValue(field, value, shownOf)
  }
  if (collection && has('createdAt')) shown['createdAt'] = meta?.createdAt ?? null
  if (has('updatedAt')) shown['updatedAt'] = meta?.updatedAt ?? null
  return shown
}

/** Filters the fields of a document or row down to those that the reader sees. */
type ShownOf = (fields: readonly Field[]) => readonly Field[]

// biome-ignore lint/suspicious/noExplicitAny: a preview contains what a form holds, which may have any shape
function shownValue(field: Field, value: any, shownOf: ShownOf): unknown {
  if (field.shown) return field.shown(value ?? null) ?? null
  if (isGroup(field)) return pick({}, field.fields, value ?? {}, shownOf)
  if (hasRows(field)) return atOnce(shownRows(field, value, shownOf))
  return value ?? (field.hasMany ? [] : null)
}

function* shownRows(field: Field, value: unknown, shownOf: ShownOf): SlicedWork<Doc[]> {
  const shown: Doc[] = []
  // A preview contains what a form holds, which may not be a valid row.
  const rows: Doc[] = Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : []
  for (const [index, row] of rows.entries()) {
    const made: Doc = { id: row['id'] }
    if (field.blocks) made['blockType'] = row['blockType']
    shown.push(pick(made, fieldsOfRow(field, row), row, shownOf))
    if (stopsBehind(index)) yield
  }
  return shown
}

/** `made`: the row's values that are not fields. */
function pick(made: Doc, fields: readonly Field[], row: Doc, shownOf: ShownOf): Doc {
  for (const field of shownOf(fields)) made[field.name] = shownValue(field, row[field.name], shownOf)
  return made
}

/** Replaces ids with documents, one batch per collection. Missing or unreadable targets become null, or are dropped from a list. */
export async function filledObjects(
  entity: Entity,
  bare: readonly Bare[],
  caller: Caller,
  view: View,
  showing: Showing,
): Promise<FilledDocument[]> {
  const found = view.depth > 0 ? await targetsOf(entity, bare, caller, view, showing) : undefined
  if (!found) return bare.map((one) => ({ ...one, documents: 1 }))
  const level = showing.reading.level(view)
  const filled: FilledDocument[] = []
  const pace = new Pace()
  for (const { object, characters } of bare) {
    const one = { object, documents: 1, characters }
    const filling = withRelations(entity.fields, object, (to, id) => {
      const target = found.get(to)?.get(id)
      if (!target) return undefined
      level.fill(target)
      one.documents += target.documents
      one.characters += target.characters
      return target.object
    })
    one.object = await pace.through(filling)
    filled.push(one)
    const turn = pace.rest()
    if (turn) await turn
  }
  return filled
}

type Targets = ReadonlyMap<string, ReadonlyMap<number, FilledDocument>>

/** Undefined if the documents point to nothing. */
async function targetsOf(
  entity: Entity,
  bare: readonly Bare[],
  caller: Caller,
  view: View,
  showing: Showing,
): Promise<Targets | undefined> {
  const wanted = new Map<string, Set<number>>()
  const pace = new Pace()
  for (const { object } of bare) {
    const collecting = withRelations(entity.fields, object, (to, id) => {
      const ids = wanted.get(to) ?? new Set()
      wanted.set(to, ids.add(id))
      return id
    })
    await pace.through(collecting)
    const turn = pace.rest()
    if (turn) await turn
  }
  if (wanted.size === 0) return undefined
  const deeper: View = { ...view, depth: view.depth - 1, select: undefined }
  const found = new Map<string, ReadonlyMap<number, FilledDocument>>()
  for (const [slug, ids] of wanted) if (showing.isCollection(slug)) found.set(slug, await showing.fetch(slug, ids, caller, deeper))
  return found
}
