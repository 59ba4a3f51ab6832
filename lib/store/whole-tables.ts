/** Whole tables, for copies: read in pages, and inserted in batches. Tested by test/store/copy.test.ts. */
import type { Kind } from '../../schema/model.ts'
import type { Connection, Dialect, Row } from './contract.ts'
import type { TableSpec } from './tables.ts'

/** Values per statement, a number that every database accepts. */
const VALUES = 8000
const ROWS = 500
/** Characters to read and write at once, unless a single row has more. */
const AT_ONCE = 1_000_000

export function pagesOf(spec: TableSpec, source: Connection, dialect: Dialect): AsyncGenerator<Row[]> {
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

/** In as few statements as values allow. */
export async function insertAll({ name, columns }: TableSpec, rows: readonly Row[], target: Connection, dialect: Dialect): Promise<void> {
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

/** Every row of a short table. */
export function allOf(name: string, columns: readonly string[], source: Connection, { table, quote: q }: Dialect): Promise<Row[]> {
  return source.all(`select ${columns.map(q).join(', ')} from ${table(name)}`)
}

export async function insertInto(
  name: string,
  rows: readonly Row[],
  target: Connection,
  { table, quote: q, native }: Dialect,
): Promise<void> {
  for (const row of rows) {
    const columns = Object.keys(row)
    const sql = `insert into ${table(name)} (${columns.map(q).join(', ')}) values (${columns.map(() => '?').join(', ')})`
    await target.all(native(sql), Object.values(row))
  }
}
