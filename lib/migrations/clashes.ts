/** Rows that a new unique index would refuse: named, so that a person can change them, instead of stopping a start. */

import type { Dialect, Row } from '../store/contract.ts'
import type { IndexSpec, TableSpec } from '../store/tables.ts'
import type { AddIndex, Applied, Change } from './changes.ts'
import { emptyable, emptyColumn } from './ddl.ts'

/** Values and documents that are named at most. */
const NAMED = 10
const LONGEST = 60

/** An index that a new version asks for, over content that nobody had to keep unique: it may wait until that is. */
export const mayWait = (change: Change): change is AddIndex => change.do === 'addIndex' && change.index.where !== undefined

type Ask = (sql: string, values: readonly unknown[]) => Promise<Row[]>

/** Before a plan is made: nothing can be said of columns that come with it. */
export async function clashesBefore({ table, index }: AddIndex, applied: Applied, ask: Ask, dialect: Dialect): Promise<string | undefined> {
  if (!index.unique) return undefined
  const there = new Set(applied.tables.find(({ name }) => name === table)?.columns.map(({ name }) => name))
  const isThere = [...index.columns, ...(index.where ? [index.where.column] : [])].every((name) => there.has(name))
  return isThere ? clashesIn(table, index, ask, dialect) : undefined
}

/** Values that stand in several documents, where a unique index takes each but once. */
export async function clashesIn(of: string, index: IndexSpec, ask: Ask, { table, quote: q, native }: Dialect): Promise<string | undefined> {
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
  const named: string[] = []
  for (const row of taken.slice(0, NAMED)) {
    const given = columns.map((_, at) => row[`v${at}`])
    const rows = await ask(
      native(`select ${q('id')} as ${q('id')} from ${table(of)} where ${same} and ${among} order by ${q('id')} limit ${NAMED + 1}`),
      given,
    )
    const ids = rows.slice(0, NAMED).map((one) => one['id'])
    named.push(`${given.map(shown).join(' with ')} (documents ${ids.join(', ')}${rows.length > NAMED ? ' and others' : ''})`)
  }
  if (named.length === 0) return undefined
  return `${named.join('; ')}${taken.length > NAMED ? '; and others' : ''}`
}

function shown(value: unknown): string {
  const text = String(value)
  return text.length > LONGEST ? `'${text.slice(0, LONGEST)}…'` : `'${text}'`
}

/** The tables without indexes that were left out. */
export const withoutIndexes = (tables: readonly TableSpec[], left: readonly AddIndex[]): TableSpec[] =>
  tables.map((table) => ({ ...table, indexes: table.indexes.filter((index) => !isAmong(left, table.name, index)) }))

const isAmong = (left: readonly AddIndex[], table: string, index: IndexSpec) =>
  left.some((one) => one.table === table && one.index.name === index.name)
