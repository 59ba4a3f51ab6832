/** Compares two sets of tables and returns the changes from one to the other, in the order in which they can be made. */

import { isDeepStrictEqual } from 'node:util'
import { GalleyError } from '../errors.ts'
import { isMadeWay } from '../store/columns.ts'
import type { IndexSpec } from '../store/index-spec.ts'
import { hasText } from '../store/outline.ts'
import type { ColumnSpec, TableSpec } from '../store/tables.ts'
import { byName } from './by-name.ts'
import { type Applied, columnOutline, type Parked, type ParkedColumn, type SchemaChange } from './changes.ts'
import { fieldMoves } from './field-moves.ts'
import { pathOf } from './inside.ts'
import { insideChanges } from './inside-plan.ts'
import { type Former, givingTo, type Moves, makingWay, movesBetween, parkingName, type Wanted } from './moves.ts'
import { movesAlong } from './parked-along.ts'
import { parkedPointing, tablePointing } from './targets.ts'
import { isSameForm } from './values.ts'

export function changesBetween(applied: Applied, wanted: readonly TableSpec[]): SchemaChange[] {
  const known = new Map(applied.tables.map((table) => [table.name, table]))
  const tables = movesBetween(
    inParkingOrder(
      applied.tables.map(named),
      applied.parked.filter(({ column }) => column === undefined),
      ({ table }) => table,
    ),
    wanted.map(named),
    (name) => `'${name}'`,
  )
  refuseMerges(tables)
  const changes: SchemaChange[] = []
  if (tables.settled.length > 0) changes.push({ do: 'settle', names: tables.settled })
  let held = known
  for (const { from, to } of tables.renames) {
    // biome-ignore lint/style/noNonNullAssertion: a name is in use, or an earlier move has led to it
    const source = held.get(from)!
    const table = wanted.find((one) => one.name === to) ?? { ...source, name: to }
    changes.push({ do: 'renameTable', from, table })
    // The table that replaces it has indexes of the same names.
    if (isMadeWay(to)) changes.push(...table.indexes.map((index) => ({ do: 'dropIndex' as const, table: to, index: index.name })))
    held = new Map([...held, [to, source]])
  }
  const became = new Map([...tables.sources].map(([name, source]) => [source, name]))
  const nameOf = (table: string) => became.get(table) ?? table
  const later: SchemaChange[] = []
  for (const table of wanted) {
    const source = tables.sources.get(table.name)
    if (source === undefined) {
      later.push({ do: 'createTable', table, ...givingTo(tables, table.name) })
      continue
    }
    if (tables.unparked.has(table.name)) later.push({ do: 'unpark', table: table.name })
    later.push(...tableChanges(tablePointing(byName(applied.tables, source), nameOf), table, parkedOf(applied, source, nameOf)))
  }
  const [gone, others] = [later.filter(isDropIndex), later.filter((change) => !isDropIndex(change))]
  return [...changes, ...gone, ...others, ...tables.left.map((table) => ({ do: 'park' as const, table }))]
}

const named = ({ name, was, formerly, said }: TableSpec) => ({
  name,
  ...(was !== undefined && { was: [was] }),
  ...(formerly && { formerly }),
  ...(said && { said }),
})

/** Names in use first, then parked ones, the latest last. */
function inParkingOrder<T extends Wanted, P extends Parked>(all: readonly T[], parked: readonly P[], nameOf: (one: P) => string): Former[] {
  const inUse = all.filter(({ name }) => !parked.some((one) => nameOf(one) === name))
  const away = parked.flatMap((one) => all.filter(({ name }) => name === nameOf(one)).map((it) => ({ it, one })))
  return [
    ...inUse.map((one) => ({ ...one, isParked: false })),
    ...away.map(({ it, one }) => ({ ...it, isParked: true, ...makingWay(one) })),
  ]
}

/** Never merges rows of two tables: their ids would clash. */
function refuseMerges({ merges }: Moves): void {
  const [late] = merges
  if (late)
    throw new GalleyError(
      'MIGRATION',
      `'${late.into}' says renamedFrom '${late.from}', but it already has its own table, and the rows of '${late.from}' are parked. Remove 'renamedFrom'; or remove '${late.into}' from the schema, run 'npx galley migrate' and 'npx galley migrate --drop ${late.into}', and add it again`,
    )
}

/** Data that a feature stores about documents, such as their status, never becomes a schema field, even while the feature is off. */
function refuseSystem({ renames }: Moves, { columns }: TableSpec, table: string): void {
  const isOfSystem = (name: string) => columns.some((one) => one.name === name && (one.hides || one.ofFeature))
  const taken = renames.find(({ from, to }) => ![from, to].some((name) => name.startsWith('$')) && isOfSystem(from))
  if (taken)
    throw new GalleyError(
      'MIGRATION',
      `'${taken.to.replaceAll('$', '.')}' of '${table}' says renamedFrom '${taken.from}', which belongs to the system and keeps its values. Remove 'renamedFrom', or name a field of your own`,
    )
}

/** The parked parts of a table, under the table's current name. */
const parkedOf = ({ parked }: Applied, source: string, nameOf: (table: string) => string): ParkedColumn[] =>
  parked.flatMap((one) => {
    const { table, column } = one
    if (table !== source || column === undefined) return []
    return { ...parkedPointing({ ...one, table: nameOf(source) }, nameOf), column }
  })

/** Index names are taken when one table replaces another, so drop the old indexes first. */
const isDropIndex = (change: SchemaChange) => change.do === 'dropIndex'

function tableChanges(former: TableSpec, table: TableSpec, parked: readonly ParkedColumn[]): SchemaChange[] {
  const moves = columnMoves(former, table, parked)
  const away = parked.flatMap(({ column, inside }) => (column !== undefined && inside === undefined ? [column] : []))
  const along = movesAlong(moves, former, [...away, ...moves.left])
  const nameOf = (column: string) => along.find(({ from }) => from === column)?.to ?? column
  return [
    ...along.map((move) => ({
      do: 'renameColumn' as const,
      table: table.name,
      ...move,
      ...(away.includes(move.from) && { isParked: true as const }),
    })),
    ...columnChanges(
      { ...former, columns: former.columns.map((column) => ({ ...column, name: nameOf(column.name) })) },
      table,
      parked.map((one) => ({ ...one, column: nameOf(one.column) })),
    ),
  ]
}

function columnMoves(former: TableSpec, table: TableSpec, parked: readonly ParkedColumn[]): Moves {
  return fieldMoves(
    inParkingOrder(
      former.columns,
      parked.filter(({ inside }) => inside === undefined),
      ({ column }) => column,
    ),
    table.columns,
    (name) => `'${name.replaceAll('$', '.')}' of '${table.name}'`,
  )
}

function columnChanges(former: TableSpec, table: TableSpec, parked: readonly ParkedColumn[]): SchemaChange[] {
  const moves = columnMoves(former, table, parked)
  refuseSystem(moves, former, table.name)
  const touched = new Set(moves.renames.flatMap(({ from, to }) => [from, to]))
  const changes: SchemaChange[] = moves.renames.map((move) => ({ do: 'renameColumn', table: table.name, ...move }))
  if (moves.settled.length > 0) changes.push({ do: 'settle', table: table.name, names: moves.settled.map((name) => pathOf(name)) })
  const taken = new Set([...former.columns.map(({ name }) => name), ...moves.renames.map(({ to }) => to)])
  for (const column of table.columns) {
    const source = moves.sources.get(column.name)
    if (source === undefined) {
      changes.push({ do: 'addColumn', table: table.name, column, ...givingTo(moves, column.name) })
      continue
    }
    if (moves.unparked.has(column.name)) {
      changes.push({ do: 'unpark', table: table.name, column: column.name })
      if (column.initially !== undefined) changes.push({ do: 'fill', table: table.name, column })
    }
    const known = byName(former.columns, source)
    if (isConverted(known, column)) {
      touched.add(column.name)
      changes.push(
        conversion(
          table.name,
          column,
          known,
          parkingName(column.name, (name) => taken.has(name)),
        ),
      )
    } else if (known.holds && column.holds) {
      const inside = parked.filter((one) => one.column === source && one.inside !== undefined)
      changes.push(...insideChanges(table.name, column.name, known.holds, column.holds, inside))
    } else if (column.holds && hasText(column.holds)) changes.push({ do: 'collect', table: table.name, column: column.name })
  }
  for (const { into, from } of moves.merges) {
    const column = byName(table.columns, into)
    const before = moves.renames.find(({ to }) => to === from)?.from ?? from
    changes.push({ do: 'merge', table: table.name, column, from, held: columnOutline(byName(former.columns, before)) })
  }
  for (const name of moves.left) {
    const { hides } = byName(former.columns, name)
    changes.push({ do: 'park', table: table.name, column: name, ...(hides && { hides }) })
  }
  const isCountedAgain = !isDeepStrictEqual(former.tally, table.tally) || (table.tally && former.name !== table.name)
  if (isCountedAgain) changes.push({ do: 'count', table: table.name, ...(table.tally && { tally: table.tally }) })
  const indexes = indexChanges(former, table, touched)
  return [...indexes.filter(isDropIndex), ...changes, ...indexes.filter((change) => !isDropIndex(change))]
}

function isConverted(known: ColumnSpec, column: ColumnSpec): boolean {
  if (known.kind !== column.kind || !known.list !== !column.list) return true
  return known.holds !== undefined && column.holds !== undefined && !isSameForm(known.holds, column.holds)
}

function conversion(table: string, column: ColumnSpec, known: ColumnSpec, parkedAs: string): SchemaChange {
  const from = columnOutline(known)
  const kind = known.kind as Extract<SchemaChange, { do: 'convert' }>['from']
  return { do: 'convert', table, column, from: kind, wasList: known.list === true, parkedAs, held: from }
}

const isSameIndex = (one: IndexSpec, other: IndexSpec): boolean =>
  one.name === other.name && !one.unique === !other.unique && isDeepStrictEqual([one.visible, one.sorts], [other.visible, other.sorts])

/** Recreates indexes on renamed columns, because an index follows its column. */
function indexChanges(former: TableSpec, table: TableSpec, touched: ReadonlySet<string>): SchemaChange[] {
  const isTouched = ({ columns, visible, where }: IndexSpec) =>
    [...columns, ...Object.values(visible ?? {}).map(({ fallback }) => fallback), where?.column].some(
      (name) => name !== undefined && touched.has(name),
    )
  const stays = (index: IndexSpec, others: readonly IndexSpec[]) => !isTouched(index) && others.some((one) => isSameIndex(one, index))
  const isWanted = (index: IndexSpec) => stays(index, table.indexes)
  const gone = former.indexes.filter((index) => !isWanted(index))
  const whole = former.indexes.filter(({ isBegun }) => !isBegun)
  const added = table.indexes.filter((index) => !stays(index, whole))
  return [
    ...gone.map((index) => ({ do: 'dropIndex' as const, table: table.name, index: index.name })),
    ...added.map((index) => ({ do: 'addIndex' as const, table: table.name, index })),
  ]
}
