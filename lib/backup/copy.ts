/** Copies an entire database into an empty one: tables, rows with their ids, applied migrations. Backups, restores and moves use this. */

import { GalleyError } from '../errors.ts'
import type { Applied, MigrationFile } from '../migrations/changes.ts'
import { coveredFiles } from '../migrations/covered.ts'
import { ownTables, statementsFor } from '../migrations/ddl.ts'
import { makeIndex } from '../migrations/index-making.ts'
import type { Connection, Dialect, Row } from '../store/contract.ts'
import { onlyRow } from '../store/only-row.ts'
import type { Store } from '../store/store.ts'
import type { TableSpec } from '../store/tables.ts'
import { allOf, insertAll, insertInto, pagesOf } from '../store/whole-tables.ts'

export interface CopyProgress {
  table: string
  rows: number
}

interface Files {
  /** The files in `migrations/` for the target's kind of database. */
  files: readonly Pick<MigrationFile, 'name' | 'hash' | 'after'>[]
  /** The time when files that the source doesn't list count as applied. */
  at: string
}

export interface Copied {
  rows: number
  /** Files that now count as applied, because the tables already include their changes. */
  behind: string[]
}

/** Copies everything or nothing; reads the source at a single point in time. */
export async function copyDatabase(
  from: Store,
  to: Store,
  onProgress: (progress: CopyProgress) => void | Promise<void> = () => undefined,
  files: Files = { files: [], at: '' },
): Promise<Copied> {
  return from.snapshot((source) =>
    to.exclusively(async (target) => {
      const possible = await possibleIn(target, to.dialect)
      const applied = possible(await appliedIn(source, from.dialect))
      await refuseFull(target, to.dialect)
      for (const sql of [...to.dialect.setup, ...ownTables(to.dialect)]) await target.all(sql)
      let rows = 0
      for (const table of applied.tables) {
        const [creation, ...later] = statementsFor({ do: 'createTable', table }, to.dialect)
        // biome-ignore lint/style/noNonNullAssertion: the first statement creates the table
        await target.all(creation!)
        for await (const page of pagesOf(table, source, from.dialect)) {
          await insertAll(table, page, target, to.dialect)
          rows += page.length
          await onProgress({ table: table.name, rows })
        }
        await keepIds(table, source, from.dialect, target, to.dialect)
        for (const sql of later) await makeIndex(sql, target, to.dialect, [table])
      }
      const model = await allOf('$model', ['key', 'value'], source, from.dialect)
      const copied = model.map((row) =>
        row['key'] === 'model' ? { ...row, value: JSON.stringify(possible(JSON.parse(row['value']))) } : row,
      )
      await insertInto('$model', copied, target, to.dialect)
      const done = await allOf('$migrations', ['name', 'hash', 'at'], source, from.dialect)
      const kept = from.dialect.name === to.dialect.name ? done : []
      const behind = behindThem(applied, done, files).filter(({ name }) => !kept.some((row) => row['name'] === name))
      await insertInto('$migrations', [...kept, ...behind], target, to.dialect)
      return { rows, behind: behind.map(({ name }) => name) }
    }, true),
  )
}

async function appliedIn(source: Connection, dialect: Dialect): Promise<Applied> {
  const { catalogue, bare } = dialect
  const there = await source.all(catalogue)
  if (!there.some((row) => row['table'] === bare('$model'))) throw withoutData()
  const columns = new Set(there.map((row) => `${row['table']}.${row['column']}`))
  const row = (await allOf('$model', ['key', 'value'], source, dialect)).find(({ key }) => key === 'model')
  if (!row) throw withoutData()
  const applied: Applied = JSON.parse(row['value'])
  const tables = applied.tables
    .map((one) => ({ ...one, columns: one.columns.filter(({ name }) => columns.has(`${bare(one.name)}.${name}`)) }))
    .filter((one) => one.columns.length > 0)
    // A migration creates unfinished indexes, in the copy too.
    .map((one) => ({ ...one, indexes: one.indexes.filter(({ isBegun }) => !isBegun) }))
  return { ...applied, tables }
}

/** Without the indexes that the database to copy into can't have. A migration makes them once it can. */
async function possibleIn(target: Connection, { parts }: Dialect): Promise<(applied: Applied) => Applied> {
  const [row] = parts.obstacle === undefined ? [] : await target.all(parts.obstacle)
  if (!row?.['obstacle']) return (applied) => applied
  return (applied) => ({
    ...applied,
    tables: applied.tables.map((one) => ({ ...one, indexes: one.indexes.filter((index) => !index.parts) })),
  })
}

const withoutData = () => new GalleyError('MIGRATION', 'The database to copy from contains no data of galley')

async function refuseFull(target: Connection, { catalogue, bare, setup }: Dialect): Promise<void> {
  for (const sql of setup) await target.all(sql)
  const there = await target.all(catalogue)
  if (there.some((row) => row['table'] === bare('$model')))
    throw new GalleyError('MIGRATION', 'The database to copy into is not empty: name a new one, or drop what is in it first')
}

/** Makes sure that assigned ids are never reused, not even those of deleted rows. */
async function keepIds({ name, columns }: TableSpec, source: Connection, from: Dialect, target: Connection, to: Dialect): Promise<void> {
  if (!columns.some(({ kind }) => kind === 'identity')) return
  const id = Number(onlyRow(await source.all(from.lastId(name)))['n'])
  if (id > 0) for (const sql of to.goOnFrom(name, id)) await target.all(sql)
}

/**
 * Migration files are written for one kind of database. Another kind has its own files for the steps that led to the copied state, under
 * the same names or others.
 */
function behindThem(applied: Applied, done: readonly Row[], { files, at }: Files): { name: string; hash: string; at: string }[] {
  const covered = coveredFiles(applied, files)
  return files.flatMap((file) => {
    const row = done.find(({ name }) => name === file.name)
    return row || covered.includes(file) ? [{ name: file.name, hash: file.hash, at: row ? row['at'] : at }] : []
  })
}
