/** Relations must point to documents that exist and that their fields admit. */
import { messages } from '../../schema/messages.ts'
import { type Entity, everyField, type Field, fieldsOfRow, hasRows, isRelation } from '../../schema/model.ts'
import { Caller, system } from '../actor.ts'
import { and, type Filter } from '../query/filter.ts'
import { byIds } from '../query/reader.ts'
import { plainView, type View } from '../query/view.ts'
import type { Doc } from '../store/documents.ts'
import { choicesOf } from './choices.ts'
import type { Operation } from './operation.ts'

/** Ids that are looked up with one query. */
const BATCH = 1000

const SYSTEM = new Caller(system)
/** A document that nobody sees yet may be pointed to; one that is gone for everybody may not. */
const EVERYTHING: View = { ...plainView, anything: true }

export async function refuseMissingTargets(operation: Operation): Promise<void> {
  const { engine, refusals } = operation
  for (const [field, mentions] of mentionsIn(operation)) {
    const target = engine.entity(field.to!)
    const ids = new Set(mentions.map((mention) => mention.id))
    const known = await among(ids, target, engine.restrict(target, SYSTEM, EVERYTHING), operation)
    const refuse = ({ path, id }: Mention, message: (slug: string, id: number) => string) =>
      refusals.isFull ? refusals.count(1) : refusals.add({ field: path, message: message(target.slug, id), code: 'NO_SUCH_TARGET' })
    for (const mention of mentions) if (!known.has(mention.id)) refuse(mention, messages.doesNotExist)
    for (const { filter, refusal } of await choicesOf(field, target, operation)) {
      const admitted = await among(known, target, filter, operation)
      for (const mention of mentions)
        if (known.has(mention.id) && !admitted.has(mention.id)) refuse(mention, (slug, id) => `${slug} ${id} ${refusal}`)
    }
  }
}

/** Which of these documents pass a filter. */
async function among(ids: ReadonlySet<number>, target: Entity, filter: Filter, { engine }: Operation): Promise<Set<number>> {
  const { reader, store } = engine
  const found = new Set<number>()
  const all = [...ids]
  for (let from = 0; from < all.length; from += BATCH) {
    const named = byIds(store.dialect, all.slice(from, from + BATCH))
    for (const id of await reader.existing(target, and(named, filter))) found.add(id)
  }
  return found
}

interface Mention {
  id: number
  path: string
}

/** The ids that the change names, by field; those that were refused are left out. */
function mentionsIn({ changed, data, refusals }: Operation): Map<Field, Mention[]> {
  const found = new Map<Field, Mention[]>()
  if (![...everyField(changed)].some(isRelation)) return found
  const mention = (field: Field, id: unknown, path: string) => {
    if (typeof id !== 'number' || (!refusals.isEmpty && refusals.concern(path))) return
    const mentions = found.get(field)
    if (mentions) mentions.push({ id, path })
    else found.set(field, [{ id, path }])
  }
  const walk = (fields: readonly Field[], value: any, within: string) => {
    for (const field of fields) {
      const inner = value?.[field.name]
      const path = within + field.name
      if (isRelation(field)) {
        if (!field.hasMany) mention(field, inner, path)
        else if (Array.isArray(inner)) for (const [index, id] of inner.entries()) mention(field, id, `${path}.${index}`)
      } else if (field.type.name === 'group') walk(field.fields!, inner, `${path}.`)
      else if (hasRows(field) && Array.isArray(inner))
        for (const [index, row] of inner.entries()) walk(fieldsOfRow(field, row), row, `${path}.${index}.`)
    }
  }
  walk(changed, data as Doc, '')
  return found
}
