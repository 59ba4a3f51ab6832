/** Columns that the table has and the model doesn't know: publishing a pending draft or restoring a version writes their values too.
 * Tested by test/store/rolling-deploy.test.ts.
 */
import type { Kind } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import { isMadeWay } from '../store/columns.ts'
import type { Dialect } from '../store/contract.ts'
import type { ColumnSpec, TableSpec } from '../store/tables.ts'
import { unknownAfter } from './snapshot.ts'

export interface UnknownColumn {
  name: string
  kind: ColumnSpec['kind']
  /** In the form that the driver binds. */
  value: unknown
}

/** The unknown columns that the change has values for. */
export async function unknownColumns(operation: Operation): Promise<UnknownColumn[]> {
  const unknown = Object.entries(unknownAfter(operation))
  if (unknown.length === 0) return []
  const { engine } = operation
  const table = await engine.appliedTable(operation.entity.slug)
  if (!table) return []
  return unknown.flatMap(([name, value]) => {
    const column = table.columns.find((one) => one.name === name)
    return column && isContent(column) ? [{ name, kind: column.kind, value: boundFor(column, value, table, engine.store.dialect) }] : []
  })
}

/** Excludes columns that control who sees a document: only a process that knows such a column may set it. */
const isContent = ({ name, kind, hides }: ColumnSpec) => kind !== 'identity' && !hides && (!name.startsWith('$') || isMadeWay(name))

function boundFor({ name, kind, list }: ColumnSpec, value: unknown, { indexes }: TableSpec, dialect: Dialect): unknown {
  if (value === null) return list ? '[]' : null
  if (value === '' && indexes.some((index) => index.unique && index.columns.includes(name))) return null
  return kind === 'json' ? JSON.stringify(value) : dialect.bind(kind as Kind, value)
}
