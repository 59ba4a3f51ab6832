/** Turns a call into an operation. The Local API and HTTP both use it, with plain arguments. */

import { type Entity, wholeOf } from '../../schema/model.ts'
import { didYouMean } from '../../schema/nearest.ts'
import { kindOf } from '../../schema/plain-object.ts'
import type { Actor, Caller } from '../actor.ts'
import type { Engine, Operation } from '../engine.ts'
import { badQuery, badRequest, type GalleyError, notFound } from '../errors.ts'
import type { Extras, OperationName } from '../operations/contract.ts'
import type { Filter } from '../query/filter.ts'
import { DEFAULT_DEPTH, MAX_DEPTH, type View } from '../query/view.ts'
import { acceptedRevisions } from './revisions.ts'
import type { FindOptions, UpdateOptions } from './types.ts'

export interface Call extends Omit<FindOptions & UpdateOptions, 'depth' | 'trash'> {
  depth?: number
  trash?: boolean | undefined
  id?: number
  input?: unknown
  ownsInput?: boolean
  intent?: string
  asText?: boolean
  isKnown?: (tag: string) => boolean
  with?: Extras
  within?: Filter
  /** The parsed options of features. */
  options?: Record<string, unknown>
}

export function call(engine: Engine, caller: Caller, name: OperationName, entity: Entity, given: Call): Promise<Operation> {
  refuseWrongValues(given)
  const view = viewOf(engine, given, caller.actor)
  const isRead = name === 'list' || name === 'read'
  const read = engine.features.form(engine.entity(entity.slug), view, 'read')
  return engine.run({
    name,
    entity: isRead ? read : entity.form === wholeOf(entity).form ? entity : engine.features.form(entity, view, 'change'),
    shownAs: read,
    caller: given.context ? caller.again(given.context) : caller,
    view,
    id: given.id,
    input: given.input,
    ...(given.ownsInput && { ownsInput: true }),
    select: given.select,
    ifMatch: given.ifMatch === undefined && given.ifUnchanged === undefined ? undefined : acceptedRevisions(engine, given),
    intent: given.intent,
    asText: given.asText,
    isKnown: given.isKnown,
    with: given.with,
    within: given.within,
    query: name === 'list' ? given : undefined,
    condition: name === 'list' ? undefined : given.where,
  })
}

/** A wrong value must not count as none: `showHidden: 'no'` or `count: 'false'`. */
function refuseWrongValues(given: Call): void {
  for (const name of ['count', 'showHidden'] as const)
    if (given[name] !== undefined && typeof given[name] !== 'boolean')
      throw badQuery(`must be true or false, not ${kindOf(given[name])}`, name)
  refuseWrongContext(given.context)
}

export function refuseWrongContext(context: unknown): void {
  if (context !== undefined && (typeof context !== 'object' || context === null || Array.isArray(context)))
    throw badQuery(`must be an object, not ${kindOf(context)}`, 'context')
}

/** The view for the answer to a call. */
export function viewOf(engine: Engine, given: Call, actor: Actor): View {
  const { depth = DEFAULT_DEPTH } = given
  if (!Number.isInteger(depth) || depth < 0 || depth > MAX_DEPTH) throw badQuery(`must be a whole number from 0 to ${MAX_DEPTH}`, 'depth')
  return {
    depth,
    select: undefined,
    showHidden: given.showHidden === true && actor.kind === 'system',
    options: given.options ?? optionsOf(engine, given),
  }
}

/** The options that features own, by their names in the Local API. */
function optionsOf({ features: { options }, settings }: Engine, given: Call): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const [name, { local = name, parse }] of Object.entries(options)) {
    const value = (given as Record<string, unknown>)[local]
    if (value !== undefined) found[name] = parse(value, settings)
  }
  return found
}

/** Finds an entity by its public name; internal ones exist only for the system. */
export function entityNamed(engine: Engine, kind: 'collection' | 'global', slug: string, actor: Actor): Entity {
  if (typeof slug !== 'string') throw badRequest(`must be the slug of a ${kind}, not ${kindOf(slug)}`, 'slug')
  const entity = engine.model.entities.get(slug)
  if (!entity || entity.kind !== kind || (entity.internal && actor.kind !== 'system')) throw noEntity(engine, kind, slug, actor)
  return entity
}

/** Suggests the slug that was meant, except to outsiders of a site in production. */
function noEntity({ model, settings }: Engine, kind: Entity['kind'], slug: string, actor: Actor): GalleyError {
  const isInside = actor.kind === 'system' || !settings.production
  const slugs = [...model.entities.values()].filter((one) => isInside && one.kind === kind && !one.internal).map((one) => one.slug)
  return notFound(`There is no ${kind} '${slug}'. ${didYouMean(slug, slugs)}`.replace(/\. $/, ''))
}

/** Ids are positive integers; any other value is not found. */
export function idOf(given: unknown): number {
  const id = typeof given === 'string' && /^[1-9]\d{0,15}$/.test(given) ? Number(given) : given
  if (!Number.isSafeInteger(id) || (id as number) < 1) throw notFound()
  return id as number
}
