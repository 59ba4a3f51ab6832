/** A refusal of a unique index → the field that must be unique. */
import { messages } from '../../schema/messages.ts'
import type { Field } from '../../schema/model.ts'
import { GalleyError } from '../errors.ts'
import { columnsOf, SCOPE } from '../store/columns.ts'
import { tablesOf } from '../store/tables.ts'
import type { Operation } from './operation.ts'

export class UniqueClash extends GalleyError {
  /** The value was made by us: another one can be. */
  readonly isMade: boolean
  constructor(field: Field | undefined, isMade: boolean) {
    super(field ? 'UNIQUE' : 'STALE', [{ message: messages.unique, ...(field && { field: field.path }) }])
    this.isMade = isMade
  }
}

export const uniqueRefusal = (error: unknown): UniqueClash | undefined => (error instanceof UniqueClash ? error : undefined)

export function asUniqueClash(error: unknown, operation: Operation): unknown {
  const clash = operation.engine.store.dialect.uniqueClash(error)
  if (!clash) return error
  const { entity } = operation
  const columns = clash.columns ?? columnsOfIndex(operation, clash.index!)
  if (columns.includes(SCOPE)) return new UniqueClash(undefined, true)
  const last = columns.at(-1)
  const field = columnsOf(entity).find((column) => column.name === last)?.field
  return field ? new UniqueClash(field, operation.made.has(field)) : error
}

function columnsOfIndex(operation: Operation, name: string): string[] {
  const table = tablesOf(operation.engine.model).find((one) => one.name === operation.entity.slug)
  const { bare } = operation.engine.store.dialect
  return table?.indexes.find((index) => index.name === name || bare(index.name) === name)?.columns ?? []
}
