/** The admit stage: checks whether the actor may run the operation, and with which filter. Tested by test/http/matrix.test.ts. */

import { kindOf } from '../../schema/plain-object.ts'
import type { Verb } from '../access/contract.ts'
import type { Operation } from '../engine.ts'
import { badRequest } from '../errors.ts'
import { MAX_NESTING, refuseKey, tooDeep } from '../outside-values.ts'
import { atOnce, Pace, type SlicedWork, stopsBehind } from '../pace.ts'
import { and, type Filter, none } from '../query/filter.ts'
import { resolveScope } from './address.ts'
import { CHANGES, type OperationName, READS } from './contract.ts'
import type { Step } from './stages.ts'

const VERBS: Record<OperationName, Verb> = {
  list: 'read',
  read: 'read',
  create: 'create',
  update: 'update',
  delete: 'delete',
}

export const admitSteps: readonly Step[] = [
  {
    name: 'copyInput',
    stage: 'admit',
    sentence: 'Copies the input and rejects keys that could reach an object’s prototype.',
    on: CHANGES,
    run: copyInput,
  },
  {
    name: 'resolveScope',
    stage: 'admit',
    sentence: 'Calls a global’s `scope` function, once.',
    on: ['read', 'update'],
    for: (entity) => entity.kind === 'global',
    run: resolveScope,
  },
  {
    name: 'askAccess',
    stage: 'admit',
    sentence: 'Evaluates the access rule: no, yes, or a filter.',
    on: [...READS, ...CHANGES],
    run: askAccess,
  },
  {
    name: 'askReading',
    stage: 'admit',
    sentence: 'Evaluates the read rule as well: a caller can neither change nor delete a document that they can’t read.',
    on: ['update', 'delete'],
    run: askReading,
  },
]

async function copyInput(operation: Operation): Promise<void> {
  const { pace = new Pace() } = operation
  const { input } = operation.request
  if (operation.name === 'delete') return
  operation.data = (await pace.through(copying(inputObject(input)))) as Record<string, unknown>
}

/** The values of a document that a call gives. */
export function inputObject(input: unknown): Record<string, unknown> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input as Record<string, unknown>
  throw badRequest(`must be an object with values by field, not ${kindOf(input)}`, 'data')
}

export const deepCopy = (value: unknown): unknown => atOnce(copying(value))

/** The same, as work that can yield to other requests. */
export function* copying(value: unknown, depth = 1): SlicedWork<unknown> {
  if (!hasMembers(value)) return value
  if (depth > MAX_NESTING) throw tooDeep()
  if (Array.isArray(value)) {
    const list: unknown[] = []
    for (const [index, one] of value.entries()) {
      list.push(hasMembers(one) ? yield* copying(one, depth + 1) : one)
      if (stopsBehind(index)) yield
    }
    return list
  }
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    refuseKey(key)
    const one = (value as Record<string, unknown>)[key]
    result[key] = hasMembers(one) ? yield* copying(one, depth + 1) : one
  }
  return result
}

const hasMembers = (value: unknown): value is object => typeof value === 'object' && value !== null && !(value instanceof Date)

function askAccess(operation: Operation): void | Promise<void> {
  const { entity, caller, request, engine } = operation
  const verb = VERBS[operation.name]
  const filter =
    verb === 'read'
      ? engine.access.documents.allow(entity, 'read', caller)
      : engine.access.documents.allow(entity, verb, caller, about(operation))
  const keep = (one: Filter) => {
    operation.filter =
      verb === 'read' ? and(one, operation.scope === null ? none : engine.features.restrict(entity, caller, operation.view)) : one
  }
  return filter instanceof Promise ? filter.then(keep) : keep(filter)

  function about({ data }: Operation) {
    return { ...(request.id !== undefined && { id: request.id }), ...(verb !== 'delete' && { data }) }
  }
}

function askReading(operation: Operation): void | Promise<void> {
  const { engine, entity, caller, view } = operation
  const filter = engine.access.documents.allowReading(entity, caller)
  const keep = (one: Filter) => {
    operation.readable = and(one, engine.features.restrict(entity, caller, { ...view, anything: true, forChange: true }))
  }
  return filter instanceof Promise ? filter.then(keep) : keep(filter)
}
