/** The admit stage: checks whether the actor may run the operation, and with which filter. Tested by test/http/matrix.test.ts. */

import { kindOf, lostInJson } from '../../schema/plain-object.ts'
import type { Verb } from '../access/contract.ts'
import type { Operation } from '../engine.ts'
import { badRequest } from '../errors.ts'
import { MAX_NESTING, refuseKey, tooDeep } from '../outside-values.ts'
import { atOnce, Pace, type SlicedWork, stopsBehind } from '../pace.ts'
import { and, type Filter, none } from '../query/filter.ts'
import type { Doc } from '../store/document.ts'
import { resolveScope } from './address.ts'
import { CHANGES, type OperationName, READS } from './contract.ts'
import { askAboutData } from './rule-values.ts'
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
    sentence: 'Copies input that its caller may still hold, and rejects keys that could reach an object’s prototype.',
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
    sentence:
      'Evaluates the access rule: no, yes, or a filter. A rule in code sees the values of a change as they will be stored; `receive` refuses wrong ones only after it said yes.',
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
  const { input, ownsInput } = operation.request
  if (operation.name === 'delete') return
  const given = inputObject(input)
  operation.data = ownsInput ? given : ((await pace.through(copying(given))) as Doc)
}

/** The values of a document that a call gives. */
export function inputObject(input: unknown): Record<string, unknown> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    const problem = lostInJson(input)
    if (problem !== undefined) throw badRequest(problem, 'data')
    return input as Record<string, unknown>
  }
  throw badRequest(`must be an object with values by field, not ${kindOf(input)}`, 'data')
}

export const deepCopy = (value: unknown): unknown => atOnce(copying(value))

/** The same, as work that can yield to other requests. One generator for all levels: one for each object would cost more than the copy. */
export function* copying(value: unknown): SlicedWork<unknown> {
  const waiting: Copied[] = []
  const copy = copyOf(value, 1, waiting)
  let values = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { from, to, depth } = next
    if (Array.isArray(from))
      for (const one of from) {
        ;(to as unknown[]).push(copyOf(one, depth + 1, waiting))
        if (stopsBehind(values++)) yield
      }
    else
      for (const key of Object.keys(from)) {
        refuseKey(key)
        ;(to as Doc)[key] = copyOf((from as Doc)[key], depth + 1, waiting)
        if (stopsBehind(values++)) yield
      }
  }
  return copy
}

/** An object or list whose members are still to be copied. */
interface Copied {
  from: object
  to: object
  depth: number
}

function copyOf(value: unknown, depth: number, waiting: Copied[]): unknown {
  if (!hasMembers(value)) return value
  if (depth > MAX_NESTING) throw tooDeep()
  if (speaksForItself(value)) return copyOf(value.toJSON(), depth + 1, waiting)
  const to = Array.isArray(value) ? [] : {}
  waiting.push({ from: value, to, depth })
  return to
}

/** Objects that JSON would lose stay as they are, so that their field refuses them. */
const hasMembers = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && (speaksForItself(value) || lostInJson(value) === undefined)

/** A URL, for example, is its address in JSON. */
const speaksForItself = (value: object): value is { toJSON(): unknown } => typeof (value as { toJSON?: unknown }).toJSON === 'function'

function askAccess(operation: Operation): void | Promise<void> {
  const { name, entity, caller, request, engine } = operation
  const verb = VERBS[name]
  const about = request.id === undefined ? {} : { id: request.id }
  const filter =
    name === 'create' || name === 'update' ? askAboutData(operation, name) : engine.access.documents.allow(entity, verb, caller, about)
  const keep = (one: Filter) => {
    operation.filter =
      verb === 'read' ? and(one, operation.scope === null ? none : engine.features.restrict(entity, caller, operation.view)) : one
  }
  return filter instanceof Promise ? filter.then(keep) : keep(filter)
}

function askReading(operation: Operation): void | Promise<void> {
  const { engine, entity, caller, view } = operation
  const filter = engine.access.documents.allowReading(entity, caller)
  const keep = (one: Filter) => {
    operation.readable = and(one, engine.features.restrict(entity, caller, { ...view, anything: true, forChange: true }))
  }
  return filter instanceof Promise ? filter.then(keep) : keep(filter)
}
