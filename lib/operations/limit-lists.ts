/** Refuses lists that are too long before their entries are processed. Tested by test/operations/refusals.test.ts. */

import { derived } from '../../schema/derived.ts'
import { childrenOf, type Field, fieldsOfRow, isGroup, isListField, maxRowsOf } from '../../schema/model.ts'
import { because } from '../../schema/reasons.ts'
import type { Operation } from '../engine.ts'
import type { Doc } from '../store/document.ts'
import { SAVES } from './contract.ts'
import { isObjectOf, receiveList, takenFrom } from './receive.ts'
import { rowsById } from './rows.ts'
import type { Step } from './stages.ts'

export const limitSteps: readonly Step[] = [
  {
    name: 'limitLists',
    stage: 'shape',
    sentence:
      'Refuses lists with more entries than their field allows. A stored list that is longer than the default may stay, but not grow.',
    on: SAVES,
    run: limitLists,
  },
]

/** Previews, which save nothing, use it too. */
export function limitLists(operation: Operation): void {
  limitIn(operation.entity.fields, operation.data, operation.original?.doc, '', operation)
}

function limitIn(fields: readonly Field[], data: Doc, original: Doc | undefined, within: string, operation: Operation): void {
  for (const field of listsIn(fields)) {
    const value = data[field.name]
    if (typeof value !== 'object' || value === null) continue
    const before = original?.[field.name]
    const path = within + field.name
    if (isGroup(field) && isObjectOf(value)) limitIn(field.fields, value, before, `${path}.`, operation)
    else if (isListField(field) && Array.isArray(value)) {
      if (!isAccepted(field, value, before)) {
        operation.refusals.add({ field: path, ...because('max-rows', { limit: maxRowsOf(field) }) })
        delete data[field.name]
        continue
      }
      const isReceived = value.length <= maxRowsOf(field)
      const list = isReceived ? value : receiveList(field, value, path, { refusals: operation.refusals, takes: takenFrom(operation) })
      data[field.name] = list
      limitInRows(field, list, before, path, operation)
    }
  }
}

function limitInRows(field: Field, rows: readonly unknown[], before: unknown, path: string, operation: Operation): void {
  if (listsIn(childrenOf(field)).length === 0) return
  const known = rowsById(before)
  for (const [index, row] of rows.entries()) {
    if (!isObjectOf(row)) continue
    const fields = fieldsOfRow(field, row)
    if (listsIn(fields).some(({ name }) => row[name] !== undefined))
      limitIn(fields, row, known.get(row['id']), `${path}.${index}.`, operation)
  }
}

/** The fields that are lists or may contain lists. */
const listsIn = derived((fields: readonly Field[]) => fields.filter((field) => isListField(field) || field.fields !== undefined))

/** A field's own limit always applies; the default limit lets a list stay that is already longer. */
function isAccepted(field: Field, list: readonly unknown[], before: unknown): boolean {
  if (list.length <= maxRowsOf(field)) return true
  return field.maxRows === undefined && Array.isArray(before) && list.length <= before.length
}
