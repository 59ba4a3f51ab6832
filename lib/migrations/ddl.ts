/** A change of the tables → its SQL, and the one change that only code can make: converting values. */
import type { Kind } from '../../schema/field-types.ts'
import { ASIDE, REFERENCES } from '../store/columns.ts'
import type { Connection, Dialect } from '../store/contract.ts'
import { seenColumn } from '../store/filter-sql.ts'
import type { ColumnSpec, IndexSpec, TableSpec } from '../store/tables.ts'
import type { Change } from './changes.ts'

export function statementsFor(change: Change, dialect: Dialect): string[] {
  const { table, quote } = dialect
  switch (change.do) {
    case 'createTable':
      return [
        createTable(change.table, dialect),
        ...change.table.indexes.map((index) => createIndex(change.table.name, index, dialect)),
        ...counting(change.table, dialect),
      ]
    case 'renameTable':
      return [
        `alter table ${table(change.from)} rename to ${quote(dialect.bare(change.table.name))}`,
        ...moveReferences(change.from, change.table.name, dialect),
        ...counting(change.table, dialect),
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
        ...movePaths(change, dialect),
      ]
    case 'convert':
      return [
        `alter table ${table(change.table)} rename column ${quote(change.column.name)} to ${quote(change.parkedAs)}`,
        `alter table ${table(change.table)} add column ${column(change.column, dialect)}`,
      ]
    case 'park':
      return []
    case 'drop':
      return change.column === undefined
        ? [`drop table if exists ${table(change.table)}`]
        : [`alter table ${table(change.table)} drop column ${quote(change.column)}`]
    case 'addIndex':
      // One that may wait is made by code, which looks first whether it can be.
      return change.index.where ? [] : [createIndex(change.table, change.index, dialect)]
    case 'dropIndex':
      return [`drop index if exists ${dialect.table(change.index)}`]
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

export function createIndex(table: string, { name, columns, unique, seen, where }: IndexSpec, dialect: Dialect): string {
  const parts = columns.map(dialect.quote)
  if (seen) parts[0] = `(${seenColumn(parts[0]!, dialect.quote(seen.fallback), seen.kind, dialect)})`
  return `create ${unique ? 'unique ' : ''}index if not exists ${dialect.quote(dialect.bare(name))} on ${dialect.table(table)} (${parts.join(', ')})${where ? ` where ${emptyColumn(where, dialect.quote)}` : ''}`
}

/** True where a column holds no value. */
export const emptyColumn = ({ column, kind }: NonNullable<IndexSpec['where']>, quote: Dialect['quote']): string =>
  kind === 'text' ? `(${quote(column)} is null or ${quote(column)} = '')` : `${quote(column)} is null`

function counting(spec: TableSpec, dialect: Dialect): string[] {
  return spec.counted ? dialect.counting(spec.name) : []
}

function moveReferences(from: string, to: string, { table, quote }: Dialect): string[] {
  return ['entity', 'target_entity'].map(
    (name) => `update ${table(REFERENCES)} set ${quote(name)} = '${to}' where ${quote(name)} = '${from}'`,
  )
}

/** What stood under a renamed column in `$references`, and below it. */
function movePaths({ table: of, from, to }: { table: string; from: string; to: string }, { table, quote: q }: Dialect): string[] {
  const [old, now] = [from, to].map((name) => name.replaceAll('$', '.').replaceAll("'", "''"))
  return ['', ASIDE].map((prefix) => {
    const [before, after] = [prefix + old, prefix + now]
    const below = `substr(${q('path')}, 1, ${before.length + 1}) = '${before}.'`
    return `update ${table(REFERENCES)} set ${q('path')} = '${after}' || substr(${q('path')}, ${before.length + 1}) where ${q('entity')} = '${of}' and (${q('path')} = '${before}' or ${below})`
  })
}

/** The tables the store keeps for itself. */
export function ownTables({ table, quote, name }: Dialect): string[] {
  const text = name === 'postgres' ? 'text collate "C"' : 'text'
  const counted = name === 'postgres' ? `bigint not null` : 'integer not null'
  return [
    `create table if not exists ${table('$model')} (${quote('key')} ${text} primary key, ${quote('value')} text not null)`,
    `create table if not exists ${table('$migrations')} (${quote('name')} ${text} primary key, ${quote('hash')} text not null, ${quote('at')} text not null)`,
    name === 'postgres'
      ? `create table if not exists ${table('$counts')} (${quote('table')} ${text} not null, ${quote('n')} ${counted})`
      : `create table if not exists ${table('$counts')} (${quote('table')} ${text} primary key, ${quote('n')} ${counted})`,
    ...(name === 'postgres' ? [`create index if not exists ${quote('$counts$$table')} on ${table('$counts')} (${quote('table')})`] : []),
  ]
}

const BATCH = 500

/** Carries the values of a converted column over, a batch at a time. */
export async function convertValues(change: Extract<Change, { do: 'convert' }>, connection: Connection, dialect: Dialect): Promise<void> {
  const { table, quote } = dialect
  const id = quote('id')
  for (let last = 0; ; ) {
    const rows = await connection.all(
      dialect.native(
        `select ${id} as "id", ${quote(change.parkedAs)} as "old" from ${table(change.table)} where ${id} > ? order by ${id} limit ${BATCH}`,
      ),
      [last],
    )
    for (const row of rows) {
      const value = convert(row['old'], change.from, change.wasList, change.column.kind as Kind, change.column.list === true)
      if (value !== null)
        await connection.all(dialect.native(`update ${table(change.table)} set ${quote(change.column.name)} = ? where ${id} = ?`), [
          dialect.bind(change.column.kind as Kind, value),
          row['id'],
        ])
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)!['id']
  }
}

/** A stored value in another kind, or null where nothing fits. */
export function convert(old: unknown, from: Kind, wasList: boolean, to: Kind, isList: boolean): unknown {
  if (old === null || old === undefined) return null
  const plain = from === 'json' ? parse(old as string) : from === 'boolean' ? old === 1 || old === true : old
  if (to === 'json') return JSON.stringify(isList && !Array.isArray(plain) ? [plain] : plain)
  const one = wasList && Array.isArray(plain) ? plain[0] : plain
  if (one === undefined || one === null) return null
  if (to === 'text') return typeof one === 'object' ? JSON.stringify(one) : String(one)
  if (to === 'boolean') return one === true || one === 'true' || one === 1 || one === '1'
  const number = typeof one === 'boolean' ? Number(one) : typeof one === 'string' && one.trim() !== '' ? Number(one) : one
  return typeof number === 'number' && Number.isFinite(number) && (to === 'number' || Number.isSafeInteger(number)) ? number : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
