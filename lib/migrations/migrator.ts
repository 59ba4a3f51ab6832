/** Brings a database to the tables that the schema wants: compares what was applied last, plans, and applies under a lock. */

import { createHash } from 'node:crypto'
import type { Model } from '../../schema/model.ts'
import { GalleyError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Connection, Dialect, Row } from '../store/contract.ts'
import type { Store } from '../store/store.ts'
import type { TableSpec } from '../store/tables.ts'
import { type Applied, afterwards, type Change, changesBetween, inWords, riskOf } from './changes.ts'
import { clashesIn, mayWait, withoutIndexes } from './clashes.ts'
import { convertValues, createIndex, ownTables, statementsFor } from './ddl.ts'
import { makeIndex } from './index-making.ts'
import { changeSnapshots, movesValues } from './snapshots.ts'

const NOTHING: Applied = { tables: [], parked: [] }

export interface MigrationFile {
  name: string
  hash: string
  /** Statements, or what of a change only code can do. */
  steps: (string | Change)[]
  after: Applied
}

export class Migrator {
  readonly #store: Store
  readonly #log: Log

  constructor(store: Store, log: Log) {
    this.#store = store
    this.#log = log
  }

  /** Development applies what is safe and says so; production refuses to start on anything that is left to do. */
  async atStart(wanted: readonly TableSpec[], model: Model, production: boolean): Promise<void> {
    const changes = await this.plan(wanted)
    await this.#refuseLostCode(model)
    if (changes.length === 0) return
    if (production && changes.every(mayWait)) {
      this.#log.warn(planOf(changes, 'An index is missing, without which some values may be given twice. Run:\n  npx galley migrate'))
      return
    }
    if (production) throw pending(changes, 'The database does not fit the schema. Run:\n  npx galley migrate')
    const careful = changes.filter((change) => ['careful', 'losing'].includes(riskOf(change)))
    if (careful.length > 0)
      throw pending(changes, 'The schema changed in a way that moves values. Look at the plan and run:\n  npx galley migrate')
    await this.apply(wanted, model)
  }

  /** What would be done. */
  async plan(wanted: readonly TableSpec[]): Promise<Change[]> {
    const applied = await this.applied()
    const changes = changesBetween(applied, wanted)
    for (const change of changes) {
      const columns = new Set(applied.tables.find(({ name }) => mayWait(change) && name === change.table)?.columns.map(({ name }) => name))
      if (!mayWait(change) || ![...change.index.columns, change.index.where!.column].every((name) => columns.has(name))) continue
      const clashes = await clashesIn(change, (sql, values) => this.#store.read(sql, values, true), this.#dialect)
      if (clashes !== undefined) change.clashes = clashes
    }
    return changes
  }

  async applied(): Promise<Applied> {
    const catalogue = await this.#store.read(this.#dialect.catalogue)
    if (!catalogue.some((row) => row['table'] === this.#dialect.bare('$model'))) return NOTHING
    return this.#present(await this.#read('model', (sql, values) => this.#store.read(sql, values)), catalogue)
  }

  /** Plans again under the lock, since another process may have been first. */
  async apply(wanted: readonly TableSpec[], model?: Model, extra: readonly Change[] = []): Promise<Change[]> {
    return this.#locked(async (connection) => {
      const applied = await this.#appliedIn(connection)
      const changes = [...changesBetween(applied, wanted), ...extra]
      for (const change of changes) await this.#make(change, connection, wanted)
      const left = changes.filter(mayWait).filter(({ clashes }) => clashes !== undefined)
      const after = afterwards(applied, wanted, changes)
      const dropped = extra.filter((change) => change.do === 'drop')
      const kept = {
        tables: withoutIndexes(after.tables, left),
        parked: after.parked.filter((one) => !dropped.some((drop) => drop.table === one.table && drop.column === one.column)),
      }
      await this.#save('model', withoutDropped(kept, dropped), connection)
      if (model) await this.#save('coded', codedIn(model), connection)
      return changes.filter((change) => !left.includes(change as (typeof left)[number]))
    })
  }

  /** Applies one file of `migrations/`, once. */
  async applyFile(file: MigrationFile, at: string): Promise<boolean> {
    return this.#locked(async (connection) => {
      const { native, table, quote } = this.#dialect
      const [known] = await connection.all(
        native(`select ${quote('hash')} as "hash" from ${table('$migrations')} where ${quote('name')} = ?`),
        [file.name],
      )
      if (known) {
        if (known['hash'] !== file.hash)
          throw new GalleyError('MIGRATION', `The migration ${file.name} was changed after it had been applied`)
        return false
      }
      for (const step of file.steps) {
        if (typeof step === 'string') await makeIndex(step, connection, this.#dialect, file.after.tables)
        else await this.#carry(step, connection, file.after.tables)
      }
      const left = file.steps.filter((step) => typeof step !== 'string' && mayWait(step)).filter(({ clashes }) => clashes !== undefined)
      await connection.all(
        native(`insert into ${table('$migrations')} (${['name', 'hash', 'at'].map(quote).join(', ')}) values (?, ?, ?)`),
        [file.name, file.hash, at],
      )
      await this.#save('model', { ...file.after, tables: withoutIndexes(file.after.tables, left) }, connection)
      return true
    })
  }

  async appliedFiles(): Promise<Map<string, string>> {
    const { catalogue, bare, table, quote } = this.#dialect
    if (!(await this.#store.read(catalogue)).some((row) => row['table'] === bare('$migrations'))) return new Map()
    const rows = await this.#store.read(`select ${quote('name')} as "name", ${quote('hash')} as "hash" from ${table('$migrations')}`)
    return new Map(rows.map((row) => [row['name'], row['hash']]))
  }

  /** The person has seen that code is gone, and means it. */
  acceptCode(model: Model): Promise<void> {
    return this.#locked((connection) => this.#save('coded', codedIn(model), connection))
  }

  get #dialect(): Dialect {
    return this.#store.dialect
  }

  async #make(change: Change, connection: Connection, wanted: readonly TableSpec[]): Promise<void> {
    if (!mayWait(change)) this.#log.info(inWords(change))
    for (const sql of statementsFor(change, this.#dialect)) await makeIndex(sql, connection, this.#dialect, wanted)
    await this.#carry(change, connection, wanted)
  }

  /** What only code can do: values are converted, and moved in documents set aside; an index that may wait is made where it can be. */
  async #carry(change: Change, connection: Connection, tables: readonly TableSpec[]): Promise<void> {
    if (mayWait(change)) await this.#indexWherePossible(change, connection, tables)
    if (change.do === 'convert') await convertValues(change, connection, this.#dialect)
    if (movesValues(change)) await changeSnapshots(change, connection, this.#dialect, await connection.all(this.#dialect.catalogue))
  }

  async #indexWherePossible(
    change: Extract<Change, { do: 'addIndex' }>,
    connection: Connection,
    tables: readonly TableSpec[],
  ): Promise<void> {
    const clashes = await clashesIn(change, (sql, values) => connection.all(sql, values), this.#dialect)
    if (clashes === undefined) {
      this.#log.info(inWords(change))
      await makeIndex(createIndex(change.table, change.index, this.#dialect), connection, this.#dialect, tables)
    } else {
      change.clashes = clashes
      this.#log.warn(inWords(change))
    }
  }

  #locked<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#store.exclusively(async (connection) => {
      const lock = this.#dialect.lock('migrate')
      if (lock) await connection.all(lock)
      for (const sql of [...this.#dialect.setup, ...ownTables(this.#dialect)]) await connection.all(sql)
      return work(connection)
    })
  }

  async #appliedIn(connection: Connection): Promise<Applied> {
    return this.#present(
      await this.#read('model', (sql, values) => connection.all(sql, values)),
      await connection.all(this.#dialect.catalogue),
    )
  }

  /** Drift: what was applied but is not there any more counts as missing. */
  #present(applied: Applied | undefined, catalogue: readonly Row[]): Applied {
    if (!applied) return NOTHING
    const columns = new Set(catalogue.map((row) => `${row['table']}.${row['column']}`))
    const tables = applied.tables
      .map((table) => ({ ...table, columns: table.columns.filter(({ name }) => columns.has(`${this.#dialect.bare(table.name)}.${name}`)) }))
      .filter((table) => table.columns.length > 0)
    return { tables, parked: applied.parked }
  }

  async #read(key: string, read: (sql: string, values: readonly unknown[]) => Promise<Row[]>): Promise<any> {
    const { native, table, quote } = this.#dialect
    const [row] = await read(native(`select ${quote('value')} as "value" from ${table('$model')} where ${quote('key')} = ?`), [key])
    return row && JSON.parse(row['value'])
  }

  async #save(key: string, value: unknown, connection: Connection): Promise<void> {
    const { native, table, quote } = this.#dialect
    const sql = `insert into ${table('$model')} (${quote('key')}, ${quote('value')}) values (?, ?) on conflict (${quote('key')}) do update set ${quote('value')} = excluded.${quote('value')}`
    await connection.all(native(sql), [key, JSON.stringify(value)])
  }

  /** Access rules that stood in code and can't be found any more must not silently become the default. */
  async #refuseLostCode(model: Model): Promise<void> {
    const catalogue = await this.#store.read(this.#dialect.catalogue)
    if (!catalogue.some((row) => row['table'] === this.#dialect.bare('$model'))) return
    const before: string[] = (await this.#read('coded', (sql, values) => this.#store.read(sql, values))) ?? []
    const now = codedIn(model)
    const lost = before.filter((slug) => model.entities.has(slug) && !now.includes(slug))
    if (lost.length === 0) return
    throw new GalleyError(
      'CONFIG',
      `The access rules in code of ${lost.map((slug) => `'${slug}'`).join(', ')} are gone: load the code beside the schema (see 'galley types'), or confirm with:\n  npx galley migrate`,
    )
  }
}

const codedIn = (model: Model): string[] =>
  [...model.entities.values()]
    .filter((entity) => Object.values(entity.access).some((rule) => typeof rule === 'function'))
    .map((entity) => entity.slug)

function withoutDropped(applied: Applied, dropped: readonly Change[]): Applied {
  const isDropped = (table: string, column?: string) =>
    dropped.some((drop) => drop.do === 'drop' && drop.table === table && drop.column === column)
  const tables = applied.tables
    .filter((table) => !isDropped(table.name))
    .map((table) => ({ ...table, columns: table.columns.filter((column) => !isDropped(table.name, column.name)) }))
  return { ...applied, tables }
}

const pending = (changes: readonly Change[], what: string): GalleyError => new GalleyError('MIGRATION', planOf(changes, what))

const planOf = (changes: readonly Change[], what: string): string =>
  `${what}\nThe plan:\n${changes.map((change) => `  - ${inWords(change)}`).join('\n')}`

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
