/** Creates indexes on large tables while others keep writing, after the plan's transaction. Recreates indexes that were interrupted. */

import { GalleyError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Ask, ConcurrentIndexing, Connection, Dialect, Row } from '../store/contract.ts'
import type { IndexSpec } from '../store/index-spec.ts'
import { onlyRow } from '../store/only-row.ts'
import type { Store } from '../store/store.ts'
import type { TableSpec } from '../store/tables.ts'
import type { AddIndex, Applied, MigrationFile, SchemaChange } from './changes.ts'
import { clashesBefore, clashesIn, trashOf } from './clashes.ts'
import { clearedDuplicates, indexing } from './ddl.ts'
import { notUnique, tooLong } from './index-making.ts'
import { saveModel } from './model-table.ts'
import { describeChange } from './words.ts'

/** Larger tables get their indexes concurrently, which takes longer and waits for every transaction that began earlier. */
export const LARGE = 8 * 1024 * 1024
/** How often to look for clashing values that others may be changing at the same time. */
const TRIES = 5
const PAUSE = 500
const CONCURRENTLY = /^(?:--.*\n)*create (?:unique )?index concurrently (?:if not exists )?"([^"]+)"/i

/** An index to create, and its statement if a migration file contains one. */
export interface Later {
  change: AddIndex
  sql?: string
}

export interface IndexingOptions {
  /** Runs `work` in a transaction that holds the migration lock, and waits for tables in short turns. */
  locked<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  applied(connection: Connection): Promise<Applied>
  /** The table size in bytes from which indexes are created concurrently. */
  large: number
}

export class ConcurrentIndexes {
  readonly #store: Store
  readonly #log: Log
  readonly #options: IndexingOptions

  constructor(store: Store, log: Log, options: IndexingOptions) {
    this.#store = store
    this.#log = log
    this.#options = options
  }

  /** Marks the changes of a plan that create an index on a large table, so that they run concurrently. */
  async mark(changes: readonly SchemaChange[], applied: Applied, ask: Ask): Promise<void> {
    const { concurrent } = this.#store.dialect
    if (!concurrent) return
    for (const change of changes) {
      if (change.do !== 'addIndex') continue
      if (isBegun(applied, change)) change.concurrently = 'again'
      else if (isApart(change, changes)) {
        const renamed = changes.find((one) => one.do === 'renameTable' && one.table.name === change.table)
        const row = onlyRow(await ask(concurrent.size(renamed?.do === 'renameTable' ? renamed.from : change.table), []))
        if (Number(row['bytes'] ?? 0) > this.#options.large) change.concurrently = 'first'
      }
    }
  }

  /** The indexes that the plan's transaction leaves out. Reports clashing values before anything changes. */
  async among(changes: readonly SchemaChange[], applied: Applied, ask: Ask): Promise<AddIndex[]> {
    const later: AddIndex[] = []
    await this.mark(changes, applied, ask)
    for (const change of changes) {
      if (change.do !== 'addIndex' || change.concurrently === undefined) continue
      const clashes = await clashesBefore(
        change,
        applied.tables.find(({ name }) => name === change.table),
        { plan: changes, applied, ask, dialect: this.#store.dialect },
      )
      if (clashes === undefined) later.push(change)
      else {
        if (!change.index.where) throw notUnique(change.table, change.index, clashes, 'Nothing was changed')
        change.clashes = clashes
        this.#log.warn(describeChange(change))
      }
    }
    return later
  }

  /** Returns the indexes that this process finished. */
  async make(list: readonly Later[]): Promise<AddIndex[]> {
    const made: AddIndex[] = []
    for (const later of list) if (await this.#make(later)) made.push(later.change)
    return made
  }

  async #make({ change, sql }: Later): Promise<boolean> {
    const { dialect } = this.#store
    const statements = sql === undefined ? indexing(change.table, change.index, dialect, true) : [sql]
    const preparation = [...clearedDuplicates(change, dialect), ...statements.slice(0, -1)]
    let isToBeSaid = true
    for (let tries = 1; ; ) {
      const applied = await this.#options.locked(this.#options.applied)
      if (!isBegun(applied, change)) return false
      const there = await this.#found(change.index, (text) => this.#store.read(text, [], true))
      if (there?.['isWhole']) return this.#note(change)
      if (isToBeSaid) this.#log.info(describeChange(change))
      isToBeSaid = false
      if (there?.['isBeingMade']) await new Promise((resolve) => setTimeout(resolve, PAUSE))
      else if (there) await this.#clear(change)
      else {
        for (const text of preparation) await this.#store.alone(text)
        // biome-ignore lint/style/noNonNullAssertion: an index takes at least one statement
        const failure = await this.#store.alone(statements.at(-1)!).then(
          () => undefined,
          (error) => ({ error }),
        )
        if (!failure) continue
        await this.#clear(change)
        const refusal = await this.#refusal(change, failure.error, tries++)
        if (refusal && change.clashes === undefined) throw refusal
        if (refusal) return false
      }
    }
  }

  async #refusal(change: AddIndex, error: unknown, tries: number): Promise<GalleyError | undefined> {
    const { dialect } = this.#store
    const { table: name, index } = change
    const ask: Ask = (sql, values) => this.#store.read(sql, values, true)
    const rest = 'Everything else in the plan is done'
    if (dialect.isTooLong?.(error)) {
      const table = await this.#tableOf(name)
      return table ? tooLong(table, index, ask, dialect) : notMade(change, error)
    }
    if (!dialect.uniqueClash(error)) return notMade(change, error)
    const clashes = await clashesIn(name, index, ask, dialect, trashOf(await this.#tableOf(name)))
    // Someone has changed the clashing values in the meantime.
    if (clashes === undefined) return tries < TRIES ? undefined : notMade(change, error)
    if (!change.index.where) return notUnique(name, index, clashes, rest)
    change.clashes = clashes
    this.#log.warn(describeChange(change))
    return notMade(change, error)
  }

  async #tableOf(name: string): Promise<TableSpec | undefined> {
    return (await this.#options.locked(this.#options.applied)).tables.find((one) => one.name === name)
  }

  /** Where indexes are never created concurrently, there are none to make. */
  get #indexing(): ConcurrentIndexing {
    const { concurrent } = this.#store.dialect
    if (!concurrent) throw new Error('This database does not create indexes concurrently')
    return concurrent
  }

  /** Drops an unfinished index: no query uses it, but every write maintains it, and a unique one refuses values. */
  #clear({ table, index }: AddIndex): Promise<void> {
    const { dialect } = this.#store
    return this.#options.locked(async (connection) => {
      await connection.all(this.#indexing.lockIndexes(table))
      const there = await this.#found(index, (text) => connection.all(text))
      if (there && !there['isWhole']) await connection.all(`drop index ${dialect.table(index.name)}`)
    })
  }

  /** Returns whether this process was the first to record that the index exists. */
  #note(change: AddIndex): Promise<boolean> {
    return this.#options.locked(async (connection) => {
      const applied = await this.#options.applied(connection)
      if (!isBegun(applied, change)) return false
      const tables = withBegun(applied.tables, [change], false)
      await saveModel('model', { ...applied, tables }, connection, this.#store.dialect)
      return true
    })
  }

  async #found(index: IndexSpec, read: (sql: string) => Promise<Row[]>): Promise<Row | undefined> {
    const { bare } = this.#store.dialect
    return (await read(this.#indexing.indexes)).find((row) => row['index'] === bare(index.name))
  }
}

/** The statements of a migration file that create indexes concurrently on its tables. */
export function laterIn({ steps, after }: Pick<MigrationFile, 'steps' | 'after'>, { bare }: Dialect): Required<Later>[] {
  return steps.flatMap((sql) => {
    const name = typeof sql === 'string' ? CONCURRENTLY.exec(sql)?.[1] : undefined
    for (const table of after.tables)
      for (const index of table.indexes)
        if (typeof sql === 'string' && bare(index.name) === name)
          return [{ sql, change: { do: 'addIndex' as const, table: table.name, index, concurrently: 'first' as const } }]
    return []
  })
}

/** The tables with these indexes, marked as begun or as finished. */
export const withBegun = (tables: readonly TableSpec[], changes: readonly AddIndex[], isBegun: boolean): TableSpec[] =>
  tables.map((table) => ({
    ...table,
    indexes: table.indexes.map((index) => {
      if (!changes.some((change) => change.table === table.name && change.index.name === index.name)) return index
      const { isBegun: _, ...whole } = index
      return isBegun ? { ...whole, isBegun } : whole
    }),
  }))

/** Whether an index may be missing for a while. One that keeps values unique stays in the transaction of the plan that replaces it. */
export function isApart(change: AddIndex, changes: readonly SchemaChange[]): boolean {
  const { table, index } = change
  if (changes.some((one) => one.do === 'createTable' && one.table.name === table)) return false
  if (!index.unique) return true
  return !changes.some((one) => {
    if (one.do === 'renameTable') return one.table.name === table
    if (one.do === 'dropIndex') return one.table === table
    return (
      (one.do === 'convert' || one.do === 'revert' || one.do === 'merge') && one.table === table && index.columns.includes(one.column.name)
    )
  })
}

const isBegun = ({ tables }: Applied, { table, index }: AddIndex): boolean =>
  tables.some((one) => one.name === table && one.indexes.some(({ name, isBegun }) => isBegun && name === index.name))

const notMade = ({ table, index }: AddIndex, cause: unknown) =>
  new GalleyError(
    'MIGRATION',
    `The index '${index.name}' of '${table}' could not be created: ${(cause as Error).message}. Everything else in the plan is done. Run again:\n  npx galley migrate`,
    { cause },
  )
