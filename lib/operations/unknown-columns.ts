/** Columns that the table has and the model does not know: what a pending draft or a version holds for them goes live with the rest. */
import type { Kind } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import { isMadeWay } from '../store/columns.ts'
import type { Dialect } from '../store/contract.ts'
import type { ColumnSpec, TableSpec } from '../store/tables.ts'
import { unknownAfter } from './snapshot.ts'

export interface UnknownColumn {
  name: string
  kind: ColumnSpec['kind']
  /** As the driver binds it. */
  value: unknown
}

/** Those into which the change brings values. */
export async function unknownColumns(operation: Operation): Promise<UnknownColumn[]> {
  const unknown = Object.entries(unknownAfter(operation))
  if (unknown.length === 0) return []
  const { engine } = operation
  const table = await engine.appliedTable(operation.entity.slug)
  return unknown.flatMap(([name, value]) => {
    const column = table?.columns.find((one) => one.name === name)
    return column && isContent(column) ? [{ name, kind: column.kind, value: boundFor(column, value, table!, engine.store.dialect) }] : []
  })
}

/** Who sees a document is decided by those who know the column for it. */
const isContent = ({ name, kind, hides }: ColumnSpec) => kind !== 'identity' && !hides && (!name.startsWith('$') || isMadeWay(name))

function boundFor({ name, kind, list }: ColumnSpec, value: unknown, { indexes }: TableSpec, dialect: Dialect): unknown {
  if (value === null) return list ? '[]' : null
  if (value === '' && indexes.some((index) => index.unique && index.columns.includes(name))) return null
  return kind === 'json' ? JSON.stringify(value) : dialect.bind(kind as Kind, value)
}
