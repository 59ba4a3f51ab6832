/** Finds rows that a new unique index would refuse and names them, so that a person can change them instead of a failed start.
 * Tested by test/features/unique-within.test.ts.
 */

import type { Ask, Dialect } from '../store/contract.ts'
import type { IndexSpec } from '../store/index-spec.ts'
import type { TableSpec } from '../store/tables.ts'
import type { AddIndex, Applied, SchemaChange } from './changes.ts'
import { emptyable, emptyColumn } from './ddl.ts'
import { originOf, rowsAfter } from './foreseen.ts'
import { isEmpty } from './values.ts'

/** The maximum number of values and documents listed. */
const NAMED = 10
const LONGEST = 60

/** A unique index that a new version adds over existing content may wait until the content is unique. */
export const mayWait = (change: SchemaChange): change is AddIndex => change.do === 'addIndex' && change.index.where !== undefined

interface Foreseeing {
  /** The plan may contain the index itself. */
  plan: readonly SchemaChange[]
  applied: Applied
  ask: Ask
  dialect: Dialect
}

/** Checks the values as the plan would leave them, before it is applied. `wanted`: the table as the plan wants it. */
export async function clashesBefore(
  { table, index }: AddIndex,
  wanted: TableSpec | undefined,
  { plan, applied, ask, dialect }: Foreseeing,
): Promise<string | undefined> {
  if (!index.unique) return undefined
  const origin = originOf(table, [...index.columns, ...(index.where ? [index.where.column] : [])], plan, applied)
  if (!origin) return undefined
  const known = applied.tables.find(({ name }) => name === origin.table)
  const trash = known && wanted && trashOf({ ...wanted, columns: wanted.columns.filter((one) => isThere(known, one.name)) })
  if (origin.changes.length === 0) return clashesIn(origin.table, index, ask, dialect, trash)
  const found = new Map<string, Clash>()
  const emptied = emptyable(table, index)
  const withTrash = { ...origin, columns: [...origin.columns, ...(trash === undefined ? [] : [{ name: trash, kind: 'text' }])] }
  for await (const rows of rowsAfter(withTrash, plan, ask, dialect, await ask(dialect.catalogue, [])))
    for (const { id, values } of rows) {
      const given = index.columns.map((name) => values[name])
      if (given.some((one) => one === null || one === undefined) || (emptied !== undefined && values[emptied] === '')) continue
      if (index.where && !isEmpty(values[index.where.column])) continue
      const clash = found.get(JSON.stringify(given)) ?? { given, rows: [] }
      found.set(JSON.stringify(given), clash)
      clash.rows.push({ id, isTrashed: trash !== undefined && !isEmpty(values[trash]) })
    }
  return inWords([...found.values()].filter(({ rows }) => rows.length > 1))
}

const isThere = ({ columns }: TableSpec, name: string) => columns.some((one) => one.name === name)

/** The column that marks rows in the trash. */
export const trashOf = (table: TableSpec | undefined): string | undefined => table?.columns.find(({ trashes }) => trashes)?.name

interface Clash {
  given: readonly unknown[]
  rows: { id: number; isTrashed: boolean }[]
}

/** Values that occur in several documents although a unique index allows each only once. `trash`: the column that `trashOf` returns. */
export async function clashesIn(
  of: string,
  index: IndexSpec,
  ask: Ask,
  { table, quote: q, native }: Dialect,
  trash?: string,
): Promise<string | undefined> {
  const columns = index.columns.map(q)
  const emptied = emptyable(of, index)
  const filled = [
    ...columns.map((column) => `${column} is not null`),
    ...(emptied === undefined ? [] : [`cast(${q(emptied)} as text) <> ''`]),
  ]
  const among = [...filled, ...(index.where ? [emptyColumn(index.where, q)] : [])].join(' and ')
  const values = columns.map((column, at) => `${column} as ${q(`v${at}`)}`).join(', ')
  const taken = await ask(
    `select ${values} from ${table(of)} where ${among} group by ${columns.join(', ')} having count(*) > 1 order by ${columns.join(', ')} limit ${NAMED + 1}`,
    [],
  )
  const same = columns.map((column) => `${column} = ?`).join(' and ')
  const trashed = trash === undefined ? '' : `, ${q(trash)} as ${q('trashed')}`
  const clashes: Clash[] = []
  for (const row of taken) {
    const given = columns.map((_, at) => row[`v${at}`])
    const rows = await ask(
      native(
        `select ${q('id')} as ${q('id')}${trashed} from ${table(of)} where ${same} and ${among} order by ${q('id')} limit ${NAMED + 1}`,
      ),
      given,
    )
    clashes.push({ given, rows: rows.map((one) => ({ id: one['id'], isTrashed: !isEmpty(one['trashed']) })) })
  }
  return inWords(clashes)
}

function inWords(clashes: readonly Clash[]): string | undefined {
  if (clashes.length === 0) return undefined
  const named = clashes.slice(0, NAMED).map(({ given, rows }) => {
    const ids = rows.slice(0, NAMED).map(({ id, isTrashed }) => `${id}${isTrashed ? ' in the trash' : ''}`)
    return `${given.map(shown).join(' with ')} (documents ${ids.join(', ')}${rows.length > NAMED ? ' and others' : ''})`
  })
  const hint = clashes.some(({ rows }) => rows.some(({ isTrashed }) => isTrashed)) ? `; ${TRASH}` : ''
  return `${named.join('; ')}${clashes.length > NAMED ? '; and others' : ''}${hint}`
}

const TRASH = 'a document in the trash keeps its values: delete it there permanently, or recover it and change it'

function shown(value: unknown): string {
  const text = String(value)
  return text.length > LONGEST ? `'${text.slice(0, LONGEST)}…'` : `'${text}'`
}

/** The tables without the indexes that were left out. */
export const withoutIndexes = (tables: readonly TableSpec[], left: readonly AddIndex[]): TableSpec[] =>
  tables.map((table) => ({ ...table, indexes: table.indexes.filter((index) => !isAmong(left, table.name, index)) }))

const isAmong = (left: readonly AddIndex[], table: string, index: IndexSpec) =>
  left.some((one) => one.table === table && one.index.name === index.name)
