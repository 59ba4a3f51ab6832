/** `POST /admin/choices`: the documents that a relation may point to, filtered by `filterOptions` for the form's current values. */
import { childrenOf, type Entity, type Field, isRelation, type RelationField, wholeOf } from '../../../schema/model.ts'
import type { Caller } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { badRequest, denied } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { readJson } from '../../http/body.ts'
import { onlyPeople } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { call, entityNamed, idOf } from '../../local/call.ts'
import { envelope } from '../../local/handle.ts'
import { choicesOf } from '../../operations/relation-choices.ts'
import { receivedValues } from '../../operations/rule-values.ts'
import { and } from '../../query/filter.ts'
import { isObject } from '../../query/where.ts'
import type { Doc } from '../../store/document.ts'

const OF_A_PAGE = 24
/** Deeper filters are refused anyway. */
const DEEPEST = 10

export async function choices({ engine, caller, exchange }: ApiRequest): Promise<Answer> {
  onlyPeople(caller)
  const { collection, global, field: path, id, data, where, page = 1 } = await readJson(exchange)
  const kind = global === undefined ? 'collection' : 'global'
  const entity = entityNamed(engine, kind, String(collection ?? global), caller.actor)
  if (!(await hasForm(entity, engine, caller))) throw denied(caller.actor)
  const field = await relationAt(path, entity, engine, caller)
  if (!field) throw badRequest('must be the path of a relation', 'field')
  const target = engine.entity(field.to)
  const doc = isObject(data) ? valuesIn(entity, data, engine) : {}
  const allowed = await choicesOf(field, target, { engine, caller, doc, id: id === undefined || id === null ? undefined : idOf(id) })
  const filter = await withoutUnreadableTitle(where, target, engine, caller)
  const { page: found } = await call(engine, caller, 'list', target, {
    ...(filter !== undefined && filter !== null && { where: filter as object }),
    page: page as number,
    limit: OF_A_PAGE,
    depth: 0,
    options: { draft: target.options['drafts'] === true },
    within: and(...allowed.map(({ filter }) => filter)),
  })
  return json(200, JSON.stringify(envelope(found)))
}

/** A form may hold the values of one locale or of all, and values that aren't right yet. */
const valuesIn = (entity: Entity, data: Doc, engine: Engine): Doc => ({
  ...receivedValues(wholeOf(entity), data, engine),
  ...receivedValues(entity, data, engine),
})

/**
 * A form searches titles without knowing whether the user may read them. If they may not, the title tests are dropped, so documents are
 * found by id.
 */
async function withoutUnreadableTitle(where: unknown, target: Entity, { access }: Engine, caller: Caller): Promise<unknown> {
  const title = target.options['useAsTitle'] as string | undefined
  const field = target.fields.find(({ name }) => name === title)
  if (!field) return where
  await access.paths.prepare([target], caller)
  const { denied, ask } = access.fields.mask(target, caller)
  return denied.has(field) || ask.has(field) ? without(field.name, where) : where
}

/** A filter without the tests of one field; undefined if no test remains. */
function without(name: string, where: unknown, depth = 0): unknown {
  if (!isObject(where) || depth > DEEPEST) return where
  const left = Object.entries(where).flatMap(([key, value]) => {
    if (key === name || key.startsWith(`${name}.`)) return []
    if ((key !== 'and' && key !== 'or') || !Array.isArray(value)) return [[key, value] as const]
    const list = value.map((one) => without(name, one, depth + 1)).filter((one) => one !== undefined)
    return list.length > 0 || value.length === 0 ? [[key, list] as const] : []
  })
  return left.length > 0 || Object.keys(where).length === 0 ? Object.fromEntries(left) : undefined
}

/** A caller who can neither read nor create documents has no form to fill in. */
const hasForm = async (entity: Entity, { access }: Engine, caller: Caller): Promise<boolean> =>
  (await access.documents.filter(entity, 'read', caller)).is !== 'none' ||
  (entity.kind === 'collection' && !(await access.documents.deniesOutright(entity, 'create', caller)))

/**
 * The relation at a path, unless it or an enclosing field is hidden from the caller. A localized one is addressed by name, or by name and
 * locale.
 */
async function relationAt(path: unknown, entity: Entity, { access }: Engine, caller: Caller): Promise<RelationField | undefined> {
  for (const form of new Set([entity, wholeOf(entity)])) {
    const route = wayTo(path, form.fields)
    const relation = route.at(-1)
    if (!relation || !isRelation(relation)) continue
    await access.paths.prepare([form], caller)
    const { denied } = access.fields.mask(form, caller)
    return route.some((field) => field.hidden || denied.has(field)) ? undefined : relation
  }
  return undefined
}

/** The fields on the path to a relation, ending with the relation itself. */
function wayTo(path: unknown, fields: readonly Field[]): Field[] {
  for (const field of fields) {
    if (field.path === path && isRelation(field)) return [field]
    const inside = wayTo(path, childrenOf(field))
    if (inside.length > 0) return [field, ...inside]
  }
  return []
}
