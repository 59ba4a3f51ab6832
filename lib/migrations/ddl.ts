/** Turns a change of the tables into SQL. `carry.ts` handles the values in them. Tested by test/migrations/migrator.test.ts. */
import { ASIDE, isNeverEmpty, REFERENCES } from '../store/columns.ts'
import type { Dialect, InsideIndex, PartsIndex } from '../store/contract.ts'
import { valuesInside, visibleColumn } from '../store/filter-sql.ts'
import type { IndexSpec, Inside } from '../store/index-spec.ts'
import type { ColumnSpec, TableSpec } from '../store/tables.ts'
import { groupsBy, type Tally } from '../store/tally.ts'
import type { AddIndex, SchemaChange } from './changes.ts'
import { pathOf, renamedAt } from './inside.ts'

export function statementsFor(change: SchemaChange, dialect: Dialect): string[] {
  const { table, quote } = dialect
  switch (change.do) {
    case 'createTable':
      return [
        createTable(change.table, dialect),
        ...change.table.indexes.flatMap((index) => indexing(change.table.name, index, dialect)),
        ...(change.table.counted ? counting(change.table.name, change.table.tally, dialect) : []),
      ]
    case 'renameTable':
      return [
        ...(change.table.counted ? dialect.notCounting(change.from) : []),
        `alter table ${table(change.from)} rename to ${quote(dialect.bare(change.table.name))}`,
        // Its groups are counted by a later change, when it has their columns.
        ...(change.table.counted ? dialect.counting(change.table.name) : []),
      ]
    case 'addColumn':
      return [
        `alter table ${table(change.table)} add column ${column(change.column, dialect)}`,
        ...(change.column.initially === undefined ? [] : [fill(change.table, change.column, dialect)]),
      ]
    case 'fill':
      return [fill(change.table, change.column, dialect)]
    case 'renameColumn':
      return [
        `alter table ${table(change.table)} rename column ${quote(change.from)} to ${quote(change.to)}`,
        ...movePaths(change.table, pathOf(change.from), pathOf(change.to), dialect),
      ]
    case 'convert':
      return [
        `alter table ${table(change.table)} rename column ${quote(change.column.name)} to ${quote(change.parkedAs)}`,
        change.prepared === undefined
          ? `alter table ${table(change.table)} add column ${column(change.column, dialect)}`
          : `alter table ${table(change.table)} rename column ${quote(change.prepared)} to ${quote(change.column.name)}`,
      ]
    case 'revert':
      return [
        `alter table ${table(change.table)} rename column ${quote(change.column.name)} to ${quote(change.parkedAs)}`,
        `alter table ${table(change.table)} rename column ${quote(change.from)} to ${quote(change.column.name)}`,
      ]
    case 'drop':
      return change.column === undefined
        ? [...dialect.notCounting(change.table), `drop table if exists ${table(change.table)}`]
        : [
            `alter table ${table(change.table)} drop column ${quote(change.column)}`,
            ...forgetPath(change.table, pathOf(change.column), dialect),
          ]
    case 'addIndex':
      // Code creates an index that may wait, because it must first check whether it can.
      return change.index.where
        ? []
        : [...clearedDuplicates(change, dialect), ...indexing(change.table, change.index, dialect, change.concurrently !== undefined)]
    case 'dropIndex':
      return [
        `drop index if exists ${dialect.table(change.index)}`,
        ...dialect.parts.drop(change.index),
        ...dialect.inside.drop(change.index),
      ]
    case 'count':
      return counting(change.table, change.tally, dialect)
    case 'renameInside': {
      const { inside, column: of } = change
      return movePaths(change.table, pathOf(of, inside), pathOf(of, renamedAt(inside, change.to)), dialect)
    }
    case 'dropInside':
      return forgetPath(change.table, pathOf(change.column, change.inside), dialect)
    default:
      return []
  }
}

function fill(of: string, { name, initially }: ColumnSpec, { table, quote: q }: Dialect): string {
  return `update ${table(of)} set ${q(name)} = '${initially}' where ${q(name)} is null`
}

function createTable(spec: TableSpec, dialect: Dialect): string {
  return `create table ${dialect.table(spec.name)} (\n  ${spec.columns.map((one) => column(one, dialect)).join(',\n  ')}\n)`
}

function column(spec: ColumnSpec, dialect: Dialect): string {
  if (spec.kind === 'identity') return `${dialect.quote(spec.name)} ${dialect.identity}`
  return `${dialect.quote(spec.name)} ${dialect.columnType(spec.kind)}${spec.filled === undefined ? '' : ` not null default ${spec.filled}`}`
}

/** The statements that create an index; the last one creates the index itself. */
export function indexing(table: string, index: IndexSpec, dialect: Dialect, concurrently = false): string[] {
  if (index.parts) return dialect.parts.create(partsAt(table, index, dialect), concurrently)
  if (index.inside) return dialect.inside.create(insideAt(table, index, index.inside, dialect), concurrently)
  return [createIndex(table, index, dialect, concurrently)]
}

function partsAt(table: string, index: IndexSpec, dialect: Dialect): PartsIndex {
  const { columns, content } = contentOf(index, dialect)
  return { name: index.name, table, columns, text: content }
}

function insideAt(table: string, index: IndexSpec, inside: Inside, dialect: Dialect): InsideIndex {
  const { columns, content } = contentOf(index, dialect)
  return { name: index.name, table, columns, kind: inside.kind, json: content, values: (json) => valuesInside(json, inside, dialect) }
}

/** What an index of one column's content holds: the column as readers see it. `row`: what precedes each column. */
function contentOf({ columns, visible }: IndexSpec, dialect: Dialect): { columns: string[]; content(row: string): string } {
  const { quote } = dialect
  // biome-ignore lint/style/noNonNullAssertion: an index of parts has one column
  const column = columns[0]!
  const shown = visible?.[column]
  if (!shown) return { columns: [column], content: (row) => row + quote(column) }
  return {
    columns: [column, shown.fallback],
    content: (row) => visibleColumn(row + quote(column), row + quote(shown.fallback), shown.kind, dialect),
  }
}

export function createIndex(
  table: string,
  { name, columns, unique, visible, where, sorts }: IndexSpec,
  dialect: Dialect,
  concurrently = false,
): string {
  const parts = columns.map((column) => {
    const quoted = dialect.quote(column)
    const shown = visible?.[column]
    const sql = shown ? `(${visibleColumn(quoted, dialect.quote(shown.fallback), shown.kind, dialect)})` : quoted
    if (!sorts) return sql
    const direction = sorts.includes(column) ? 'desc' : 'asc'
    return `${sql}${direction === 'desc' ? ' desc' : ''}${isNeverEmpty(column) ? '' : dialect.nulls(direction)}`
  })
  return `create ${unique ? 'unique ' : ''}index ${concurrently ? 'concurrently ' : ''}if not exists ${dialect.quote(dialect.bare(name))} on ${dialect.table(table)} (${parts.join(', ')})${where ? ` where ${emptyColumn(where, dialect.quote)}` : ''}`
}

/** An empty text counts as no value in a unique field; a field that was not unique before may hold several. */
export function clearedDuplicates({ table: of, index }: AddIndex, { table, quote: q }: Dialect): string[] {
  const name = emptyable(of, index)
  return name === undefined ? [] : [`update ${table(of)} set ${q(name)} = null where cast(${q(name)} as text) = ''`]
}

/** The column of a unique field; undefined for our own columns, which keep their empty texts. */
export function emptyable(table: string, { unique, columns }: IndexSpec): string | undefined {
  const last = columns.at(-1)
  return unique && !table.startsWith('$') && !last?.startsWith('$') ? last : undefined
}

/** An SQL condition: true where a column holds no value. */
export const emptyColumn = ({ column, kind }: NonNullable<IndexSpec['where']>, quote: Dialect['quote']): string =>
  kind === 'text' ? `(${quote(column)} is null or ${quote(column)} = '')` : `${quote(column)} is null`

const counting = (table: string, tally: Tally | undefined, dialect: Dialect): string[] =>
  dialect.counting(table, tally && groupsBy(tally, table, dialect))

/** Moves a path in `$references`, and everything below it. */
function movePaths(of: string, from: string, to: string, dialect: Dialect): string[] {
  const { table, quote: q } = dialect
  return ['', ASIDE].map((prefix) => {
    const [before, after] = [prefix + from, prefix + to]
    return `update ${table(REFERENCES)} set ${q('path')} = ${text(after)} || substr(${q('path')}, ${before.length + 1}) where ${q('entity')} = '${of}' and ${atPath(before, dialect)}`
  })
}

/** Deletes the references at a path, for live documents, drafts and versions. */
export function forgetPath(of: string, path: string, dialect: Dialect): string[] {
  const { table, quote: q } = dialect
  return ['', ASIDE].map(
    (prefix) => `delete from ${table(REFERENCES)} where ${q('entity')} = '${of}' and ${atPath(prefix + path, dialect)}`,
  )
}

const atPath = (path: string, { quote: q }: Dialect) =>
  `(${q('path')} = ${text(path)} or substr(${q('path')}, 1, ${path.length + 1}) = ${text(`${path}.`)})`

const text = (value: string) => `'${value.replaceAll("'", "''")}'`

/** The tables that the store keeps for itself. */
export const OWN_TABLES = ['$model', '$migrations', '$counts']

export function ownTables({ table, quote, columnType, foldCounts }: Dialect): string[] {
  const text = columnType('text')
  const create = (name: string, columns: string) => `create table if not exists ${table(name)} (${columns})`
  const counts = (key: string) => create('$counts', `${quote('table')} ${text} ${key}, ${quote('n')} ${columnType('id')} not null`)
  return [
    create('$model', `${quote('key')} ${text} primary key, ${quote('value')} text not null`),
    create('$migrations', `${quote('name')} ${text} primary key, ${quote('hash')} text not null, ${quote('at')} text not null`),
    // Counts that are kept as changes have several rows for each table.
    ...(foldCounts === undefined
      ? [counts('primary key')]
      : [counts('not null'), `create index if not exists ${quote('$counts$$table')} on ${table('$counts')} (${quote('table')})`]),
  ]
}
