/** Creates an index. If stored values violate it, reports which documents hold them. */
import { INDEXED_BYTES } from '../../schema/validators.ts'
import { GalleyError } from '../errors.ts'
import type { Ask, Connection, Dialect } from '../store/contract.ts'
import { valuesInside } from '../store/filter-sql.ts'
import type { IndexSpec, Inside } from '../store/index-spec.ts'
import type { TableSpec } from '../store/tables.ts'
import { clashesIn, trashOf } from './clashes.ts'

const NAMED = 5

/** Runs a statement that may create an index on one of these tables. */
export async function makeIndex(sql: string, connection: Connection, dialect: Dialect, tables: readonly TableSpec[]): Promise<void> {
  const name = /^(?:--.*\n)*create (?:unique )?index (?:if not exists )?"([^"]+)"/.exec(sql)?.[1]
  if (name === undefined) return void (await connection.all(sql))
  const { needsSavepoints } = dialect
  if (needsSavepoints) await connection.all('savepoint making_index')
  try {
    await connection.all(sql)
  } catch (error) {
    if (!dialect.isTooLong?.(error) && !dialect.uniqueClash(error)) throw error
    if (needsSavepoints) await connection.all('rollback to savepoint making_index')
    for (const table of tables) {
      const index = table.indexes.find((one) => dialect.bare(one.name) === name)
      if (index)
        throw dialect.uniqueClash(error)
          ? await clashing(table, index, connection, dialect)
          : await tooLong(table, index, (text, values) => connection.all(text, values), dialect)
    }
    throw error
  }
  if (needsSavepoints) await connection.all('release savepoint making_index')
}

async function clashing(table: TableSpec, index: IndexSpec, connection: Connection, dialect: Dialect): Promise<GalleyError> {
  const clashes = await clashesIn(table.name, index, (sql, values) => connection.all(sql, values), dialect, trashOf(table))
  return notUnique(table.name, index, clashes, 'Nothing was changed')
}

/** `rest`: what happened to the rest of the plan. */
export function notUnique(table: string, { columns }: IndexSpec, clashes: string | undefined, rest: string): GalleyError {
  const fields = columns.map((name) => `'${name.replaceAll('$', '.')}'`).join(' with ')
  return new GalleyError(
    'MIGRATION',
    `${fields} of '${table}' must be unique, but several documents have the same value: ${clashes}. Change these values, or remove 'unique' from the field, then try again. ${rest}`,
  )
}

export async function tooLong(table: TableSpec, index: IndexSpec, ask: Ask, dialect: Dialect): Promise<GalleyError> {
  const { table: named, quote: q } = dialect
  const { inside } = index
  const texts = index.columns.filter((name) => inside || table.columns.some((column) => column.name === name && column.kind === 'text'))
  const bytesOf = (name: string) => (inside ? longestInside(name, inside, dialect) : `coalesce(octet_length(${q(name)}), 0)`)
  const bytes = texts.map(bytesOf).join(' + ')
  const sql = `select ${q('id')} from ${named(table.name)} where ${bytes} > ${INDEXED_BYTES} order by ${bytes} desc, ${q('id')} limit ${NAMED + 1}`
  const ids = (await ask(sql, [])).map((row) => row['id'])
  const fields = texts.filter((name) => name !== 'created_at').map((name) => `'${name.replaceAll('$', '.')}'`)
  const rows = `${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ' and others' : ''}`
  return new GalleyError(
    'MIGRATION',
    `${fields.join(' with ')} of '${table.name}' has an index, and Postgres indexes at most ${INDEXED_BYTES} bytes of a text. Longer texts are in these documents: ${rows}. Shorten them, or remove 'index', 'unique' or 'uniqueWithin' from the field, then try again`,
  )
}

/** The bytes of the longest text inside a column. */
function longestInside(column: string, inside: Inside, dialect: Dialect): string {
  const { value, from, where } = valuesInside(dialect.quote(column), inside, dialect)
  return `(select max(octet_length(${value})) from ${from} where ${where})`
}
