/** Checks relation targets: they must exist for the caller who names them, and match the field's filters. Tested by test/access/unreadable-targets.test.ts. */
import { derived } from '../../schema/derived.ts'
import { messages } from '../../schema/messages.ts'
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
import { Caller, system } from '../actor.ts'
import type { Operation } from '../engine.ts'
import { and, byIds, type Filter } from '../query/filter.ts'
import { plainView, type View } from '../query/view.ts'
import type { Doc } from '../store/document.ts'
import { blocksIn } from '../store/texts.ts'
import { choicesOf } from './relation-choices.ts'
import { chosenInTexts, refuseMissingInTexts } from './text-targets.ts'

/** Ids per query. */
const BATCH = 1000

const SYSTEM = new Caller(system)
/** A draft is a valid target for callers who could see it; a deleted document is not. */
const EVERYTHING: View = { ...plainView, anything: true }

/** Records what the caller newly points to. Targets set by code or the system, or already stored, need no check. */
export function noteTargets(operation: Operation): void {
  const { caller, intent, changed, data, original } = operation
  const chosen = new Map<Field, ReadonlySet<number>>()
  operation.chosen = chosen
  if (caller.actor.kind === 'system' || intent?.bringsBack) return
  operation.chosenInTexts = chosenInTexts(operation)
  if (!changed.some(pointsSomewhere)) return
  const stored = idsIn(changed, original?.doc)
  for (const [field, ids] of idsIn(changed, data)) chosen.set(field, without(ids, stored.get(field)))
}

/** Whether the field is a relation or contains one, also in the blocks of a text. */
const pointsSomewhere: (field: Field) => boolean = derived(
  (field: Field) =>
    isRelation(field) ||
    childrenOf(field).some(pointsSomewhere) ||
    (isRichText(field) && field.richText.blocks.some((block) => block.fields.some(pointsSomewhere))),
)

function idsIn(fields: readonly Field[], doc: Doc | undefined): Map<RelationField, Set<number>> {
  const found = new Map<RelationField, Set<number>>()
  eachRelation(fields, doc, '', (field, id) => {
    if (typeof id !== 'number') return
    const ids = found.get(field)
    if (ids) ids.add(id)
    else found.set(field, new Set([id]))
  })
  return found
}

const without = (ids: ReadonlySet<number>, others: ReadonlySet<number> = new Set()) => new Set([...ids].filter((id) => !others.has(id)))

export async function refuseMissingTargets(operation: Operation): Promise<void> {
  const { engine, caller, doc, original, refusals } = operation
  const choosing = { engine, caller, doc, id: original?.meta?.id }
  for (const [field, mentions] of mentionsIn(operation)) {
    const target = engine.entity(field.to)
    const ids = new Set(mentions.map((mention) => mention.id))
    const there = await among(ids, target, engine.features.restrict(target, SYSTEM, EVERYTHING), operation)
    const chosen = new Set([...(operation.chosen.get(field) ?? [])].filter((id) => there.has(id)))
    const known = without(there, await unreadable(chosen, target, operation))
    const refuse = ({ path, id }: Mention, message: (slug: string, id: number) => string) =>
      refusals.isFull ? refusals.count(1) : refusals.add({ field: path, message: message(target.slug, id), code: 'NO_SUCH_TARGET' })
    for (const mention of mentions) if (!known.has(mention.id)) refuse(mention, messages.doesNotExist)
    for (const { filter, refusal } of await choicesOf(field, target, choosing)) {
      const admitted = await among(known, target, filter, operation)
      for (const mention of mentions)
        if (known.has(mention.id) && !admitted.has(mention.id)) refuse(mention, (slug, id) => `${slug} ${id} ${refusal}`)
    }
  }
  const restricted = (slug: string) => engine.features.restrict(engine.entity(slug), SYSTEM, EVERYTHING)
  await refuseMissingInTexts(operation, {
    existing: (slug, ids) => among(ids, engine.entity(slug), restricted(slug), operation),
    unreadable: (slug, ids) => unreadable(ids, engine.entity(slug), operation),
  })
}

/** A target that the caller can't read counts as missing, or the answer would reveal it. */
async function unreadable(targets: ReadonlySet<number>, target: Entity, operation: Operation): Promise<ReadonlySet<number>> {
  const { engine, caller } = operation
  if (targets.size === 0) return targets
  const rule = and(await engine.access.documents.filter(target, 'read', caller), engine.features.restrict(target, caller, EVERYTHING))
  if (rule.is === 'all') return new Set()
  return rule.is === 'none' ? targets : without(targets, await among(targets, target, rule, operation))
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
function mentionsIn({ changed, data, refusals }: Operation): Map<RelationField, Mention[]> {
  const found = new Map<RelationField, Mention[]>()
  if (!changed.some(pointsSomewhere)) return found
  const mention = (field: RelationField, id: unknown, path: string) => {
    if (typeof id !== 'number' || (!refusals.isEmpty && refusals.concern(path))) return
    const mentions = found.get(field)
    if (mentions) mentions.push({ id, path })
    else found.set(field, [{ id, path }])
  }
  eachRelation(changed, data, '', (field, id, at) => mention(field, id, at()))
  return found
}

function eachRelation(
  fields: readonly Field[],
  doc: Doc | undefined,
  within: string,
  see: (field: RelationField, id: unknown, at: () => string) => void,
): void {
  for (const field of fields) {
    const value = doc?.[field.name]
    const path = within + field.name
    if (isRelation(field)) {
      if (!field.hasMany) see(field, value, () => path)
      else if (Array.isArray(value)) for (const [index, id] of value.entries()) see(field, id, () => `${path}.${index}`)
    } else if (isGroup(field)) eachRelation(field.fields, value, `${path}.`, see)
    else if (hasRows(field) && Array.isArray(value))
      for (const [index, row] of value.entries()) eachRelation(fieldsOfRow(field, row), row, `${path}.${index}.`, see)
    else if (isRichText(field))
      for (const { block, attrs, path: at } of blocksIn(field, value)) eachRelation(block.fields, attrs, `${path}${at}.`, see)
  }
}
