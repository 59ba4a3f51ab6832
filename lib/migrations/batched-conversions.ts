/** Conversions of large tables, a batch at a time before their plan: others go on writing meanwhile, and the transaction of the plan only renames columns. What an interrupted process converted stays, and the next one goes on from there. */
import { setTimeout } from 'node:timers/promises'
import type { Kind } from '../../schema/model.ts'
import type { Ask, Connection, Dialect, Row } from '../store/contract.ts'
import { hasRelation, type Outline } from '../store/outline.ts'
import type { Store } from '../store/store.ts'
import { placeBefore } from './affected.ts'
import { writeRows } from './carry.ts'
import { type Applied, type Change, heldBefore, heldIn } from './changes.ts'
import { appliedTo, forgetModel, readModel, saveModel } from './model-table.ts'
import { converted, fromColumn } from './values.ts'

/** Tables with fewer rows are converted in the transaction of the plan, faster than anybody notices. */
export const MANY = 5000
/** Rows that are converted while a writer may have to wait. */
const BATCH = 500
/** What is in `$model` of conversions that were begun, and the table of rows that got another value since they were converted. */
const BEGUN = 'converting'
const NOTES = '$converting'

type Convert = Extract<Change, { do: 'convert' }>

/** A conversion that was begun. */
interface Begun extends Conversion {
  n: number
  /** The last row that was converted. */
  last: number
  /** All rows that were there have been converted; others are noted. */
  isThrough: boolean
}

interface Conversion {
  table: string
  column: string
  from: Kind
  held: Outline
  to: Kind
  holds: Outline
  /** The name that the field has after the plan. */
  name: string
}

interface BatchingOptions {
  /** Runs in a transaction in which nobody else migrates, and waits for tables in short turns. */
  locked<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  applied(connection: Connection): Promise<Applied>
  /** From how many rows on. */
  many: number
}

export class BatchedConversions {
  readonly #store: Store
  readonly #options: BatchingOptions

  constructor(store: Store, options: BatchingOptions) {
    this.#store = store
    this.#options = options
  }

  /** Says at each conversion of a plan whether it is made in batches, and whether an earlier process began it. */
  async mark(changes: readonly Change[], ask: Ask): Promise<void> {
    if (!changes.some((change) => change.do === 'convert')) return
    const begun = await this.#begun(ask)
    for (const { change, conversion } of await this.#suitable(changes, ask))
      change.inBatches = begun.some((one) => isSame(one, conversion)) ? 'again' : 'first'
  }

  /** Converts beforehand what a plan converts. What was begun for another plan is given up. */
  async prepare(planFor: (applied: Applied) => readonly Change[]): Promise<void> {
    const ask: Ask = (sql, values) => this.#store.read(sql, values, true)
    const plan = planFor(await appliedTo(this.#store))
    if ((await this.#suitable(plan, ask)).length === 0 && (await this.#begun(ask)).length === 0) return
    const wanted = await this.#options.locked(async (connection) => {
      const asking: Ask = (sql, values) => connection.all(sql, values)
      const suitable = await this.#suitable(planFor(await this.#options.applied(connection)), asking)
      return this.#begin(
        suitable.map(({ conversion }) => conversion),
        connection,
      )
    })
    for (const conversion of wanted) await this.#convert(conversion)
  }

  /** First in the transaction of a plan: its conversions that are through say which column holds their values, and all others are given up. */
  async take(changes: readonly Change[], connection: Connection): Promise<void> {
    const ask: Ask = (sql, values) => connection.all(sql, values)
    const begun = await this.#begun(ask)
    if (begun.length === 0) return
    const { dialect } = this.#store
    // Where several processes write, nobody else writes to these tables from here on.
    for (const { table, n } of begun) for (const sql of dialect.notNoting(table, n)) await connection.all(sql)
    const conversions = changes.filter(isConvert).map((change) => ({ change, conversion: conversionOf(change, changes) }))
    const left: Begun[] = []
    for (const one of begun) {
      const found = conversions.find(({ conversion }) => isSame(one, conversion))
      if (!found || !one.isThrough) left.push(one)
      else {
        while ((await this.#again(one, connection)) > 0);
        found.change.prepared = preparedAs(one.n)
      }
    }
    for (const one of left) await this.#forget(one, connection)
    await connection.all(`drop table ${dialect.table(NOTES)}`)
    await forgetModel(BEGUN, connection, dialect)
  }

  async #begin(wanted: readonly Conversion[], connection: Connection): Promise<Begun[]> {
    const { dialect } = this.#store
    const known = await this.#begun((sql, values) => connection.all(sql, values))
    const begun = known.filter((one) => wanted.some((conversion) => isSame(one, conversion)))
    for (const one of known) {
      if (begun.includes(one)) continue
      for (const sql of dialect.notNoting(one.table, one.n)) await connection.all(sql)
      await this.#forget(one, connection)
    }
    if (wanted.length === 0) {
      if (known.length > 0) await connection.all(`drop table ${dialect.table(NOTES)}`)
      await forgetModel(BEGUN, connection, dialect)
      return []
    }
    const { table, quote: q, columnType } = dialect
    await connection.all(
      `create table if not exists ${table(NOTES)} (${q('n')} ${columnType('id')} not null, ${q('id')} ${columnType('id')} not null)`,
    )
    for (const conversion of wanted) {
      if (begun.some((one) => isSame(one, conversion))) continue
      const n = Math.max(0, ...known.map((one) => one.n), ...begun.map((one) => one.n)) + 1
      await connection.all(`alter table ${table(conversion.table)} add column ${q(preparedAs(n))} ${columnType(conversion.to)}`)
      for (const sql of dialect.noting(conversion.table, conversion.column, NOTES, n)) await connection.all(sql)
      begun.push({ ...conversion, n, last: 0, isThrough: false })
    }
    await saveModel(BEGUN, begun, connection, dialect)
    return begun
  }

  /** Others have two thirds of the time: where there is one writer at a time, they have to find a moment between two batches. */
  async #convert(conversion: Conversion): Promise<void> {
    for (let isOver = false; !isOver; ) {
      const since = performance.now()
      isOver = await this.#store.atomically((connection) => this.#batch(conversion, connection))
      if (!isOver) await setTimeout(2 * (performance.now() - since))
    }
  }

  /** Whether nothing is left to do. */
  async #batch(conversion: Conversion, connection: Connection): Promise<boolean> {
    const { dialect } = this.#store
    const lock = dialect.lock('migrate')
    if (lock) await connection.all(lock)
    const begun = await this.#begun((sql, values) => connection.all(sql, values))
    const one = begun.find((other) => isSame(other, conversion))
    // Another process has applied the plan.
    if (!one) return true
    if (one.isThrough) return (await this.#again(one, connection)) < BATCH
    const { native, table, quote: q } = dialect
    const page = native(`select ${q('id')} as "id" from ${table(one.table)} where ${q('id')} > ? order by ${q('id')} limit ${BATCH}`)
    const ids = (await connection.all(page, [one.last])).map((row) => Number(row['id']))
    await this.#convertRows(one, ids, connection)
    const after = { ...one, last: ids.at(-1) ?? one.last, isThrough: ids.length < BATCH }
    await saveModel(
      BEGUN,
      begun.map((other) => (other === one ? after : other)),
      connection,
      dialect,
    )
    return false
  }

  /** Converts rows that got another value since; how many they were. */
  async #again(one: Begun, connection: Connection): Promise<number> {
    const { native, table, quote: q } = this.#store.dialect
    const noted = native(`select distinct ${q('id')} as "id" from ${table(NOTES)} where ${q('n')} = ? order by ${q('id')} limit ${BATCH}`)
    const ids = (await connection.all(noted, [one.n])).map((row) => Number(row['id']))
    if (ids.length === 0) return 0
    const gone = `delete from ${table(NOTES)} where ${q('n')} = ? and ${q('id')} in (${ids.map(() => '?').join(', ')})`
    await connection.all(native(gone), [one.n, ...ids])
    await this.#convertRows(one, ids, connection)
    return ids.length
  }

  /** Rows that others hold at the moment are noted: whoever waits for them could be waited for. */
  async #convertRows(one: Begun, ids: readonly number[], connection: Connection): Promise<void> {
    if (ids.length === 0) return
    const { dialect } = this.#store
    const { native, table, quote: q, forUpdate } = dialect
    const unheld = forUpdate === '' ? '' : `${forUpdate} skip locked`
    const sql = `select ${q('id')} as "id", ${q(one.column)} as "value" from ${table(one.table)} where ${q('id')} in (${ids.map(() => '?').join(', ')}) order by ${q('id')}${unheld}`
    const rows = await connection.all(native(sql), ids)
    const columns = [{ name: preparedAs(one.n), kind: one.to }]
    await writeRows(
      { table: one.table },
      rows.map((row) => ({ id: row['id'], columns, values: { [preparedAs(one.n)]: convertedIn(row, one) } })),
      connection,
      dialect,
    )
    const there = new Set(rows.map((row) => Number(row['id'])))
    const note = native(`insert into ${table(NOTES)} (${q('n')}, ${q('id')}) values (?, ?)`)
    if (unheld !== '') for (const id of ids) if (!there.has(id)) await connection.all(note, [one.n, id])
  }

  async #forget({ table, n }: Begun, connection: Connection): Promise<void> {
    const { dialect } = this.#store
    const isThere = (await connection.all(dialect.catalogue)).some(
      (row) => row['table'] === dialect.bare(table) && row['column'] === preparedAs(n),
    )
    if (isThere) await connection.all(`alter table ${dialect.table(table)} drop column ${dialect.quote(preparedAs(n))}`)
  }

  /** Values that become relations depend on other documents, and JSON has a stamp: these are left to the plan. */
  async #suitable(changes: readonly Change[], ask: Ask): Promise<{ change: Convert; conversion: Conversion }[]> {
    const { table, quote: q, catalogue, bare } = this.#store.dialect
    const suitable: { change: Convert; conversion: Conversion }[] = []
    for (const change of changes.filter(isConvert)) {
      const conversion = conversionOf(change, changes)
      if (conversion.to === 'json' || hasRelation(conversion.holds)) continue
      const isThere = (row: Row) => row['table'] === bare(conversion.table) && row['column'] === conversion.column
      if (!(await ask(catalogue, [])).some(isThere)) continue
      const some = `select 1 from ${table(conversion.table)} limit ${this.#options.many}`
      const [row] = await ask(`select count(*) as ${q('n')} from (${some}) some_rows`, [])
      if (Number(row!['n']) >= this.#options.many) suitable.push({ change, conversion })
    }
    return suitable
  }

  async #begun(ask: Ask): Promise<Begun[]> {
    const { catalogue, bare } = this.#store.dialect
    if (!(await ask(catalogue, [])).some((row) => row['table'] === bare(NOTES))) return []
    return (await readModel(BEGUN, ask, this.#store.dialect)) ?? []
  }
}

/** After the statements of a file, which added an empty column. */
export function usingPrepared(change: Change, { table, quote: q }: Dialect): string[] {
  if (change.do !== 'convert' || change.prepared === undefined) return []
  return [
    `alter table ${table(change.table)} drop column ${q(change.column.name)}`,
    `alter table ${table(change.table)} rename column ${q(change.prepared)} to ${q(change.column.name)}`,
  ]
}

const preparedAs = (n: number): string => `$converted$${n}`

const isConvert = (change: Change): change is Convert => change.do === 'convert'

/** Where the values are before the plan, and what it makes of them. */
function conversionOf(change: Convert, changes: readonly Change[]): Conversion {
  const { name, kind } = change.column
  const { table, column } = placeBefore({ table: change.table, column: name }, changes.slice(0, changes.indexOf(change)))
  return { table, column: column!, from: change.from, held: heldBefore(change), to: kind as Kind, holds: heldIn(change.column), name }
}

const isSame = (one: Conversion, other: Conversion): boolean => keyOf(one) === keyOf(other)

const keyOf = ({ table, column, from, held, to, holds, name }: Conversion): string =>
  JSON.stringify([table, column, from, held, to, holds, name])

const convertedIn = (row: Row, { from, held, holds, name }: Conversion): unknown =>
  converted(fromColumn(row['value'], from), held, holds, { within: name, exists: () => false })
