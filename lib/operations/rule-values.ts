/** The values of a change that access rules in code see: as they will be stored, without those that the change won't store.
 * Tested by test/access/rule-values.test.ts.
 */
import { isDeepStrictEqual } from 'node:util'
import { FieldSet } from '../../schema/field-set.ts'
import { type Entity, type Field, fieldsOfRow, hasRows, isGroup, isListField, maxRowsOf } from '../../schema/model.ts'
import type { Reason } from '../../schema/reasons.ts'
import type { Engine, Operation } from '../engine.ts'
import { denied, GalleyError, MOST_REFUSALS } from '../errors.ts'
import { Pace } from '../pace.ts'
import { and, type Filter } from '../query/filter.ts'
import type { Doc } from '../store/document.ts'
import { within } from './address.ts'
import { dropUnknown, isObjectOf, receive, receiveList, takenFrom } from './receive.ts'
import { Refusals } from './refusals.ts'
import { without } from './withheld.ts'

type Verb = 'create' | 'update'

/** Asks the access rule of a change. Only rules in code look at the values; for the others, a refusal comes before any value is converted. */
export function askAboutData(operation: Operation, verb: Verb): Filter | Promise<Filter> {
  const { engine, entity, caller, request } = operation
  const { documents } = engine.access
  const about = request.id === undefined ? {} : { id: request.id }
  return documents.looksAtData(entity, verb, caller) ? asking(operation, verb) : documents.allow(entity, verb, caller, about)
}

async function asking(operation: Operation, verb: Verb): Promise<Filter> {
  const { engine, entity, caller, request, pace = new Pace() } = operation
  const { data: values, leftOut } = await received(operation)
  const about = { ...(request.id !== undefined && { id: request.id }), ...(verb === 'create' && { data: values }) }
  const denied = await engine.access.fields.unwritable(entity, verb, caller, about)
  const data = denied.size > 0 ? await pace.through(without(entity.fields, values, undefined, { denied, unseen: NONE })) : values
  const filter = await allow(operation, verb, data)
  operation.asked = { data, leftOut, filter }
  return filter
}

const NONE = new FieldSet()

const allow = ({ engine, entity, caller, request }: Operation, verb: Verb, data: Doc): Filter | Promise<Filter> =>
  engine.access.documents.allow(entity, verb, caller, {
    ...(request.id !== undefined && { id: request.id }),
    data,
  })

/** A change that can't be received at all is refused after the rule has answered. */
async function received(operation: Operation): Promise<{ data: Doc; leftOut: string[] }> {
  try {
    await dropUnknown(operation)
  } catch (error) {
    if (error instanceof GalleyError && error.code === 'VALIDATION') return { data: {}, leftOut: [] }
    throw error
  }
  const { entity, data, engine } = operation
  return storable(entity, withLongLists(entity.fields, data, operation), engine)
}

/** A list that is too long is received only once the stored document shows whether it may stay. */
function withLongLists(fields: readonly Field[], data: Doc, operation: Operation): Doc {
  const all = { ...data }
  for (const field of fields) {
    const value = data[field.name]
    if (isGroup(field) && isObjectOf(value)) all[field.name] = withLongLists(field.fields, value, operation)
    else if (isListField(field) && Array.isArray(value)) {
      const isLong = value.length > maxRowsOf(field)
      const list = isLong ? receiveList(field, value, field.name, { refusals: new Refusals(), takes: takenFrom(operation) }) : value
      all[field.name] = hasRows(field)
        ? list.map((row) => (isObjectOf(row) ? withLongLists(fieldsOfRow(field, row), row, operation) : row))
        : list
    }
  }
  return all
}

/** The values of a form that isn't saved, as they would be stored. Wrong ones are left out. */
export function receivedValues(entity: Entity, given: Doc, engine: Engine): Doc {
  const data = receive(entity.fields, given, { refusals: new Refusals() })
  return storable(entity, Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)), engine).data
}

/** Values of another type than their field has, which types of rules don't know. Text that is too long is still text. */
const OF_ANOTHER_TYPE: readonly Reason[] = ['wrong-type', 'format', 'one-of', 'nul', 'lone-surrogate']

/** The values without those that are refused because they can't be converted, and the names of the top-level fields concerned. */
export function storable(entity: Entity, data: Doc, engine: Engine): { data: Doc; leftOut: string[] } {
  const { refusals } = engine.validators(entity).partial(data, MOST_REFUSALS)
  const wrong = refusals.flatMap(({ field, reason }) => (OF_ANOTHER_TYPE.includes(reason) ? [field] : []))
  if (wrong.length === 0) return { data, leftOut: [] }
  return { data: withoutWrong(entity.fields, data, '', wrong), leftOut: [...new Set(wrong.map((path) => path.split('.')[0] as string))] }
}

function withoutWrong(fields: readonly Field[], data: Doc, prefix: string, wrong: readonly string[]): Doc {
  const kept: Doc = {}
  for (const [name, value] of Object.entries(data)) {
    const path = prefix + name
    const field = fields.find((one) => one.name === name)
    const isConcerned = wrong.some((one) => one === path || one.startsWith(`${path}.`))
    if (!isConcerned) kept[name] = value
    else if (!field || wrong.includes(path)) continue
    else if (isGroup(field) && isObjectOf(value)) kept[name] = withoutWrong(field.fields, value, `${path}.`, wrong)
    else if (hasRows(field) && Array.isArray(value) && value.every((_, index) => !wrong.includes(`${path}.${index}`)))
      kept[name] = value.map((row, index) => withoutWrong(fieldsOfRow(field, row), row, `${path}.${index}.`, wrong))
  }
  return kept
}

/** A step that drops values of a change. A rule that saw one of them is asked again about the rest. */
export const droppingValues = (drop: (operation: Operation) => Promise<void>) => async (operation: Operation) => {
  const before = operation.data
  await drop(operation)
  const { asked, entity, data, engine } = operation
  if (!asked || before === data) return
  const after = storable(entity, data, engine).data
  if (Object.keys(before).some((name) => !isDeepStrictEqual(asked.data[name], after[name]))) await askAgain(operation, before)
}

/** Asks about values that hooks made of wrong ones, which the rule has not seen. */
export async function askAboutRepaired(operation: Operation): Promise<void> {
  const { asked, entity, data, engine } = operation
  if (!asked || asked.leftOut.length === 0) return
  const { data: right, leftOut } = storable(entity, data, engine)
  if (asked.leftOut.some((name) => name in right && !leftOut.includes(name))) await askAgain(operation, data)
}

/** Both answers apply. Values that steps took away on purpose, such as a password, stay in what the rule sees. */
async function askAgain(operation: Operation, before: Doc): Promise<void> {
  const { asked, entity, engine, caller, name, data } = operation
  if (!asked) return
  const taken = Object.entries(asked.data).filter(([key]) => !(key in before))
  const values = { ...Object.fromEntries(taken), ...storable(entity, data, engine).data }
  const again = await allow(operation, name === 'create' ? 'create' : 'update', values)
  operation.filter = and(asked.filter, again)
  if (again.is === 'all' || !operation.original) return
  if (!(await engine.reader.stored(entity, and(within(operation), operation.readable), true))) throw denied(caller.actor)
}
