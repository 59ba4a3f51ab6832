/** Checks relation targets: they must exist for the caller who names them, and match the field's filters. Tested by test/access/unreadable-targets.test.ts. */
import { derived } from '../../schema/derived.ts'
import {
  childrenOf,
  type Entity,
  type Field,
  fieldsOfRow,
  hasRows,
  isGroup,
  isRelation,
  isRichText,
  type RelationField,
} from '../../schema/model.ts'
import { type Because, because } from '../../schema/reasons.ts'
import { Caller, system } from '../actor.ts'
import type { Operation } from '../engine.ts'
import { Pace, stopsBehind } from '../pace.ts'
import { and, byIds, type Filter } from '../query/filter.ts'
import { plainView, type View } from '../query/view.ts'
import type { Doc } from '../store/document.ts'
import { blocksIn } from '../store/texts.ts'
import { leaveTargets, type Needed } from './guarded-targets.ts'
import { choicesOf } from './relation-choices.ts'
import { chosenInTexts, refuseMissingInTexts } from './text-targets.ts'

/** Ids per query. */
const BATCH = 1000

const SYSTEM = new Caller(system)
/** A draft is a valid target for callers who could see it; a deleted document is not, unless the field holds it already. */
const EVERYTHING: View = { ...plainView, anything: true }

/** Records what the caller newly points to. Targets set by code or the system, or already stored, need no check. */
export async function noteTargets(operation: Operation): Promise<void> {
  const { caller, intent, changed, data, original, pace = new Pace() } = operation
  const chosen = new Map<Field, ReadonlySet<number>>()
  operation.chosen = chosen
  if (caller.actor.kind === 'system' || intent?.bringsBack) return
  operation.chosenInTexts = await chosenInTexts(operation)
  if (!changed.some(pointsSomewhere)) return
  const stored = await idsIn(changed, original?.doc, pace)
  for (const [field, ids] of await idsIn(changed, data, pace)) chosen.set(field, without(ids, stored.get(field)))
}

/** Whether the field is a relation or contains one, also in the blocks of a text. */
const pointsSomewhere: (field: Field) => boolean = derived(
  (field: Field) =>
    isRelation(field) ||
    childrenOf(field).some(pointsSomewhere) ||
    (isRichText(field) && field.richText.blocks.some((block) => block.fields.some(pointsSomewhere))),
)

async function idsIn(fields: readonly Field[], doc: Doc | undefined, pace: Pace): Promise<Map<RelationField, Set<number>>> {
  const found = new Map<RelationField, Set<number>>()
  let count = 0
  for (const { field, id } of relationsIn(fields, doc)) {
    if (stopsBehind(count++)) await pace.rest()
    if (typeof id !== 'number') continue
    const ids = found.get(field)
    if (ids) ids.add(id)
    else found.set(field, new Set([id]))
  }
  return found
}

const without = (ids: ReadonlySet<number>, others: ReadonlySet<number> = new Set()) => new Set([...ids].filter((id) => !others.has(id)))

/** `isLast`: no other check follows, so that the write may check the targets of relations. */
export async function refuseMissingTargets(operation: Operation, isLast: boolean): Promise<void> {
  const { engine } = operation
  const named = await mentionsIn(operation)
  const needed = isLast && operation.refusals.isEmpty ? await neededFor(named, operation) : undefined
  if (!needed || !leaveTargets(operation, needed)) await refuseMissing(named, operation)
  await refuseMissingInTexts(operation, {
    existing: (slug, ids) => existing(ids, engine.entity(slug), operation),
    readable: (slug, ids) => readable(ids, engine.entity(slug), operation),
  })
}

type Named = ReadonlyMap<RelationField, readonly Mention[]>

/** The documents that must exist; undefined if they have to meet more conditions than that. */
async function neededFor(named: Named, operation: Operation): Promise<Needed[] | undefined> {
  const { engine, chosen } = operation
  const needed: Needed[] = []
  for (const [field, mentions] of named) {
    if (field.filterOptions !== undefined || engine.features.choices(field).length > 0) return undefined
    const target = engine.entity(field.to)
    const ids = new Set(mentions.map(({ id }) => id))
    const others = without(ids, chosen.get(field))
    const mine = without(ids, others)
    if (others.size > 0) needed.push({ target, ids: others, filter: existingFilter(target, operation) })
    if (mine.size > 0) needed.push({ target, ids: mine, filter: await readableFilter(target, operation) })
  }
  return needed
}

async function refuseMissing(named: Named, operation: Operation): Promise<void> {
  const { engine, caller, doc, original, refusals } = operation
  const choosing = { engine, caller, doc, id: original?.meta?.id }
  for (const [field, mentions] of named) {
    const target = engine.entity(field.to)
    const chosen = operation.chosen.get(field) ?? new Set()
    const ids = new Set(mentions.map((mention) => mention.id))
    const others = await existing(without(ids, chosen), target, operation)
    const known = new Set([...others, ...(await readable(without(ids, without(ids, chosen)), target, operation))])
    const refuse = (path: string, why: Because) =>
      refusals.isFull ? refusals.count(1) : refusals.add({ field: path, ...why, code: 'NO_SUCH_TARGET' })
    const missing = mentions.filter(({ id }) => !known.has(id))
    const mayStay = missing.length > 0 ? await heldBy(field, operation) : known
    for (const { path, id } of missing)
      if (mayStay !== 'all' && !mayStay.has(id)) refuse(path, because('no-such-document', { collection: target.slug, id }))
    for (const { filter, refusal } of await choicesOf(field, target, choosing)) {
      const admitted = await among(known, target, filter, operation)
      for (const { path, id } of mentions)
        if (known.has(id) && !admitted.has(id)) refuse(path, { ...refusal, message: `${target.slug} ${id} ${refusal.message}` })
    }
  }
}

/** A field may keep targets that were deleted since, so that the rest of its document can be saved. A restored version keeps everything. */
async function heldBy(
  field: RelationField,
  { changed, original, intent, pace = new Pace() }: Operation,
): Promise<ReadonlySet<number> | 'all'> {
  if (intent?.bringsBack) return 'all'
  return (await idsIn(changed, original?.doc, pace)).get(field) ?? new Set()
}

const existingFilter = (target: Entity, { engine }: Operation): Filter => engine.features.restrict(target, SYSTEM, EVERYTHING)

const existing = (ids: ReadonlySet<number>, target: Entity, operation: Operation): Promise<ReadonlySet<number>> =>
  among(ids, target, existingFilter(target, operation), operation)

async function readableFilter(target: Entity, operation: Operation): Promise<Filter> {
  const { engine, caller } = operation
  const rule = and(await engine.access.documents.filter(target, 'read', caller), engine.features.restrict(target, caller, EVERYTHING))
  return and(rule, existingFilter(target, operation))
}

/** A target that the caller can't read counts as missing, or the answer would reveal it. If no rule lets them read any, none is looked up:
 * a large document takes longer to find than none.
 */
async function readable(ids: ReadonlySet<number>, target: Entity, operation: Operation): Promise<ReadonlySet<number>> {
  if (ids.size === 0) return ids
  const filter = await readableFilter(target, operation)
  return filter.is === 'none' ? new Set() : among(ids, target, filter, operation)
}

/** Returns which of these documents match a filter. */
async function among(ids: ReadonlySet<number>, target: Entity, filter: Filter, { engine }: Operation): Promise<Set<number>> {
  const { reader, store } = engine
  const found = new Set<number>()
  const all = [...ids]
  for (let from = 0; from < all.length; from += BATCH) {
    const named = byIds(store.dialect, all.slice(from, from + BATCH))
    for (const id of await reader.existing(target, and(named, filter), true)) found.add(id)
  }
  return found
}

interface Mention {
  id: number
  path: string
}

/** The ids that the change names, by field, without those already refused. */
async function mentionsIn({ changed, data, refusals, pace = new Pace() }: Operation): Promise<Map<RelationField, Mention[]>> {
  const found = new Map<RelationField, Mention[]>()
  if (!changed.some(pointsSomewhere)) return found
  let count = 0
  for (const { field, id, at } of relationsIn(changed, data)) {
    if (stopsBehind(count++)) await pace.rest()
    if (typeof id !== 'number' || (!refusals.isEmpty && refusals.concern(at()))) continue
    const mentions = found.get(field)
    if (mentions) mentions.push({ id, path: at() })
    else found.set(field, [{ id, path: at() }])
  }
  return found
}

export interface RelationAt {
  field: RelationField
  id: unknown
  /** Its path, which most callers don't need. */
  at: () => string
}

/** Every value of a relation, whatever it is, also in the blocks of texts. */
export function* relationsIn(fields: readonly Field[], doc: Doc | undefined, within = ''): Generator<RelationAt> {
  for (const field of fields) {
    const value = doc?.[field.name]
    const path = within + field.name
    if (isRelation(field)) {
      if (!field.hasMany) yield { field, id: value, at: () => path }
      else if (Array.isArray(value)) for (const [index, id] of value.entries()) yield { field, id, at: () => `${path}.${index}` }
    } else if (isGroup(field)) yield* relationsIn(field.fields, value, `${path}.`)
    else if (hasRows(field) && Array.isArray(value))
      for (const [index, row] of value.entries()) yield* relationsIn(fieldsOfRow(field, row), row, `${path}.${index}.`)
    else if (isRichText(field))
      for (const { block, attrs, path: at } of blocksIn(field, value)) yield* relationsIn(block.fields, attrs, `${path}${at}.`)
  }
}
