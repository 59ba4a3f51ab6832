/** Two sets of tables → what leads from one to the other, as data: each change in words, and how much it risks. */
import type { Kind } from '../../schema/field-types.ts'
import { withoutLocale } from '../store/columns.ts'
import type { ColumnSpec, IndexSpec, TableSpec } from '../store/tables.ts'

/** `safe`: applied by itself in development. `slow`: reads every row. `careful`: moves values, wants a person's word. `losing`: drops values. */
export type Risk = 'safe' | 'slow' | 'careful' | 'losing'

export type Change =
  | { do: 'createTable'; table: TableSpec }
  | { do: 'renameTable'; from: string; table: TableSpec }
  | { do: 'addColumn'; table: string; column: ColumnSpec }
  | { do: 'renameColumn'; table: string; from: string; to: string }
  | { do: 'convert'; table: string; column: ColumnSpec; from: Kind; wasList: boolean; parkedAs: string }
  | { do: 'fill'; table: string; column: ColumnSpec }
  | { do: 'park'; table: string; column?: string; hides?: boolean }
  | { do: 'drop'; table: string; column?: string }
  | { do: 'addIndex'; table: string; index: IndexSpec; clashes?: string }
  | { do: 'dropIndex'; table: string; index: string }

/** What a database holds: the tables as they were last applied, and what no schema names any more. */
export interface Applied {
  tables: TableSpec[]
  parked: { table: string; column?: string }[]
}

export function changesBetween(applied: Applied, wanted: readonly TableSpec[]): Change[] {
  const known = new Map(applied.tables.map((table) => [table.name, table]))
  const changes: Change[] = []
  const taken = new Set<string>()
  for (const table of wanted) {
    const former = known.get(table.name) ?? (table.was === undefined ? undefined : known.get(table.was))
    if (!former) {
      changes.push({ do: 'createTable', table })
      continue
    }
    taken.add(former.name)
    if (former.name !== table.name) changes.push({ do: 'renameTable', from: former.name, table })
    changes.push(...columnChanges(former, table, applied), ...indexChanges(former, table))
  }
  for (const table of applied.tables) {
    if (!taken.has(table.name) && !wanted.some((one) => one.name === table.name) && !isParked(applied, table.name))
      changes.push({ do: 'park', table: table.name })
  }
  return changes
}

const isParked = (applied: Applied, table: string, column?: string) =>
  applied.parked.some((one) => one.table === table && one.column === column)

function columnChanges(former: TableSpec, table: TableSpec, applied: Applied): Change[] {
  const changes: Change[] = []
  const taken = new Set<string>()
  for (const column of table.columns) {
    const { known, away } = formerColumn(column, former, table, applied)
    if (!known) {
      changes.push({ do: 'addColumn', table: table.name, column })
      continue
    }
    if (away) changes.push({ do: 'renameColumn', table: table.name, from: column.name, to: away })
    taken.add(known.name)
    if (column.initially !== undefined && isParked(applied, former.name, column.name))
      changes.push({ do: 'fill', table: table.name, column })
    if (known.name !== column.name) changes.push({ do: 'renameColumn', table: table.name, from: known.name, to: column.name })
    if (known.kind !== column.kind || known.list !== column.list) changes.push(conversion(table.name, column, known, former))
  }
  for (const column of former.columns) {
    if (!taken.has(column.name) && !isParked(applied, table.name, column.name))
      changes.push({ do: 'park', table: table.name, column: column.name, ...(column.hides && { hides: true }) })
  }
  return changes
}

/** The column that holds the values: of this name, or of a former one. Values that are still in use go before parked ones, which make way. */
function formerColumn(column: ColumnSpec, former: TableSpec, table: TableSpec, applied: Applied): { known?: ColumnSpec; away?: string } {
  const named = (name: string) => former.columns.find((one) => one.name === name)
  const same = named(column.name)
  if (same && !isParked(applied, former.name, same.name)) return { known: same }
  const isFree = (one: ColumnSpec | undefined) =>
    one !== undefined && !table.columns.some((other) => other.name === one.name) && !isParked(applied, former.name, one.name)
  const localized = former.columns.filter((one) => one.name !== column.name && withoutLocale(one.name) === column.name)
  const before = [...(column.was ?? []).map(named), ...localized].find(isFree)
  if (!before) return same ? { known: same } : {}
  return same ? { known: before, away: parkingName(former, column.name) } : { known: before }
}

function conversion(table: string, column: ColumnSpec, known: ColumnSpec, former: TableSpec): Change {
  return {
    do: 'convert',
    table,
    column,
    from: known.kind as Kind,
    wasList: known.list === true,
    parkedAs: parkingName(former, column.name),
  }
}

/** Where values go that make way for others. */
function parkingName(former: TableSpec, column: string): string {
  let n = 1
  while (former.columns.some((one) => one.name === `$old${n}$${column}`)) n++
  return `$old${n}$${column}`
}

function indexChanges(former: TableSpec, table: TableSpec): Change[] {
  const same = (a: IndexSpec, b: IndexSpec) => a.name === b.name && a.unique === b.unique && a.seen?.fallback === b.seen?.fallback
  const added = table.indexes.filter((index) => !former.indexes.some((one) => same(one, index)))
  const gone = former.indexes.filter((index) => !table.indexes.some((one) => same(one, index)))
  return [
    ...gone.map((index) => ({ do: 'dropIndex' as const, table: table.name, index: index.name })),
    ...added.map((index) => ({ do: 'addIndex' as const, table: table.name, index })),
  ]
}

export function riskOf(change: Change): Risk {
  if (change.do === 'park' && change.hides) return 'careful'
  if (change.do === 'renameTable' || change.do === 'renameColumn' || change.do === 'convert') return 'careful'
  if (change.do === 'drop') return 'losing'
  return change.do === 'addIndex' ? 'slow' : 'safe'
}

export function inWords(change: Change): string {
  switch (change.do) {
    case 'createTable':
      return `create the table '${change.table.name}' with ${change.table.columns.length} columns`
    case 'renameTable':
      return `rename the table '${change.from}' to '${change.table.name}'`
    case 'addColumn':
      return `add the column '${change.column.name}' to '${change.table}'`
    case 'fill':
      return `fill the empty values of the column '${change.column.name}' of '${change.table}' with '${change.column.initially}'`
    case 'renameColumn':
      return `rename the column '${change.from}' of '${change.table}' to '${change.to}'`
    case 'convert':
      return `convert the column '${change.column.name}' of '${change.table}' from ${change.from} to ${change.column.kind}; the old values stay in '${change.parkedAs}'`
    case 'park':
      return change.column === undefined
        ? `park the table '${change.table}': its rows stay, nothing reads them`
        : `park the column '${change.column}' of '${change.table}': its values stay, nothing reads them${change.hides ? '; rows that it kept from being seen ARE SEEN from then on' : ''}`
    case 'drop':
      return change.column === undefined
        ? `drop the table '${change.table}' and all its rows`
        : `drop the column '${change.column}' of '${change.table}' and all its values`
    case 'addIndex':
      return `index '${change.table}' by ${change.index.columns.join(', ')} (${change.index.why})${change.clashes === undefined ? '' : `; it waits until these values are changed: ${change.clashes}`}`
    case 'dropIndex':
      return `drop the index '${change.index}' of '${change.table}'`
  }
}

/** What a database holds after the changes that lead to `wanted`. */
export function afterwards(applied: Applied, wanted: readonly TableSpec[], changes: readonly Change[]): Applied {
  const parked = [...applied.parked]
  const tables = wanted.map((table) => ({ ...table, columns: [...table.columns] }))
  for (const change of changes) {
    if (change.do === 'park') parked.push({ table: change.table, ...(change.column !== undefined && { column: change.column }) })
    if (change.do === 'convert') parked.push({ table: change.table, column: change.parkedAs })
    if (madeWay(change)) parked.push({ table: change.table, column: change.to })
  }
  for (const { table, column } of parked) keep(tables, applied, changes, table, column)
  return { tables, parked: parked.filter(({ table, column }) => !names(wanted, table, column)) }
}

/** Parked columns and tables are still there: a schema that names them again finds them. */
function keep(tables: TableSpec[], applied: Applied, changes: readonly Change[], table: string, column: string | undefined): void {
  const former = applied.tables.find((one) => one.name === table)
  const now = tables.find((one) => one.name === table)
  if (column === undefined) {
    if (former && !now) tables.push(former)
    return
  }
  const converted = changes.find((change) => change.do === 'convert' && change.parkedAs === column)
  const moved = changes.find((change) => madeWay(change) && change.to === column)
  const spec =
    former?.columns.find((one) => one.name === column) ??
    (converted?.do === 'convert' ? { name: column, kind: converted.from } : undefined) ??
    (moved?.do === 'renameColumn' && former ? { ...former.columns.find((one) => one.name === moved.from)!, name: column } : undefined)
  if (now && spec && !now.columns.some((one) => one.name === column)) now.columns.push(spec)
}

/** A parked column that left its name to another one. */
const madeWay = (change: Change): change is Extract<Change, { do: 'renameColumn' }> =>
  change.do === 'renameColumn' && change.to.startsWith('$old')

const names = (tables: readonly TableSpec[], table: string, column: string | undefined) =>
  tables.some((one) => one.name === table && (column === undefined || one.columns.some((other) => other.name === column)))
