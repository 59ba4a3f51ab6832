/** The load stage: finds the document, or the page of documents, that the operation is about. */

import type { Operation } from '../engine.ts'
import { badQuery, denied, ForbiddenError, GalleyError, notFound } from '../errors.ts'
import { and } from '../query/filter.ts'
import type { Overlay } from '../query/overlay.ts'
import { revisionFor } from '../query/revision.ts'
import { type Order, type OwnedColumn, parseSort, resolveSort } from '../query/sort.ts'
import { selectFields } from '../query/view.ts'
import { resolveWhere } from '../query/where.ts'
import { addressed, within } from './address.ts'
import { CHANGES, READS } from './contract.ts'
import type { Step } from './stages.ts'

const DEFAULT_LIMIT = 10

export const loadSteps: readonly Step[] = [
  { name: 'selectFields', stage: 'load', sentence: 'Resolves the selected fields.', on: READS, run: select },
  {
    name: 'selectAnswer',
    stage: 'load',
    sentence: 'Resolves the fields selected for the answer to a change.',
    on: CHANGES,
    run: (operation) => (operation.request.select === undefined ? undefined : select(operation)),
  },
  {
    name: 'findMany',
    stage: 'load',
    sentence: 'Finds a page of documents that match the filter.',
    on: ['list'],
    run: findMany,
  },
  { name: 'findOne', stage: 'load', sentence: 'Finds one document that matches the filter.', on: ['read'], run: findOne },
  {
    name: 'findStored',
    stage: 'load',
    sentence: 'Reads the stored document with its revision.',
    on: ['update', 'delete'],
    run: findStored,
  },
]

function select(operation: Operation): void | Promise<void> {
  const ready = operation.engine.access.paths.prepare([operation.entity], operation.caller)
  return ready ? ready.then(() => resolveSelection(operation)) : resolveSelection(operation)
}

function resolveSelection({ engine, entity, caller, view, request }: Operation): void {
  if (request.select === undefined) return
  const { visible } = engine.access.paths.look(caller, view)
  const { ask } = engine.access.fields.mask(entity, caller)
  const forbid = (name: string): never => {
    throw new ForbiddenError(`You may not select the field '${name}'`, 'FIELD_FORBIDDEN')
  }
  const fields = selectFields(request.select, entity, (field) => (ask.has(field) ? 'yes' : visible(field, entity)), forbid)
  if (fields) Object.assign(view, { select: fields })
}

async function findMany(operation: Operation): Promise<void> {
  const { engine, entity, caller, view, request } = operation
  const { where, sort, limit = DEFAULT_LIMIT, page = 1, count = true } = request.query ?? {}
  if (!Number.isSafeInteger(limit) || limit < 0) throw badQuery('must be a whole number from 0 on; 0 means all', 'limit')
  if (!Number.isSafeInteger(page) || page < 1 || page * limit > Number.MAX_SAFE_INTEGER)
    throw badQuery('must be a whole number from 1 on', 'page')
  const orders = parseSort(sort, entity, operation.order ?? engine.features.order(entity))
  const look = await engine.access.paths.lookFor(
    where,
    orders.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])),
    entity,
    caller,
    view,
  )
  const { within: narrowed } = request
  const admitted = narrowed ? and(narrowed, operation.filter) : operation.filter
  const filter = where === undefined ? admitted : and(resolveWhere(where, entity, look), admitted)
  const sorting = resolveSort(asShown(orders, engine.features.overlay(entity, caller, view)), entity, look, engine.store.dialect)
  const listed = { entity, filter, sorting, page: { limit, page, count }, asText: request.asText === true, isKnown: request.isKnown }
  const found = await engine.reader.list(listed, caller, view)
  operation.listed = { ...found, limit, page: limit === 0 ? 1 : page }
}

/** Documents shown with other content have its time, too. */
const asShown = (orders: readonly Order[], overlay: Overlay | undefined): readonly Order[] =>
  overlay?.updatedAt ? orders.map((one) => (one.path === 'updatedAt' ? { ...one, path: overlay.updatedAt as OwnedColumn } : one)) : orders

async function findOne(operation: Operation): Promise<void> {
  const { engine, entity, caller, view, request } = operation
  operation.shown = await engine.reader.one(entity, within(operation), caller, view, request.asText === true)
  if (!operation.shown && entity.kind === 'collection') throw notFound()
}

async function findStored(operation: Operation): Promise<void> {
  const { engine, entity, request, caller, view } = operation
  const condition =
    request.condition === undefined
      ? undefined
      : resolveWhere(
          request.condition,
          entity,
          await engine.access.paths.lookFor(request.condition, [], entity, caller, { ...view, showHidden: caller.actor.kind === 'system' }),
        )
  const reachable = and(within(operation), operation.readable)
  const find = () => engine.reader.stored(entity, condition ? and(reachable, condition) : reachable, true)
  operation.original = await find()
  if (operation.original) return checkRevision(operation)
  if (condition) {
    operation.conditionFailed = true
    return
  }
  if (await isThere(operation)) {
    // Another process may have created it between these two reads.
    operation.original = await find()
    if (!operation.original) throw entity.kind === 'collection' ? new ForbiddenError() : denied(caller.actor)
  } else if (entity.kind === 'collection') throw notFound()
  checkRevision(operation)
}

/** Whether it exists, as far as the caller may know. */
async function isThere(operation: Operation): Promise<boolean> {
  const { engine, entity } = operation
  if (entity.kind === 'collection') return mayRead(operation)
  return (await engine.reader.stored(entity, addressed(operation), true)) !== undefined
}

function checkRevision({ engine, entity, caller, request: { ifMatch }, original }: Operation): void {
  if (ifMatch === undefined || ifMatch.includes(revisionFor(entity, caller, original?.meta, engine.features))) return
  throw new GalleyError('STALE', [{ message: 'has changed since it was read', updatedAt: original?.meta?.updatedAt ?? null }])
}

/** 403 or 404: a document that the caller may read but not change is forbidden; one that they may not read doesn't exist. */
async function mayRead(operation: Operation): Promise<boolean> {
  const { engine, entity, caller, view } = operation
  const wider = Object.entries(engine.features.options).filter(([, option]) => option.widens && option.for(entity))
  const options = { ...view.options, ...Object.fromEntries(wider.map(([name]) => [name, true])) }
  const rule = and(operation.readable, engine.features.restrict(entity, caller, { ...view, options }))
  return rule.is !== 'none' && (await engine.reader.stored(entity, and(addressed(operation), rule))) !== undefined
}
