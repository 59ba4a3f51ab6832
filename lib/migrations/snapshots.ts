/** What a change of columns means for documents set aside as snapshots: pending drafts and versions are keyed by column, so they change too. */

import type { Connection, Dialect, Row } from '../store/contract.ts'
import { PENDING, VERSIONS } from '../store/snapshots.ts'
import type { Change } from './changes.ts'
import { convert } from './ddl.ts'

type Moving = Extract<Change, { do: 'renameColumn' | 'convert' }>

const BATCH = 500

export const movesValues = (change: Change): change is Moving => change.do === 'renameColumn' || change.do === 'convert'

/** `catalogue`: the tables and columns that exist. */
export async function changeSnapshots(change: Moving, connection: Connection, dialect: Dialect, catalogue: readonly Row[]): Promise<void> {
  const has = (table: string, column: string) => catalogue.some((row) => row['table'] === dialect.bare(table) && row['column'] === column)
  if (has(change.table, PENDING)) await rewrite(change, { table: change.table, column: PENDING }, connection, dialect)
  if (has(VERSIONS, 'data')) await rewrite(change, { table: VERSIONS, column: 'data', entity: change.table }, connection, dialect)
}

interface Place {
  table: string
  column: string
  /** Rows of one entity among others. */
  entity?: string
}

async function rewrite(change: Moving, place: Place, connection: Connection, { native, table, quote: q }: Dialect): Promise<void> {
  const mine = place.entity === undefined ? '' : ` and ${q('entity')} = ?`
  const sql = `select ${q('id')} as "id", ${q(place.column)} as "text" from ${table(place.table)} where ${q('id')} > ? and ${q(place.column)} is not null${mine} order by ${q('id')} limit ${BATCH}`
  for (let last = 0; ; ) {
    const rows = await connection.all(native(sql), [last, ...(place.entity === undefined ? [] : [place.entity])])
    for (const row of rows) {
      const changed = moved(typeof row['text'] === 'string' ? JSON.parse(row['text']) : row['text'], change)
      if (!changed) continue
      const update = `update ${table(place.table)} set ${q(place.column)} = ? where ${q('id')} = ?`
      await connection.all(native(update), [JSON.stringify(changed), row['id']])
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)!['id']
  }
}

function moved(snapshot: Record<string, unknown>, change: Moving): Record<string, unknown> | undefined {
  const from = change.do === 'renameColumn' ? change.from : change.column.name
  if (!Object.hasOwn(snapshot, from)) return undefined
  if (change.do === 'renameColumn')
    return Object.fromEntries(Object.entries(snapshot).map(([key, value]) => [key === from ? change.to : key, value]))
  const { kind, list } = change.column
  const stored = change.from === 'json' && snapshot[from] !== null ? JSON.stringify(snapshot[from]) : snapshot[from]
  const value = convert(stored, change.from, change.wasList, kind as Exclude<typeof kind, 'identity'>, list === true)
  return { ...snapshot, [from]: kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value }
}
