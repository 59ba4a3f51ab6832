/** The table `$model`: what was last applied, as JSON by key. Tested by test/migrations/migrator.test.ts. */
import type { Ask, Connection, Dialect, Row } from '../store/contract.ts'
import type { ColumnSpec, TableSpec } from '../store/tables.ts'
import type { Applied } from './changes.ts'
import type { AppliedPlan } from './undo.ts'

export interface Reading {
  dialect: Dialect
  read(sql: string, values?: readonly unknown[]): Promise<Row[]>
}

export const NOTHING: Applied = { tables: [], parked: [] }

// biome-ignore lint/suspicious/noExplicitAny: the types of values differ between keys
export async function readModel(key: string, ask: Ask, { native, table, quote }: Dialect): Promise<any> {
  const sql = `select ${quote('value')} as "value" from ${table('$model')} where ${quote('key')} = ?`
  const [row] = await ask(native(sql), [key])
  return row && JSON.parse(row['value'])
}

export async function saveModel(key: string, value: unknown, connection: Connection, { native, table, quote }: Dialect): Promise<void> {
  const sql = `insert into ${table('$model')} (${quote('key')}, ${quote('value')}) values (?, ?) on conflict (${quote('key')}) do update set ${quote('value')} = excluded.${quote('value')}`
  await connection.all(native(sql), [key, JSON.stringify(value)])
}

/** The tables as they were last applied to a database. */
export async function appliedTo(database: Reading): Promise<Applied> {
  const { dialect } = database
  const catalogue = await database.read(dialect.catalogue)
  if (!catalogue.some((row) => row['table'] === dialect.bare('$model'))) return NOTHING
  return withUnfinished(
    present(await readModel('model', (sql, values) => database.read(sql, values), dialect), catalogue, dialect),
    await unfinishedIn(dialect, (sql) => database.read(sql)),
    dialect,
  )
}

/** The number of plans to remember. */
const PLANS = 20

/** The last applied plan, and its key. */
export async function lastPlan(ask: Ask, { native, table, quote: q }: Dialect): Promise<{ key: string; plan: AppliedPlan } | undefined> {
  const sql = `select ${q('key')} as "key", ${q('value')} as "value" from ${table('$model')} where ${q('key')} like ? order by ${q('key')} desc limit 1`
  const [row] = await ask(native(sql), ['plan:%'])
  return row && { key: row['key'], plan: JSON.parse(row['value']) }
}

export async function rememberPlan(plan: AppliedPlan, connection: Connection, dialect: Dialect): Promise<void> {
  const last = await lastPlan((sql, values) => connection.all(sql, values), dialect)
  const number = (last ? Number(last.key.slice('plan:'.length)) : 0) + 1
  const keyOf = (n: number) => `plan:${String(n).padStart(9, '0')}`
  await saveModel(keyOf(number), plan, connection, dialect)
  const { native, table, quote: q } = dialect
  const sql = `delete from ${table('$model')} where ${q('key')} like ? and ${q('key')} <= ?`
  await connection.all(native(sql), ['plan:%', keyOf(Math.max(0, number - PLANS))])
}

export async function forgetModel(key: string, connection: Connection, { native, table, quote: q }: Dialect): Promise<void> {
  await connection.all(native(`delete from ${table('$model')} where ${q('key')} = ?`), [key])
}

/** Handles drift: what was applied but no longer exists counts as missing. */
export function present(applied: Applied | undefined, catalogue: readonly Row[], { bare }: Dialect): Applied {
  if (!applied) return NOTHING
  const there = new Set(catalogue.map((row) => `${row['table']}.${row['column']}`))
  const tables = applied.tables
    .map((table) => ({ ...table, columns: table.columns.filter(({ name }) => there.has(`${bare(table.name)}.${name}`)) }))
    .filter((table) => table.columns.length > 0)
  const isThere = (table: string, column: string | undefined) =>
    tables.some((one) => one.name === table && (column === undefined || one.columns.some(({ name }) => name === column)))
  return { ...applied, tables, parked: applied.parked.filter(({ table, column }) => isThere(table, column)) }
}

/** Indexes that were begun and never finished, for whatever reason. */
export async function unfinishedIn({ concurrent }: Dialect, read: (sql: string) => Promise<Row[]>): Promise<string[]> {
  if (!concurrent) return []
  return (await read(concurrent.indexes)).filter((row) => !row['isWhole']).map((row) => row['index'])
}

export function withUnfinished(applied: Applied, unfinished: readonly string[], { bare }: Dialect): Applied {
  if (unfinished.length === 0) return applied
  const tables = applied.tables.map((table) => ({
    ...table,
    indexes: table.indexes.map((index) => (unfinished.includes(bare(index.name)) ? { ...index, isBegun: true } : index)),
  }))
  return { ...applied, tables }
}

/** Tables that an older version applied lack the outlines of their JSON: copying them from tables that have them shows no changes. */
export function outlined(tables: readonly TableSpec[], others: readonly TableSpec[]): TableSpec[] {
  return tables.map((table) => {
    const other = others.find(({ name }) => name === table.name)
    return other ? { ...table, columns: table.columns.map((column) => outlinedColumn(column, other.columns)) } : table
  })
}

/** Files of older versions don't record which columns contain slugs and field names; the running schema does. */
export function withMentions(tables: readonly TableSpec[], running: readonly TableSpec[]): TableSpec[] {
  return tables.map((table) => {
    const known = running.find(({ name }) => name === table.name)?.columns ?? []
    return {
      ...table,
      columns: table.columns.map((column) => ({ ...mentionsOf(known.find(({ name }) => name === column.name)), ...column })),
    }
  })
}

const mentionsOf = ({ slugs, fields }: Partial<ColumnSpec> = {}): Partial<ColumnSpec> => ({
  ...(slugs !== undefined && { slugs }),
  ...(fields !== undefined && { fields }),
})

function outlinedColumn(column: ColumnSpec, others: readonly ColumnSpec[]): ColumnSpec {
  const other = others.find(({ name }) => name === column.name)
  return column.holds || !other?.holds ? column : { ...column, holds: other.holds }
}
