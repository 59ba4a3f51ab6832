/** Rows that a new unique index would refuse: named, so that a person can change them, instead of stopping a start. */

import type { Dialect, Row } from '../store/contract.ts'
import type { IndexSpec, TableSpec } from '../store/tables.ts'
import type { Change } from './changes.ts'
import { emptyColumn } from './ddl.ts'

/** Values and documents that are named at most. */
const NAMED = 10

type AddIndex = Extract<Change, { do: 'addIndex' }>

/** An index that a new version asks for, over content that nobody had to keep unique: it may wait until that is. */
export const mayWait = (change: Change): change is AddIndex => change.do === 'addIndex' && change.index.where !== undefined

export async function clashesIn(
  { table: of, index }: AddIndex,
  ask: (sql: string, values: readonly unknown[]) => Promise<Row[]>,
  { table, quote: q, native }: Dialect,
): Promise<string | undefined> {
  const column = q(index.columns[0]!)
  const among = `${column} is not null and ${emptyColumn(index.where!, q)}`
  const taken = await ask(
    `select ${column} as ${q('value')} from ${table(of)} where ${among} group by ${column} having count(*) > 1 order by ${column} limit ${NAMED}`,
    [],
  )
  const named: string[] = []
  for (const { value } of taken) {
    const rows = await ask(
      native(`select ${q('id')} as ${q('id')} from ${table(of)} where ${column} = ? and ${among} order by ${q('id')} limit ${NAMED}`),
      [value],
    )
    named.push(`'${value}' (documents ${rows.map((row) => row['id']).join(', ')})`)
  }
  return named.length > 0 ? named.join('; ') : undefined
}

/** The tables without indexes that were left out. */
export const withoutIndexes = (tables: readonly TableSpec[], left: readonly AddIndex[]): TableSpec[] =>
  tables.map((table) => ({ ...table, indexes: table.indexes.filter((index) => !isAmong(left, table.name, index)) }))

const isAmong = (left: readonly AddIndex[], table: string, index: IndexSpec) =>
  left.some((one) => one.table === table && one.index.name === index.name)
