/** Makes one change: runs its statements, then the part that needs code. Tested by test/migrations/migrator.test.ts. */
import type { Log } from '../log.ts'
import type { Connection, Dialect, Row } from '../store/contract.ts'
import { hasRelation, type Outline } from '../store/outline.ts'
import type { TableSpec } from '../store/tables.ts'
import { carryColumns, carryingOf } from './carry.ts'
import { type AddIndex, columnOutline, type SchemaChange } from './changes.ts'
import { clashesIn, mayWait, trashOf } from './clashes.ts'
import { createIndex, statementsFor } from './ddl.ts'
import { moveFieldNames } from './field-names.ts'
import { makeIndex } from './index-making.ts'
import { refreshReferences } from './references.ts'
import { tableIsTaken } from './refusals.ts'
import { forgetSlug, moveSlug, placesIn, type SlugChange } from './slugs.ts'
import { renameInTexts } from './text-slugs.ts'
import { describeChange, slugInWords } from './words.ts'

export interface Making {
  connection: Connection
  dialect: Dialect
  log: Log
  /** The tables that the changes lead to. */
  tables: readonly TableSpec[]
  slugChanged: SlugChanged
}

/** Changes that may create or change relations. */
const REFERRING: readonly SchemaChange['do'][] = ['convert', 'merge', 'revert', 'convertInside', 'mergeInside', 'revertInside']

/** Runs in the transaction that changes a slug. */
export type SlugChanged = (change: SlugChange, connection: Connection) => Promise<void>

/** Whether code must do something in addition to the statements. */
export const isCarried = (change: SchemaChange): boolean =>
  change.do === 'renameTable' || change.do === 'collect' || isDropOfTable(change) || mayWait(change) || carryingOf(change) !== undefined

const isDropOfTable = (change: SchemaChange) => change.do === 'drop' && change.column === undefined

/** Whether it runs while others keep writing, after the transaction of the plan. */
export const isConcurrent = (change: SchemaChange): change is AddIndex => change.do === 'addIndex' && change.concurrently !== undefined

/** Makes all changes that belong into the transaction of the plan. */
export async function makeAll(changes: readonly SchemaChange[], making: Making): Promise<void> {
  for (const change of changes) if (!isConcurrent(change)) await make(change, making)
  await carryTogether(changes, making)
}

async function make(change: SchemaChange, making: Making): Promise<void> {
  const { connection, dialect, log, tables } = making
  if (!mayWait(change)) log.info(describeChange(change))
  const statements = statementsFor(change, dialect)
  if (change.do === 'createTable')
    await makeTable(statements, connection, dialect).catch((error) => {
      throw isTaken(error) ? tableIsTaken(change.table.name, error) : error
    })
  else for (const sql of statements) await makeIndex(sql, connection, dialect, tables)
  await carry(change, making)
}

/** No document is in a new table yet that its indexes could refuse. */
async function makeTable(statements: readonly string[], connection: Connection, { isRemote }: Dialect): Promise<void> {
  for (const sql of isRemote ? [statements.join(';\n')] : statements) await connection.all(sql)
}

/** 42P07 is Postgres' code. */
const isTaken = ({ code, message }: Error & { code?: string }): boolean => code === '42P07' || /table .* already exists/.test(message)

/** Moves or forgets slugs, converts and moves values (in drafts and versions too), and creates an index that may wait if it can. */
export async function carry(change: SchemaChange, making: Making): Promise<void> {
  const { connection, dialect, tables, slugChanged } = making
  if (!isCarried(change)) return
  if (mayWait(change)) return indexWherePossible(change, making)
  const catalogue = await connection.all(dialect.catalogue)
  if (change.do === 'collect') return collect(change, making, catalogue)
  if (change.do === 'renameTable') {
    const rename = { from: change.from, to: change.table.name }
    await moveSlug(rename, placesIn(tables, catalogue, dialect), connection, dialect)
    return slugChanged({ ...rename, words: slugInWords(rename.from, rename.to) }, connection)
  }
  if (isDropOfTable(change)) return forgetSlug(change.table as string, placesIn(tables, catalogue, dialect), connection, dialect)
  await carryColumns(change, connection, dialect, catalogue)
  await moveFieldNames(change, tables, catalogue, connection, dialect)
  if (!REFERRING.includes(change.do)) return
  const { table, column } = change as Extract<SchemaChange, { do: 'convert' | 'convertInside' }>
  const name = typeof column === 'string' ? column : column.name
  const spec = typeof column === 'string' ? tables.find((one) => one.name === table)?.columns.find((one) => one.name === name) : column
  const { held, holds, written } = change as { held?: Outline; holds?: Outline; written?: Outline }
  // Other fields of the same rows keep their references.
  const touched = typeof column === 'string' ? [held, holds, written] : [held, columnOutline(column), written]
  if (spec && touched.some((one) => one && hasRelation(one)))
    await refreshReferences(table, spec, columnOutline(spec), connection, dialect, catalogue)
}

/** Does what needs all changes of a plan: stored texts follow renamed collections, even if names were swapped. */
export async function carryTogether(changes: readonly SchemaChange[], { tables, connection, dialect }: Making): Promise<void> {
  const renames = changes.flatMap((change) => (change.do === 'renameTable' ? [{ from: change.from, to: change.table.name }] : []))
  await renameInTexts(renames, tables, connection, dialect)
}

async function collect(
  { table, column }: Extract<SchemaChange, { do: 'collect' }>,
  making: Making,
  catalogue: readonly Row[],
): Promise<void> {
  const { connection, dialect, tables } = making
  const spec = tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)
  if (spec) await refreshReferences(table, spec, columnOutline(spec), connection, dialect, catalogue)
}

async function indexWherePossible(change: AddIndex, { connection, dialect, log, tables }: Making): Promise<void> {
  const clashes = await clashesIn(
    change.table,
    change.index,
    (sql, values) => connection.all(sql, values),
    dialect,
    trashOf(tables.find(({ name }) => name === change.table)),
  )
  if (clashes === undefined) {
    log.info(describeChange(change))
    await makeIndex(createIndex(change.table, change.index, dialect), connection, dialect, tables)
  } else {
    change.clashes = clashes
    log.warn(describeChange(change))
  }
}
