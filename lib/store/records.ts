/** Our own tables: their descriptions, and the statements that read, insert, change and delete their rows. */

import type { Kind } from '../../schema/model.ts'
import { Computed, type Condition, conditionSql, count, type RowFilter, type Value, Writer } from './conditions.ts'
import type { Dialect, Row } from './contract.ts'
import type { IndexSpec } from './index-spec.ts'
import { onlyRow } from './only-row.ts'
import type { Store } from './store.ts'
import type { ColumnSpec, TableSpec } from './tables.ts'
import type { Statement } from './write-set.ts'

export interface Selection<Name extends string> {
  /** @default every column */
  columns?: readonly Name[] | { readonly [as: string]: Name | Computed }
  /** Descending with `-`. */
  sort?: readonly (Name | `-${Name}`)[]
  /** Columns, or names given to computed ones. */
  groupBy?: readonly string[]
  having?: Condition
  limit?: number
  offset?: number
  distinct?: boolean
  /** Locks the rows until the transaction ends. */
  lock?: boolean
  /** A replica may answer, which may lag behind. For `find` and `first`. */
  fromReplica?: boolean
}

type Values<Name extends string> = { readonly [One in Name]?: Value | Computed }

type Returning<Name extends string> = readonly Name[] | '*'

export interface Insertion<Name extends string> {
  /** What happens if there is a row with the same values in the `unique` columns. */
  onConflict?: {
    unique: readonly Name[]
    /** The columns of that row that take the new value. If there are none, nothing happens. */
    change: readonly Name[]
    /** Changes the row only if it meets this condition. */
    where?: RowFilter<Name>
  }
  returning?: Returning<Name>
  /** Names the row, so that later statements of a write set can refer to it. */
  as?: string
}

/** One of galley's own tables, whose columns are known by name. */
export class OwnTable<Name extends string> {
  readonly spec: TableSpec

  constructor(spec: TableSpec) {
    this.spec = spec
  }

  in(store: Store): Rows<Name> {
    return new Rows(this.spec.name, store)
  }
}

export const ownTable = <const Column extends ColumnSpec>(spec: {
  name: string
  was?: string
  columns: readonly Column[]
  indexes: readonly IndexSpec[]
}): OwnTable<Column['name']> => new OwnTable({ ...spec, columns: [...spec.columns], indexes: [...spec.indexes] })

export type RowsOf<Table> = Table extends OwnTable<infer Name> ? Rows<Name> : never

/** The rows of a table in one database. What its methods return is run by the store, alone or as part of a write set. */
export class Rows<Name extends string> {
  readonly #store: Store
  readonly #dialect: Dialect
  readonly #table: string

  constructor(table: string, store: Store) {
    this.#store = store
    this.#dialect = store.dialect
    this.#table = this.#dialect.table(table)
  }

  /** Reads at once. */
  find(where: RowFilter<Name>, selection?: Selection<Name>): Promise<Row[]> {
    return this.#store.rows(this.select(where, selection), !selection?.fromReplica)
  }

  async first(where: RowFilter<Name>, selection?: Selection<Name>): Promise<Row | undefined> {
    return (await this.find(where, selection))[0]
  }

  async count(where: RowFilter<Name>, selection?: Pick<Selection<Name>, 'fromReplica'>): Promise<number> {
    return Number((await this.totals(where, { ...selection, columns: { n: count() } }))['n'])
  }

  /** The row of a selection whose columns are all computed from several rows. */
  async totals(where: RowFilter<Name>, selection: Selection<Name>): Promise<Row> {
    return onlyRow(await this.find(where, selection))
  }

  /** Like `find`, for a statement that goes through a large table: it never delays requests. */
  findLong(where: RowFilter<Name>, selection?: Selection<Name>): Promise<Row[]> {
    const statement = this.select(where, selection)
    return this.#store.readLong(this.#dialect.native(statement.sql), statement.values)
  }

  select(where: RowFilter<Name>, selection: Selection<Name> = {}): Statement {
    const { quote: q, forUpdate } = this.#dialect
    const writer = new Writer(this.#dialect, this.#table)
    const { columns, sort = [], groupBy = [], having, limit, offset, distinct, lock } = selection
    const parts = [`select ${distinct ? 'distinct ' : ''}${columnsSql(columns, writer)} from ${this.#table}${whereSql(where, writer)}`]
    if (groupBy.length > 0) parts.push(`group by ${groupBy.map(q).join(', ')}`)
    if (having) parts.push(`having ${having.written(writer)}`)
    if (sort.length > 0)
      parts.push(`order by ${sort.map((name) => (name.startsWith('-') ? `${q(name.slice(1))} desc` : q(name))).join(', ')}`)
    if (limit !== undefined) parts.push(`limit ${writer.put(limit)}`)
    if (offset !== undefined) parts.push(`offset ${writer.put(offset)}`)
    return { kind: 'select', sql: parts.join(' ') + (lock ? forUpdate : ''), values: writer.values }
  }

  insert(row: Values<Name>, { onConflict, returning, as }: Insertion<Name> = {}): Statement {
    const writer = new Writer(this.#dialect, this.#table)
    const columns = Object.keys(row).map(this.#dialect.quote)
    const values = Object.entries<Value | Computed | undefined>(row).map(([name, value]) => valueSql(name, value, writer))
    const sql = `insert into ${this.#table} (${columns.join(', ')}) values (${values.join(', ')})`
    return {
      kind: 'insert',
      sql: onConflict ? sql + this.#conflictSql(onConflict, writer) : sql,
      ...this.#end(writer, returning),
      ...(!onConflict && { into: this.#table }),
      ...(as !== undefined && { as }),
    }
  }

  update(where: RowFilter<Name>, change: Values<Name>, returning?: Returning<Name>): Statement {
    const writer = new Writer(this.#dialect, this.#table)
    const set = Object.entries<Value | Computed | undefined>(change).map(
      ([name, value]) => `${this.#dialect.quote(name)} = ${valueSql(name, value, writer)}`,
    )
    const sql = `update ${this.#table} set ${set.join(', ')}${whereSql(where, writer)}`
    return { kind: 'update', sql, ...this.#end(writer, returning) }
  }

  /** Changes many rows at once, each found by its id. `kinds`: those of the columns that change. */
  updateEach<Changed extends Name>(
    kinds: { readonly [One in Changed]: Kind },
    rows: readonly ({ readonly id: number } & { readonly [One in NoInfer<Changed>]?: unknown })[],
  ): Statement {
    const { quote: q } = this.#dialect
    const columns = Object.entries<Kind>({ ...kinds, id: 'id' }).map(([name, kind]) => ({ name, kind }))
    const set = Object.keys(kinds).map((name) => `${q(name)} = given.${q(name)}`)
    const list = rows.map((row) => columns.map(({ name }) => row[name as Changed]))
    return {
      kind: 'update',
      sql: `update ${this.#table} as stored set ${set.join(', ')} from ${this.#dialect.rows('given', columns)} where stored.${q('id')} = given.${q('id')}`,
      values: [JSON.stringify(list)],
    }
  }

  /** Sets a column of every row to multiples of `step`, in the order that it had; rows with the same value by descending id. */
  renumber(column: Name, step: number): Statement {
    const { quote: q } = this.#dialect
    const ranked = `select ${q('id')}, row_number() over (order by ${q(column)}, ${q('id')} desc) as n from ${this.#table}`
    const place = `select ranked.n * ${step} from (${ranked}) as ranked where ranked.${q('id')} = ${this.#table}.${q('id')}`
    return { kind: 'update', sql: `update ${this.#table} set ${q(column)} = (${place})`, values: [] }
  }

  delete(where: RowFilter<Name>, returning?: Returning<Name>): Statement {
    const writer = new Writer(this.#dialect, this.#table)
    const sql = `delete from ${this.#table}${whereSql(where, writer)}`
    return { kind: 'delete', sql, ...this.#end(writer, returning) }
  }

  #conflictSql({ unique, change, where = {} }: NonNullable<Insertion<Name>['onConflict']>, writer: Writer): string {
    const { quote: q } = this.#dialect
    const clash = ` on conflict (${unique.map(q).join(', ')}) do`
    if (change.length === 0) return `${clash} nothing`
    const set = change.map((name) => `${q(name)} = excluded.${q(name)}`).join(', ')
    return `${clash} update set ${set}${whereSql(where, writer.qualified())}`
  }

  #end({ values }: Writer, returning: Returning<Name> | undefined): Pick<Statement, 'values' | 'returning'> {
    if (returning === undefined) return { values }
    return { values, returning: returning === '*' ? '*' : returning.map(this.#dialect.quote).join(', ') }
  }
}

/** A lock that is held until the transaction ends, in every process. No statement where there is only one writer anyway. */
export function lock({ dialect }: Store, name: string): Statement[] {
  const sql = dialect.lock(name)
  return sql === undefined ? [] : [{ kind: 'select', sql, values: [] }]
}

function whereSql(where: RowFilter<string>, writer: Writer): string {
  const condition = conditionSql(where, writer)
  return condition === '' ? '' : ` where ${condition}`
}

function valueSql(name: string, value: Value | Computed | undefined, writer: Writer): string {
  if (value === undefined) throw new TypeError(`the column ${name} has no value`)
  return value instanceof Computed ? value.written(writer.column(name), writer) : writer.put(value)
}

function columnsSql(columns: Selection<string>['columns'], writer: Writer): string {
  if (columns === undefined) return '*'
  if (isList(columns)) return columns.map((name) => writer.column(name)).join(', ')
  return Object.entries(columns)
    .map(([as, from]) => `${from instanceof Computed ? from.written('', writer) : writer.column(from)} as ${writer.dialect.quote(as)}`)
    .join(', ')
}

const isList = (columns: NonNullable<Selection<string>['columns']>): columns is readonly string[] => Array.isArray(columns)
