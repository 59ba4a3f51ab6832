/** References in values that the model doesn't know, of removed fields or those of a newer process. They live and die with their rows.
 * Tested by test/store/rolling-deploy.test.ts.
 */
import { hasRows, wholeOf } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import { holdsMore, withBeyond } from '../store/beyond.ts'
import { type Column, columnsOf } from '../store/columns.ts'
import { type Doc, valueAt } from '../store/document.ts'
import type { Snapshot } from '../store/snapshots.ts'
import type { Statement } from '../store/write-set.ts'

/** The content of columns as the change stores it. */
interface Written {
  /** Columns of the model, and the document that they belong to. */
  columns: readonly Column[]
  doc: Doc
  /** Whether the column may have held values that the model doesn't know. */
  heldMore(column: Column): boolean
  /** Values of columns that the model does not know. */
  unknown: Snapshot
}

export async function referencesBeyond(
  operation: Operation,
  { columns, doc, heldMore, unknown }: Written,
  prefix: string,
): Promise<Statement[]> {
  const { engine, entity } = operation
  const lists = columns.filter(
    (column) => hasRows(column.field) && (heldMore(column) || holdsMore(column.field, valueAt(doc, column.field))),
  )
  const values = { ...unknown, ...Object.fromEntries(lists.map(({ name, field }) => [name, withBeyond(field, valueAt(doc, field))])) }
  const names = Object.keys(values)
  if (names.length === 0) return []
  const pointers = await engine.pointersIn(entity.slug, values)
  return engine.documents.referBeyond(wholeOf(entity), operation.existing.meta.id, names, pointers, prefix)
}

/** Checks the column's stored value from before the change. */
export const heldMoreBefore =
  (operation: Operation) =>
  ({ name }: Column): boolean => {
    const before = columnsOf(operation.entity).find((one) => one.name === name)
    return before === undefined || holdsMore(before.field, valueAt(operation.existing.doc, before.field))
  }
