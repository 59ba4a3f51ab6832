/** Query plans: each shape of query is compiled once with Knex. Values stay outside, so later requests of that shape only bind them. */

import type { Knex } from 'knex'
import { derived } from '../../schema/derived.ts'
import type { Entity, Field, Kind } from '../../schema/model.ts'
import { builderFor } from '../store/builder.ts'
import { columnsOf, leaves, REV, SCOPE, SHAPE } from '../store/columns.ts'
import type { Dialect, Query, RowsById } from '../store/contract.ts'
import { filterSql, visibleColumn } from '../store/filter-sql.ts'
import type { IndexSpec } from '../store/index-spec.ts'
import type { Tally } from '../store/tally.ts'
import { type Bounds, boundsOf } from './bounded.ts'
import { shapeOf, withList } from './filter.ts'
import type { Join, PlannedQuery } from './planned-query.ts'
import { type UnindexedList, unindexedList } from './unindexed.ts'

/** The statement that returns the rows. */
export interface Plan extends Query {
  bounds: Bounds
  /** Counts the filter's matches. */
  count?: Query
  /** Why a page reads more documents than it returns. */
  unindexed?: UnindexedList
}

/** The indexes and kept totals of a table. */
interface TableFacts {
  indexes(entity: Entity): readonly IndexSpec[]
  tally(entity: Entity): Tally | undefined
}

export const TOTAL = '$total'

const KEPT = 3000

export class Plans {
  readonly dialect: Dialect
  readonly #knex: Knex
  readonly #plans = new Map<string, Plan>()
  readonly #facts: TableFacts

  constructor(dialect: Dialect, facts: TableFacts) {
    this.dialect = dialect
    this.#knex = builderFor(dialect)
    this.#facts = facts
  }

  /** The plan with its key, and the values of its filter. */
  take(query: PlannedQuery): { plan: Plan; key: string; values: unknown[] } {
    const values: unknown[] = []
    const key = keyOf(query, values)
    let plan = this.#plans.get(key)
    if (!plan) {
      const [oldest] = this.#plans.size >= KEPT ? this.#plans.keys() : []
      if (oldest !== undefined) this.#plans.delete(oldest)
      plan = this.#compile(query)
      this.#plans.set(key, plan)
    }
    return { plan, key, values }
  }

  get size(): number {
    return this.#plans.size
  }

  #compile(query: PlannedQuery): Plan {
    const { sql, count } = this.#statements(query)
    const { timeCheck } = this.dialect
    const checked = timeCheck && this.#statements(query, timeCheck)
    const indexes = query.page ? this.#facts.indexes(query.entity) : []
    const unindexed = query.page && unindexedList(query, indexes, this.#facts.tally(query.entity))
    const known = { bounds: boundsOf(query, indexes), ...(unindexed && { unindexed }) }
    const inTime = (statement: string | undefined) => statement !== undefined && { checked: statement }
    const many = this.#many(query)
    return {
      sql,
      ...inTime(checked?.sql),
      ...(many && { many }),
      ...known,
      ...(count !== undefined && { count: { sql: count, ...inTime(checked?.count) } }),
    }
  }

  /** The same rows by a list of ids. */
  #many(query: PlannedQuery): RowsById | undefined {
    const list = Symbol('the list')
    const filter = withList(query.filter, list)
    if (!filter || query.page || !query.columns.includes('id')) return undefined
    const values: unknown[] = []
    keyOf({ ...query, filter }, values)
    return { sql: this.#statements({ ...query, filter }).sql, at: values.indexOf(list) }
  }

  #statements(
    { entity, filter, sorting, columns, page, total, joins = [] }: PlannedQuery,
    timeCheck?: Dialect['timeCheck'],
  ): { sql: string; count?: string } {
    const { dialect } = this
    const table = this.#knex.raw(`${dialect.table(entity.slug)} as t`) as unknown as string
    const where = filterSql(filter, dialect, 't', timeCheck)
    const column = (name: string) => this.#column(entity, 't', name)
    const matching = () => this.#knex.from(table).whereRaw(where)
    const print = (query: Knex.QueryBuilder, end = '') => dialect.native(query.toSQL().sql + end)
    const rows = columns.map(column)
    if (!page) return { sql: print(joins.reduce((query, join) => this.#join(entity, query, join), matching().select(rows))) }
    if (!sorting) throw new Error(`A page of ${entity.slug} needs an order`)
    const counting = matching().select(this.#knex.raw('count(*) as n'))
    if (total) {
      const sql = total === 'kept' ? dialect.keptTotal : `(${counting.toSQL().sql})`
      rows.push(this.#knex.raw(`${sql} as ${dialect.quote(TOTAL)}`))
    }
    const count = print(counting)
    const ordered = matching().orderByRaw(sorting.sql)
    if (page === 'straight') return { sql: print(ordered.select(rows), LIMIT), count }
    const ids = ordered.select(column('id')).toSQL().sql + LIMIT
    const late = this.#knex
      .from(table)
      .joinRaw(`join (${ids}) as k on k.${dialect.quote('id')} = t.${dialect.quote('id')}`)
      .orderByRaw(sorting.sql)
    return { sql: print(late.select(rows)), count }
  }

  /** A column in the form that the entity is read in. */
  #column(entity: Entity, alias: string, name: string, as = name): Knex.Raw {
    const sql = this.#visible(entity, alias, name)
    return this.#knex.raw(fallbacksOf(entity).has(name) || as !== name ? `${sql} as ${this.dialect.quote(as)}` : sql)
  }

  #visible(entity: Entity, alias: string, name: string): string {
    const of = (one: string) => `${alias}.${this.dialect.quote(one)}`
    const from = fallbacksOf(entity).get(name)
    return from ? visibleColumn(of(name), of(from.fallback), from.kind, this.dialect) : of(name)
  }

  #join(from: Entity, query: Knex.QueryBuilder, { entity, column, alias, columns, rule }: Join): Knex.QueryBuilder {
    const { quote, table } = this.dialect
    const on = `${alias}.${quote('id')} = ${this.#visible(from, 't', column)} and ${filterSql(rule, this.dialect, alias)}`
    return query
      .joinRaw(`left join ${table(entity.slug)} as ${alias} on ${on}`)
      .select(columns.map((name) => this.#column(entity, alias, name, `${alias}.${name}`)))
  }
}

/** The key of a query's plan. Adds the values of its filters, in the order in which they are bound. */
function keyOf({ columnsKey, joins, filter, sorting, page, total }: PlannedQuery, values: unknown[]): string {
  let key = columnsKey
  if (joins) for (const join of joins) key += ` ${shapeOf(join.rule, values)}`
  key += ` ${shapeOf(filter, values)}`
  return sorting ? `${key} ${sorting.key} ${page} ${total}` : key
}

/** The columns of a form with a fallback for empty values. */
const fallbacksOf = derived(
  (entity: Entity): ReadonlyMap<string, { kind: Kind; fallback: string }> =>
    new Map(columnsOf(entity).flatMap(({ name, kind, fallback }) => (fallback === undefined ? [] : [[name, { kind, fallback }]]))),
)

const LIMIT = ' limit ? offset ?'

/** Our own columns, which are part of every row. */
function systemColumns(entity: Entity): string[] {
  return ['id', ...(entity.kind === 'global' ? [SCOPE] : []), 'created_at', 'updated_at', REV, SHAPE]
}

export function allColumns(entity: Entity): string[] {
  return [...systemColumns(entity), ...columnsOf(entity).map((column) => column.name)]
}

export const nameOf = ({ slug, form }: Entity) => (form === undefined ? slug : `${slug} in ${form}`)

/** The column of the ids, and its cache key for plans. */
export const idsOf = (entity: Entity) => ({ columns: ['id'], columnsKey: `${nameOf(entity)} id` })

/** The columns to read for a row, and their cache key for plans. */
export function columnsFor(
  entity: Entity,
  {
    printer,
    overlay,
    fields,
  }: {
    printer: { columns: readonly string[]; key: string } | undefined
    overlay: { columns: readonly string[] } | undefined
    fields: readonly Field[]
  },
) {
  const isWhole = fields === entity.fields
  const names = isWhole || printer ? [] : fields.map(({ name }) => name)
  const columns =
    printer?.columns ?? (isWhole ? allColumns(entity) : [...systemColumns(entity), ...fields.flatMap(leaves).map(({ name }) => name)])
  const key = printer?.key ?? (isWhole ? nameOf(entity) : `${nameOf(entity)} ${names.join()}`)
  return overlay && overlay.columns.length > 0
    ? { columns: [...new Set([...columns, ...systemColumns(entity), ...overlay.columns])], columnsKey: `${key} ${overlay.columns.join()}` }
    : { columns, columnsKey: key }
}
