/** Copies an entire database into an empty one: tables, rows with their ids, applied migrations. Backups, restores and moves use this. */
import type { Kind } from '../../schema/model.ts'
import { GalleyError } from '../errors.ts'
import type { Applied, MigrationFile } from '../migrations/changes.ts'
import { coveredFiles } from '../migrations/covered.ts'
import { ownTables, statementsFor } from '../migrations/ddl.ts'
import { makeIndex } from '../migrations/index-making.ts'
import type { Connection, Dialect, Row } from '../store/contract.ts'
import type { Store } from '../store/store.ts'
import type { TableSpec } from '../store/tables.ts'

/** Values per statement, a number that every database accepts. */
const VALUES = 8000
const ROWS = 500
/** Characters to read and write at once, unless a single row has more. */
const AT_ONCE = 1_000_000

export interface Progress {
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
  told: (progress: Progress) => void | Promise<void> = () => undefined,
  files: Files = { files: [], at: '' },
): Promise<Copied> {
  return from.snapshot((source) =>
    to.exclusively(async (target) => {
      const applied = await appliedIn(source, from.dialect)
      await refuseFull(target, to.dialect)
      for (const sql of [...to.dialect.setup, ...ownTables(to.dialect)]) await target.all(sql)
      let rows = 0
      for (const table of applied.tables) {
        const [creation, ...later] = statementsFor({ do: 'createTable', table }, to.dialect)
        await target.all(creation!)
        for await (const page of pagesOf(table, source, from.dialect)) {
          await insert(table, page, target, to.dialect)
          rows += page.length
          await told({ table: table.name, rows })
        }
        await keepIds(table, source, from.dialect, target, to.dialect)
        for (const sql of later) await makeIndex(sql, target, to.dialect, [table])
      }
      await insertInto('$model', await allOf('$model', ['key', 'value'], source, from.dialect), target, to.dialect)
      const done = await allOf('$migrations', ['name', 'hash', 'at'], source, from.dialect)
      const kept = from.dialect.name === to.dialect.name ? done : []
      const behind = behindThem(applied, done, files).filter(({ name }) => !kept.some((row) => row['name'] === name))
      await insertInto('$migrations', [...kept, ...behind], target, to.dialect)
      return { rows, behind: behind.map(({ name }) => name) }
    }, true),
  )
}

async function appliedIn(source: Connection, { catalogue, bare, table, quote }: Dialect): Promise<Applied> {
  const there = await source.all(catalogue)
  if (!there.some((row) => row['table'] === bare('$model')))
    throw new GalleyError('MIGRATION', 'There is nothing of this system in the database to copy from')
  const columns = new Set(there.map((row) => `${row['table']}.${row['column']}`))
  const [row] = await source.all(`select ${quote('value')} as "value" from ${table('$model')} where ${quote('key')} = 'model'`)
  const applied: Applied = JSON.parse(row!['value'])
  const tables = applied.tables
    .map((one) => ({ ...one, columns: one.columns.filter(({ name }) => columns.has(`${bare(one.name)}.${name}`)) }))
    .filter((one) => one.columns.length > 0)
    // A migration creates unfinished indexes, in the copy too.
    .map((one) => ({ ...one, indexes: one.indexes.filter(({ isBegun }) => !isBegun) }))
  return { ...applied, tables }
}

async function refuseFull(target: Connection, { catalogue, bare, setup }: Dialect): Promise<void> {
  for (const sql of setup) await target.all(sql)
  const there = await target.all(catalogue)
  if (there.some((row) => row['table'] === bare('$model')))
    throw new GalleyError('MIGRATION', 'The database to copy into is not empty: name a new one, or drop what is in it first')
}

function pagesOf(spec: TableSpec, source: Connection, dialect: Dialect): AsyncGenerator<Row[]> {
  return spec.columns.some(({ kind }) => kind === 'identity') ? pagesById(spec, source, dialect) : pagesByKey(spec, source, dialect)
}

/** Rows hold whole documents, so their lengths are queried first: large ones never fill the memory together. */
async function* pagesById({ name, columns }: TableSpec, source: Connection, { table, quote: q, native }: Dialect): AsyncGenerator<Row[]> {
  const id = q('id')
  const texts = columns.filter(({ kind }) => kind === 'text' || kind === 'json')
  const length = texts.map((column) => `coalesce(length(cast(${q(column.name)} as text)), 0)`).join(' + ') || '0'
  const lengths = native(`select ${id}, ${length} as ${q('length')} from ${table(name)} where ${id} > ? order by ${id} limit ${ROWS}`)
  const names = columns.map((column) => q(column.name)).join(', ')
  const between = native(`select ${names} from ${table(name)} where ${id} > ? and ${id} <= ? order by ${id}`)
  for (let [done, isMore] = [0, true]; isMore; ) {
    const rows = await source.all(lengths, [done])
    isMore = rows.length === ROWS
    for (const last of endsOfPages(rows)) {
      yield await source.all(between, [done, last])
      done = last
    }
  }
}

/** The ids at which pages of about `AT_ONCE` characters end. */
function* endsOfPages(rows: readonly Row[]): Generator<number> {
  let characters = 0
  for (const [index, { id, length }] of rows.entries()) {
    const next = rows[index + 1]
    characters += Number(length)
    if (next && characters + Number(next['length']) <= AT_ONCE) continue
    yield id
    characters = 0
  }
}

/** Tables without an id are short, and ordered by their key. */
async function* pagesByKey(
  { name, columns, indexes }: TableSpec,
  source: Connection,
  { table, quote: q, native }: Dialect,
): AsyncGenerator<Row[]> {
  const all = columns.map((column) => column.name)
  const key = indexes.find(({ unique }) => unique)?.columns ?? all
  const sql = native(`select ${all.map(q).join(', ')} from ${table(name)} order by ${key.map(q).join(', ')} limit ${ROWS} offset ?`)
  for (let done = 0; ; ) {
    const rows = await source.all(sql, [done])
    if (rows.length > 0) yield rows
    if (rows.length < ROWS) return
    done += rows.length
  }
}

async function insert({ name, columns }: TableSpec, rows: readonly Row[], target: Connection, dialect: Dialect): Promise<void> {
  const { table, quote: q, native } = dialect
  const head = `insert into ${table(name)} (${columns.map((column) => q(column.name)).join(', ')}) values `
  const one = `(${columns.map(() => '?').join(', ')})`
  const most = Math.max(1, Math.floor(VALUES / columns.length))
  for (let at = 0; at < rows.length; at += most) {
    const part = rows.slice(at, at + most)
    const values = part.flatMap((row) => columns.map((column) => valueFor(row[column.name], column.kind, dialect)))
    await target.all(native(head + part.map(() => one).join(', ')), values)
  }
}

function valueFor(value: unknown, kind: Kind | 'identity', dialect: Dialect): unknown {
  if (value === null || value === undefined || kind === 'identity') return value ?? null
  return dialect.bind(kind, kind === 'boolean' ? value === true || value === 1 : value)
}

/** Makes sure that assigned ids are never reused, not even those of deleted rows. */
async function keepIds({ name, columns }: TableSpec, source: Connection, from: Dialect, target: Connection, to: Dialect): Promise<void> {
  if (!columns.some(({ kind }) => kind === 'identity')) return
  const [last] = await source.all(from.lastId(name))
  const id = Number(last!['n'])
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

function allOf(name: string, columns: readonly string[], source: Connection, { table, quote: q }: Dialect): Promise<Row[]> {
  return source.all(`select ${columns.map(q).join(', ')} from ${table(name)}`)
}

async function insertInto(name: string, rows: readonly Row[], target: Connection, { table, quote: q, native }: Dialect): Promise<void> {
  for (const row of rows) {
    const columns = Object.keys(row)
    const sql = `insert into ${table(name)} (${columns.map(q).join(', ')}) values (${columns.map(() => '?').join(', ')})`
    await target.all(native(sql), Object.values(row))
  }
}
