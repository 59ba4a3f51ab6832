/** Makes relations to a renamed table point to the same documents under its new name. Tested by test/migrations/types.test.ts. */
import type { Outline, OutlinedBlock, OutlinedField } from '../store/outline.ts'
import type { TableSpec } from '../store/tables.ts'
import type { Parked } from './changes.ts'

type NameOf = (table: string) => string

export const tablePointing = (table: TableSpec, nameOf: NameOf): TableSpec => ({
  ...table,
  columns: table.columns.map((column) => (column.holds ? { ...column, holds: pointing(column.holds, nameOf) } : column)),
})

export const parkedPointing = (parked: Parked, nameOf: NameOf): Parked =>
  parked.held ? { ...parked, held: pointing(parked.held, nameOf) } : parked

function pointing<T extends Outline>(outline: T, nameOf: NameOf): T {
  const all = (fields: readonly OutlinedField[]) => fields.map((field) => pointing(field, nameOf))
  const inBlocks = (blocks: readonly OutlinedBlock[]) => blocks.map((block) => ({ ...block, fields: all(block.fields) }))
  return {
    ...outline,
    ...(outline.to !== undefined && { to: nameOf(outline.to) }),
    ...(outline.fields && { fields: all(outline.fields) }),
    ...(outline.blocks && { blocks: inBlocks(outline.blocks) }),
    ...(outline.text && { text: { blocks: inBlocks(outline.text.blocks) } }),
  }
}
