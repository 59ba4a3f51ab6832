/** Unique values: finds which are taken, and interprets unique-index violations. Tested by test/features/slugs.test.ts. */

import { type Entity, type Field, type Kind, wholeOf } from '../../schema/model.ts'
import { because } from '../../schema/reasons.ts'
import type { Operation } from '../engine.ts'
import { GalleyError } from '../errors.ts'
import { all, and, byId, type Filter, not, type StepPath } from '../query/filter.ts'
import { columnName, columnsOf, SCOPE } from '../store/columns.ts'
import type { Dialect } from '../store/contract.ts'
import { type Doc, valueAt } from '../store/document.ts'
import { tablesOf } from '../store/tables.ts'
import { unknownAfter } from './snapshot.ts'

export class UniqueClash extends GalleyError {
  readonly field: Field | undefined
  /** The value was generated, so another one can be generated. */
  readonly isMade: boolean
  constructor(field: Field | undefined, isMade: boolean) {
    super(field ? 'UNIQUE' : 'STALE', [{ ...because('unique'), ...(field && { field: field.path }) }])
    this.field = field
    this.isMade = isMade
  }
}

export const uniqueRefusal = (error: unknown): UniqueClash | undefined => (error instanceof UniqueClash ? error : undefined)

export function asUniqueClash(error: unknown, operation: Operation): unknown {
  const clash = operation.engine.store.dialect.uniqueClash(error)
  if (!clash) return error
  const { entity } = operation
  const columns = clash.columns ?? columnsOfIndex(operation, clash.index)
  if (columns.includes(SCOPE)) return new UniqueClash(undefined, true)
  const last = columns.at(-1)
  // A change in one locale may write the others as well, such as those of a pending draft.
  const field = [entity, wholeOf(entity)].flatMap(columnsOf).find((column) => column.name === last)?.field
  if (field) return new UniqueClash(field, operation.made.has(field))
  return Object.keys(unknownAfter(operation)).length > 0 ? new GalleyError('UNIQUE', [{ message: UNKNOWN }]) : error
}

/** A pending draft may contain one, written by a process with a newer schema. */
const UNKNOWN =
  'The document has a value that must be unique and that another document already has, in a field that this schema does not know. Change the value in an application whose schema has the field'

function columnsOfIndex(operation: Operation, name: string): string[] {
  const table = tablesOf(operation.engine.model).find((one) => one.name === operation.entity.slug)
  const { bare } = operation.engine.store.dialect
  return table?.indexes.find((index) => index.name === name || bare(index.name) === name)?.columns ?? []
}

/** Looks up taken values beforehand if the change is refused anyway, because the write that would detect them never runs. */
export async function refuseTakenValues(operation: Operation): Promise<void> {
  for (const field of await takenFields(operation)) operation.refusals.add({ field: field.path, ...because('unique'), code: 'UNIQUE' })
}

/** A database error names only one index; this adds the other fields whose values are taken. */
export async function withOthersTaken(clash: UniqueClash, operation: Operation): Promise<GalleyError> {
  const { field: clashing } = clash
  if (!clashing) return clash
  const taken = (await takenFields(operation)).map((field) => ({ field: field.path, ...because('unique') }))
  // The other document may have released the value since.
  return taken.some(({ field }) => field === clashing.path) ? new GalleyError('UNIQUE', taken) : clash
}

async function takenFields(operation: Operation): Promise<Field[]> {
  const { engine, entity, doc, original, refusals, made } = operation
  const taken: Field[] = []
  for (const { field } of columnsOf(entity)) {
    if (!(field.unique || field.uniqueWithin) || made.has(field) || refusals.concern(field.path)) continue
    const within = withinOf(entity, field)
    if (within && refusals.concern(within.path)) continue
    const same = sameValue(entity, field, doc, engine.store.dialect)
    if (!same) continue
    const others = original?.meta ? and(same, not(byId(original.meta.id))) : same
    if ((await engine.reader.existing(entity, others, true)).size > 0) taken.push(field)
  }
  return taken
}

const withinOf = (entity: Entity, field: Field): Field | undefined =>
  field.uniqueWithin === undefined ? undefined : columnsOf(entity).find((one) => one.field.path === field.uniqueWithin)?.field

/** Matches documents with the same value; undefined if it is empty, since empty values never clash. */
function sameValue(entity: Entity, field: Field, doc: Doc, dialect: Dialect): Filter | undefined {
  const value = valueAt(doc, field)
  return isEmpty(value) ? undefined : and(equals(field, value, dialect), uniqueScopeOf(entity, field, doc, dialect))
}

/** Matches the documents among which the value must be unique. Documents without a value in the other field form one such group. */
export function uniqueScopeOf(entity: Entity, field: Field, doc: Doc, dialect: Dialect): Filter {
  const within = withinOf(entity, field)
  if (!within) return all
  const value = valueAt(doc, within)
  if (isEmpty(value)) return not({ ...test(within), test: 'filled' })
  return isOf(within.type.kind, value) ? equals(within, value, dialect) : all
}

/** The input is not validated yet: no stored value has another kind. */
function isOf(kind: Kind, value: unknown): boolean {
  if (kind === 'id') return Number.isSafeInteger(value)
  return typeof value === (kind === 'text' ? 'string' : kind) && (kind !== 'number' || Number.isFinite(value))
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

const equals = (field: Field, value: unknown, dialect: Dialect): Filter => ({
  ...test(field),
  test: 'equals',
  value: dialect.bind(field.type.kind, value),
})

function test(field: Field): { is: 'test'; path: StepPath; kind: Kind } {
  const { kind } = field.type
  return { is: 'test', path: [{ is: 'column', name: columnName(field), kind }], kind }
}
