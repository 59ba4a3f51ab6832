/** Converts large tables in batches before their plan, so that writes continue. An interrupted conversion resumes where it stopped. */

import { setTimeout } from 'node:timers/promises'
import { SHAPE } from '../store/columns.ts'
import type { Ask, Connection, Dialect } from '../store/contract.ts'
import { onlyRow } from '../store/only-row.ts'
import type { Store } from '../store/store.ts'
import { writeRows } from './carry.ts'
import type { Applied, SchemaChange } from './changes.ts'
import { type Conversion, conversionsOf } from './conversions.ts'
import { statementsFor } from './ddl.ts'
import { appliedTo, forgetModel, readModel, saveModel } from './model-table.ts'

/** Tables with fewer rows are converted in the plan's transaction, which is fast enough not to be noticed. */
export const MANY = 5000
/** Rows converted per transaction, during which a writer may have to wait. */
const BATCH = 500
/** The key in `$model` for conversions in progress, and the table of rows that changed after they were converted. */
const BEGUN = 'converting'
const NOTES = '$converting'

/** A conversion in progress. */
interface Begun {
  n: number
  key: string
  /** The table whose rows are converted. */
  table: string
  /** The converted values are stored in a separate table, not in a column next to the old ones. */
  isApart?: true
  /** The id of the last converted row. */
  last: number
  /** All existing rows have been converted; rows that change from now on are noted. */
  isThrough: boolean
  /** A plan has taken over its values. */
  isOver?: true
}

interface BatchingOptions {
  /** Runs `work` in a transaction that holds the migration lock, and waits for tables in short turns. */
  locked<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  applied(connection: Connection): Promise<Applied>
  /** The number of rows from which a table is converted in batches. */
  many: number
}

export class BatchedConversions {
  readonly #store: Store
  readonly #options: BatchingOptions
  /** Called after each batch with the number of rows so far. If it throws, the conversion stops, and resumes the next time. */
  onBatch: (rows: number) => void = () => undefined

  constructor(store: Store, options: BatchingOptions) {
    this.#store = store
    this.#options = options
  }

  /** Marks each change of a plan whose values are all converted in batches, and whether an earlier process began the conversion. */
  async mark(changes: readonly SchemaChange[], ask: Ask): Promise<void> {
    const large = await this.#large(changes, ask)
    if (large.length === 0) return
    const begun = await this.#begun(ask)
    for (const change of changes) {
      // The plan itself merges parked values into live rows.
      if (change.do === 'merge') continue
      const own = large.filter((one) => one.changes.includes(change))
      if (own.length > 0 && own.every(({ isAlone }) => isAlone))
        change.inBatches = own.some((one) => beginningOf(one, begun)) ? 'again' : 'first'
    }
  }

  /** Converts the values of a plan before it runs. Discards conversions that were begun for another plan. */
  async prepare(planFor: (applied: Applied) => readonly SchemaChange[]): Promise<void> {
    const ask: Ask = (sql, values) => this.#store.read(sql, values, true)
    const plan = planFor(await appliedTo(this.#store))
    if ((await this.#suitable(plan, ask)).length === 0 && (await this.#begun(ask)).length === 0) return
    const wanted = await this.#options.locked(async (connection) => {
      const askLocked: Ask = (sql, values) => connection.all(sql, values)
      const suitable = await this.#suitable(planFor(await this.#options.applied(connection)), askLocked)
      await this.#begin(suitable, connection)
      return suitable
    })
    for (const conversion of wanted) await this.#convert(conversion)
    // Rows that changed in the first conversions while the last ones were running.
    for (const conversion of wanted.slice(0, -1)) await this.#convert(conversion)
  }

  /** Runs first in a plan's transaction: takes over the plan's finished conversions and discards all others. */
  async take(changes: readonly SchemaChange[], connection: Connection): Promise<void> {
    const ask: Ask = (sql, values) => connection.all(sql, values)
    const { dialect } = this.#store
    const begun = await this.#begun(ask)
    if (begun.length === 0) return
    const conversions = conversionsOf(changes, dialect, await ask(dialect.catalogue, []))
    const ready = conversions.flatMap((conversion) => {
      const one = beginningOf(conversion, begun)
      return one?.isThrough ? [{ conversion, one }] : []
    })
    const versions = ready.filter(({ conversion }) => conversion.where === 'versions')
    // Do most of these first, while no locks keep others waiting.
    for (const { conversion, one } of versions) await this.#takeVersions(conversion, one, connection)
    // With several processes, this locks other writers out of these tables. The versions table, which all entities share, stays writable.
    const others = begun.filter((one) => !one.isOver && !versions.some((taken) => taken.one === one))
    for (const { table, n } of others) for (const sql of dialect.notNoting(table, n)) await connection.all(sql)
    for (const { conversion, one } of versions) await this.#takeVersions(conversion, one, connection)
    const taken = ready.filter(({ one }) => others.includes(one))
    for (const { conversion, one } of taken) {
      while ((await this.#again(conversion, one, connection)) > 0);
      await this.#takeOver(conversion, one, connection)
    }
    for (const { conversion } of ready)
      for (const change of conversion.changes) change.converted = [...(change.converted ?? []), conversion.where]
    const isTaken = (one: Begun) => taken.some((other) => other.one === one && !one.isApart)
    for (const one of others) if (!isTaken(one)) await this.#forget(one, connection)
    const left = begun.filter((one) => !others.includes(one)).map((one) => ({ ...one, isOver: true as const }))
    await this.#save(left, connection)
  }

  /** Runs after a plan's transaction: removes what is left of its version conversions, whose table others write to. */
  async clear(): Promise<void> {
    if (!(await this.#begun((sql, values) => this.#store.read(sql, values, true))).some(({ isOver }) => isOver)) return
    await this.#options.locked(async (connection) => {
      const begun = await this.#begun((sql, values) => connection.all(sql, values))
      for (const one of begun) if (one.isOver) await this.#giveUp(one, connection)
      await this.#save(
        begun.filter(({ isOver }) => !isOver),
        connection,
      )
    })
  }

  async #begin(wanted: readonly Conversion[], connection: Connection): Promise<void> {
    const { dialect } = this.#store
    const { table, quote: q, columnType } = dialect
    const known = await this.#begun((sql, values) => connection.all(sql, values))
    const begun = known.filter((one) => wanted.some((conversion) => beginningOf(conversion, [one])))
    for (const one of known) if (!begun.includes(one)) await this.#giveUp(one, connection)
    if (wanted.length > 0)
      await connection.all(
        `create table if not exists ${table(NOTES)} (${q('n')} ${columnType('id')} not null, ${q('id')} ${columnType('id')} not null)`,
      )
    for (const conversion of wanted) {
      if (beginningOf(conversion, begun)) continue
      const n = Math.max(0, ...known.map((one) => one.n), ...begun.map((one) => one.n)) + 1
      const { table: of, column, where, to, key } = conversion
      await connection.all(
        where === 'live'
          ? `alter table ${table(of)} add column ${q(preparedAs(n))} ${columnType(to)}`
          : `create table ${table(preparedAs(n))} (${q('id')} ${columnType('id')} primary key, ${q('value')} ${columnType(to)})`,
      )
      // Versions never change.
      for (const sql of dialect.noting(of, where === 'versions' ? undefined : column, NOTES, n)) await connection.all(sql)
      begun.push({ n, key, table: of, ...(where !== 'live' && { isApart: true }), last: 0, isThrough: false })
    }
    await this.#save(begun, connection)
  }

  /** Pauses for two thirds of the time: a database with a single writer needs gaps between batches for other writers. */
  async #convert(conversion: Conversion): Promise<void> {
    for (let [isOver, rows] = [false, 0]; !isOver; ) {
      const since = performance.now()
      isOver = await this.#store.atomically((connection) => this.#batch(conversion, connection))
      rows += BATCH
      this.onBatch(rows)
      if (!isOver) await setTimeout(2 * (performance.now() - since))
    }
  }

  /** Returns whether nothing is left to do. */
  async #batch(conversion: Conversion, connection: Connection): Promise<boolean> {
    const { dialect } = this.#store
    const lock = dialect.lock('migrate')
    if (lock) await connection.all(lock)
    const begun = await this.#begun((sql, values) => connection.all(sql, values))
    const one = beginningOf(conversion, begun)
    // Another process has applied the plan.
    if (!one) return true
    if (one.isThrough) return (await this.#again(conversion, one, connection)) < BATCH
    const { native, table, quote: q } = dialect
    const { condition, bound } = this.#concerned(conversion)
    const page = native(
      `select ${q('id')} as "id" from ${table(one.table)} where ${q('id')} > ? and ${condition} order by ${q('id')} limit ${BATCH}`,
    )
    const ids = (await connection.all(page, [one.last, ...bound])).map((row) => Number(row['id']))
    await this.#convertRows(conversion, one, ids, connection)
    const after = { ...one, last: ids.at(-1) ?? one.last, isThrough: ids.length < BATCH }
    await this.#save(
      begun.map((other) => (other === one ? after : other)),
      connection,
    )
    return false
  }

  /** Converts rows that changed after they were converted; returns how many. */
  async #again(conversion: Conversion, one: Begun, connection: Connection): Promise<number> {
    const { native, table, quote: q } = this.#store.dialect
    const noted = native(`select distinct ${q('id')} as "id" from ${table(NOTES)} where ${q('n')} = ? order by ${q('id')} limit ${BATCH}`)
    const ids = (await connection.all(noted, [one.n])).map((row) => Number(row['id']))
    if (ids.length === 0) return 0
    await connection.all(native(`delete from ${table(NOTES)} where ${q('n')} = ? and ${q('id')} in (${marks(ids)})`), [one.n, ...ids])
    await this.#convertRows(conversion, one, ids, connection)
    return ids.length
  }

  async #convertRows(conversion: Conversion, one: Begun, ids: readonly number[], connection: Connection): Promise<void> {
    if (ids.length === 0) return
    if (one.isApart) await this.#convertApart(conversion, one, ids, connection)
    else await this.#convertBeside(conversion, one, ids, connection)
  }

  /** Skips rows that others have locked and notes them for later: waiting for them could cause a deadlock. */
  async #convertBeside(conversion: Conversion, one: Begun, ids: readonly number[], connection: Connection): Promise<void> {
    const { dialect } = this.#store
    const { native, table, quote: q, forUpdate } = dialect
    const unheld = forUpdate === '' ? '' : `${forUpdate} skip locked`
    const rows = await this.#valuesOf(conversion, ids, connection, unheld)
    const name = preparedAs(one.n)
    const made = rows.map(({ id, value }) => ({ id, changed: conversion.convert(value) }))
    await writeRows(
      { table: one.table },
      made.flatMap(({ id, changed }) =>
        changed ? [{ id, columns: [{ name, kind: conversion.to }], values: { [name]: changed.value } }] : [],
      ),
      connection,
      dialect,
    )
    const same = made.flatMap(({ id, changed }) => (changed ? [] : [id]))
    const copy = `update ${table(one.table)} set ${q(name)} = ${q(conversion.column)} where ${q('id')} in (${marks(same)})`
    if (same.length > 0) await connection.all(native(copy), same)
    const there = new Set(rows.map(({ id }) => id))
    const note = native(`insert into ${table(NOTES)} (${q('n')}, ${q('id')}) values (?, ?)`)
    if (unheld !== '') for (const id of ids) if (!there.has(id)) await connection.all(note, [one.n, id])
  }

  /** Stores only the values that change. A value that is being written right now is noted once it is committed. */
  async #convertApart(conversion: Conversion, one: Begun, ids: readonly number[], connection: Connection): Promise<void> {
    const { native, table, quote: q, rows: listed } = this.#store.dialect
    const apart = table(preparedAs(one.n))
    await connection.all(native(`delete from ${apart} where ${q('id')} in (${marks(ids)})`), ids)
    const made = (await this.#valuesOf(conversion, ids, connection)).flatMap(({ id, value }) => {
      const changed = conversion.convert(value)
      return changed ? [[id, JSON.stringify(changed.value)]] : []
    })
    if (made.length === 0) return
    const written = listed('written', [
      { name: 'id', kind: 'id' },
      { name: 'value', kind: conversion.to },
    ])
    const names = `${q('id')}, ${q('value')}`
    await connection.all(native(`insert into ${apart} (${names}) select ${names} from ${written}`), [JSON.stringify(made)])
  }

  async #valuesOf(
    conversion: Conversion,
    ids: readonly number[],
    connection: Connection,
    unheld = '',
  ): Promise<{ id: number; value: unknown }[]> {
    const { native, table, quote: q } = this.#store.dialect
    const { condition, bound } = this.#concerned(conversion)
    const sql = `select ${q('id')} as "id", ${q(conversion.column)} as "value" from ${table(conversion.table)} where ${q('id')} in (${marks(ids)}) and ${condition} order by ${q('id')}${unheld}`
    const rows = await connection.all(native(sql), [...ids, ...bound])
    return rows.map((row) => ({ id: Number(row['id']), value: row['value'] }))
  }

  /** The condition that selects a conversion's rows. */
  #concerned({ column, where, entity }: Conversion): { condition: string; bound: unknown[] } {
    const { quote: q } = this.#store.dialect
    if (entity !== undefined) return { condition: `${q('entity')} = ?`, bound: [entity] }
    return { condition: where === 'live' ? 'true' : `${q(column)} is not null`, bound: [] }
  }

  async #takeVersions(conversion: Conversion, one: Begun, connection: Connection): Promise<void> {
    while ((await this.#again(conversion, one, connection)) > 0);
    await this.#takeOver(conversion, one, connection)
    await connection.all(`delete from ${this.#store.dialect.table(preparedAs(one.n))}`)
  }

  /** Replaces the former values with the converted ones. A field conversion keeps the former values. */
  async #takeOver(conversion: Conversion, one: Begun, connection: Connection): Promise<void> {
    const { dialect } = this.#store
    const { quote: q } = dialect
    const { column, to, changes } = conversion
    const table = dialect.table(one.table)
    const prepared = q(preparedAs(one.n))
    if (one.isApart) {
      const apart = dialect.table(preparedAs(one.n))
      await connection.all(
        `update ${table} as stored set ${q(column)} = made.${q('value')} from ${apart} as made where made.${q('id')} = stored.${q('id')}`,
      )
      return
    }
    const [convert] = changes.filter((change) => change.do === 'convert')
    if (convert) convert.prepared = preparedAs(one.n)
    else {
      await connection.all(`alter table ${table} drop column ${q(column)}`)
      await connection.all(`alter table ${table} rename column ${prepared} to ${q(column)}`)
    }
    if (to === 'json' || convert?.from === 'json') await this.#forgetStamps(one.table, connection)
  }

  /** The stamp records the form of the JSON before the conversion. Dropping and re-adding the column clears all stamps at once. */
  async #forgetStamps(table: string, connection: Connection): Promise<void> {
    const { dialect } = this.#store
    if (!(await this.#isThere(table, SHAPE, connection))) return
    await connection.all(`alter table ${dialect.table(table)} drop column ${dialect.quote(SHAPE)}`)
    const column = { name: SHAPE, kind: 'text' as const, filled: "''" }
    for (const sql of statementsFor({ do: 'addColumn', table, column }, dialect)) await connection.all(sql)
  }

  async #giveUp(one: Begun, connection: Connection): Promise<void> {
    for (const sql of this.#store.dialect.notNoting(one.table, one.n)) await connection.all(sql)
    await this.#forget(one, connection)
  }

  async #forget({ table, n, isApart }: Begun, connection: Connection): Promise<void> {
    const { dialect } = this.#store
    const name = preparedAs(n)
    if (isApart) await connection.all(`drop table if exists ${dialect.table(name)}`)
    else if (await this.#isThere(table, name, connection))
      await connection.all(`alter table ${dialect.table(table)} drop column ${dialect.quote(name)}`)
  }

  async #isThere(table: string, column: string, connection: Connection): Promise<boolean> {
    const { catalogue, bare } = this.#store.dialect
    return (await connection.all(catalogue)).some((row) => row['table'] === bare(table) && row['column'] === column)
  }

  /** Leaves values that become relations to the plan, because they depend on other documents. */
  async #suitable(changes: readonly SchemaChange[], ask: Ask): Promise<Conversion[]> {
    return (await this.#large(changes, ask)).filter(({ isAlone }) => isAlone)
  }

  async #large(changes: readonly SchemaChange[], ask: Ask): Promise<Conversion[]> {
    if (changes.length === 0) return []
    const { dialect } = this.#store
    const { native, table, quote: q, catalogue } = dialect
    const large: Conversion[] = []
    for (const conversion of conversionsOf(changes, dialect, await ask(catalogue, []))) {
      const { condition, bound } = this.#concerned(conversion)
      const some = `select 1 from ${table(conversion.table)} where ${condition} limit ${this.#options.many}`
      const row = onlyRow(await ask(native(`select count(*) as ${q('n')} from (${some}) some_rows`), bound))
      if (Number(row['n']) >= this.#options.many) large.push(conversion)
    }
    return large
  }

  async #begun(ask: Ask): Promise<Begun[]> {
    const { catalogue, bare } = this.#store.dialect
    if (!(await ask(catalogue, [])).some((row) => row['table'] === bare(NOTES))) return []
    return (await readModel(BEGUN, ask, this.#store.dialect)) ?? []
  }

  async #save(begun: readonly Begun[], connection: Connection): Promise<void> {
    const { dialect } = this.#store
    if (begun.length > 0) return saveModel(BEGUN, begun, connection, dialect)
    await connection.all(`drop table if exists ${dialect.table(NOTES)}`)
    await forgetModel(BEGUN, connection, dialect)
  }
}

/** Runs after the statements of a migration file, which added an empty column. */
export function usingPrepared(change: SchemaChange, { table, quote: q }: Dialect): string[] {
  if (change.do !== 'convert' || change.prepared === undefined) return []
  return [
    `alter table ${table(change.table)} drop column ${q(change.column.name)}`,
    `alter table ${table(change.table)} rename column ${q(change.prepared)} to ${q(change.column.name)}`,
  ]
}

/** The column or table that holds the converted values until the plan runs. */
const preparedAs = (n: number): string => `$converted$${n}`

const beginningOf = ({ key }: Conversion, begun: readonly Begun[]): Begun | undefined => begun.find((one) => one.key === key && !one.isOver)

const marks = (ids: readonly number[]): string => ids.map(() => '?').join(', ')
