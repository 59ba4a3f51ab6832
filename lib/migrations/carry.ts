/** Applies a change to stored values in live rows, pending drafts and versions, in batches. Tested by test/migrations/conversions.test.ts. */

import type { Kind } from '../../schema/model.ts'
import { SHAPE } from '../store/columns.ts'
import type { Ask, Connection, Dialect, Row } from '../store/contract.ts'
import type { Outline } from '../store/outline.ts'
import { PENDING, VERSIONS } from '../store/snapshots.ts'
import { columnOutline, heldBefore, type InsideChange, isInside, type SchemaChange, type Whereabouts } from './changes.ts'
import { grouped } from './grouped.ts'
import { isBlock, type JsonObject, nameIn, placedHolders, removeBlocks, renamedAt, renameKey } from './inside.ts'
import { type Exists, TargetsThere } from './targets-there.ts'
import { asksForTargets, converted, convertedBlock, fromColumn, isEmpty, isStillConverted, type Surroundings } from './values.ts'

const BATCH = 500

/** The values of a document, by column. */
export type Values = Record<string, unknown>

export interface Carrying {
  table: string
  /** Columns of live rows to read, and perhaps to write. */
  columns: readonly { name: string; kind: string }[]
  /** Only JSON that contains this text is affected. */
  holding?: string
  /** The renames that the change's SQL makes in live rows, to repeat in drafts and versions. */
  renamed?: readonly { from: string; to: string }[]
  /** Changes the values, and returns how many it changed. */
  carry?(values: Values, exists: Exists): number
  /** The change may turn values into relations. */
  refers?: boolean
  /** Asks for the documents that the new relations would point to, if `carry` does more than that. @default carry */
  lookUp?(values: Values, exists: Exists): void
}

/** `catalogue`: the tables and columns that exist. */
export async function carryColumns(
  change: SchemaChange,
  connection: Connection,
  dialect: Dialect,
  catalogue: readonly Row[],
): Promise<void> {
  const carrying = carryingOf(change)
  if (!carrying) return
  const places = placesOf(carrying, dialect, catalogue).filter(({ where }) => !change.converted?.includes(where))
  for (const place of places) await carryIn(place, carrying, connection, dialect, catalogue)
}

export function carryingOf(change: SchemaChange): Carrying | undefined {
  if (isInside(change)) return insideCarrying(change)
  switch (change.do) {
    case 'renameColumn':
      return { table: change.table, columns: [], renamed: [change] }
    case 'convert': {
      const { column, parkedAs, from } = change
      const held = heldBefore(change)
      return {
        table: change.table,
        columns: [{ name: parkedAs, kind: from }, column],
        renamed: [{ from: column.name, to: parkedAs }],
        refers: asksForTargets(columnOutline(column)),
        carry(values, exists) {
          if (!Object.hasOwn(values, parkedAs)) return 0
          values[column.name] = converted(values[parkedAs], held, columnOutline(column), { within: column.name, exists })
          return 1
        },
      }
    }
    case 'merge': {
      const { column, from, held } = change
      return {
        table: change.table,
        columns: [{ name: from, kind: held.list ? 'json' : held.kind }, column],
        refers: asksForTargets(columnOutline(column)),
        carry: (values, exists) =>
          fillEmpty(values, column.name, converted(values[from], held, columnOutline(column), { within: column.name, exists })),
      }
    }
    case 'drop': {
      const { table, column } = change
      if (column === undefined) return undefined
      const carry = (values: Values) => Number(Object.hasOwn(values, column) && delete values[column])
      return { table, columns: [], holding: `"${column}":`, carry }
    }
    case 'revert': {
      const { column, from, written, parkedAs } = change
      return {
        table: change.table,
        columns: [{ name: parkedAs, kind: written.list ? 'json' : written.kind }, column],
        renamed: [
          { from: column.name, to: parkedAs },
          { from, to: column.name },
        ],
        refers: [columnOutline(column), written].some(asksForTargets),
        carry: (values, exists) => revert(values, column.name, parkedAs, columnOutline(column), written, { within: column.name, exists }),
      }
    }
    default:
      return undefined
  }
}

/** An unchanged conversion result gives way to the old value; anything written since is converted back. */
function revert(values: Values, name: string, writtenIn: string, held: Outline, written: Outline, surroundings: Surroundings): number {
  if (!Object.hasOwn(values, writtenIn)) return 0
  const [old, present] = [values[name] ?? null, values[writtenIn] ?? null]
  if (isStillConverted(present, old, [held, written], surroundings)) return 0
  values[name] = converted(present, written, held, surroundings)
  return 1
}

function fillEmpty(values: Values, name: string, value: unknown): number {
  if (!isEmpty(values[name]) || isEmpty(value)) return 0
  values[name] = value
  return 1
}

function insideCarrying(change: InsideChange): Carrying | undefined {
  const { table, column, inside } = change
  const name = nameIn(inside)
  const each = (key: string, work: (object: JsonObject, surroundings: Surroundings) => number, refers = false): Carrying => ({
    table,
    columns: [{ name: column, kind: 'json' }],
    holding: `"${key}":`,
    refers,
    carry: (values, exists) =>
      placedHolders(values[column], inside, column).reduce(
        (sum, { object, within }) => sum + work(object, { within: `${within}.${name}`, exists }),
        0,
      ),
  })
  switch (change.do) {
    case 'renameInside':
      if (isBlock(inside)) return { ...each(name, (block) => asBlock(block, change.to)), holding: blockText(name) }
      return each(name, (object) => {
        // During a rolling deploy, a newer process may already have written the new name.
        if (!Object.hasOwn(object, name) || !isEmpty(object[change.to])) return 0
        renameKey(object, name, change.to)
        return 1
      })
    case 'convertInside':
      return each(
        name,
        (object, surroundings) => {
          if (!Object.hasOwn(object, name)) return 0
          object[change.parkedAs] = object[name]
          object[name] = converted(object[name], change.held, change.holds, surroundings)
          return 1
        },
        asksForTargets(change.holds),
      )
    case 'revertInside':
      return each(
        name,
        (object, surroundings) => {
          if (!Object.hasOwn(object, name)) return 0
          object[change.parkedAs] = object[name]
          delete object[name]
          if (Object.hasOwn(object, change.from)) renameKey(object, change.from, name)
          else object[name] = null
          revert(object, name, change.parkedAs, change.held, change.written, surroundings)
          return 1
        },
        [change.held, change.written].some(asksForTargets),
      )
    case 'mergeInside':
      if (isBlock(inside)) {
        const { from, held, holds } = change
        const former = renamedAt(inside, from)
        const carry = (values: Values, exists: Exists) =>
          placedHolders(values[column], former, column).reduce((sum, { object, within }) => {
            asBlock(object, name)
            Object.assign(object, convertedBlock(object, name, held, holds, { within, exists }))
            return sum + 1
          }, 0)
        return { ...each(from, () => 0, asksForTargets(holds)), holding: blockText(from), carry }
      }
      return each(
        change.from,
        (object, surroundings) => fillEmpty(object, name, converted(object[change.from], change.held, change.holds, surroundings)),
        asksForTargets(change.holds),
      )
    case 'dropInside':
      if (isBlock(inside))
        return { ...each(name, () => 0), holding: blockText(name), carry: (values) => Number(removeBlocks(values[column], inside)) }
      return each(name, (object) => (Object.hasOwn(object, name) && delete object[name] ? 1 : 0))
    default:
      return undefined
  }
}

function asBlock(block: JsonObject, name: string): number {
  block['blockType'] = name
  return 1
}

/** How a block's type appears in JSON. */
export const blockText = (name: string): string => `"blockType":"${name}"`

export interface Place {
  table: string
  where: Whereabouts
  /** The columns of live rows; empty for drafts and versions, which are stored as one value. */
  columns: readonly { name: string; kind: string }[]
  /** The column that holds the whole draft or version. */
  aside?: string
  /** Restricts the rows to this entity, in a table shared by several. */
  entity?: string
  /** Its rows have a stamp of the form of their JSON, which changes or goes: an older process would send it as it is. */
  isStamped?: boolean
}

/** The places where a table's documents store their values. */
export function placesOf({ table, columns }: Pick<Carrying, 'table' | 'columns'>, { bare }: Dialect, catalogue: readonly Row[]): Place[] {
  const has = (name: string, column: string) => catalogue.some((row) => row['table'] === bare(name) && row['column'] === column)
  return [
    ...(columns.length > 0
      ? [{ table, where: 'live' as const, columns, isStamped: has(table, SHAPE) && columns.some(({ kind }) => kind === 'json') }]
      : []),
    ...(has(table, PENDING) ? [{ table, where: 'drafts' as const, columns: [], aside: PENDING }] : []),
    ...(has(VERSIONS, 'data') ? [{ table: VERSIONS, where: 'versions' as const, columns: [], aside: 'data', entity: table }] : []),
  ]
}

/** The documents of a place that may be affected, in batches. */
export async function* documentsIn(
  place: Omit<Place, 'where'>,
  holding: string | undefined,
  ask: Ask,
  dialect: Dialect,
): AsyncGenerator<{ id: number; values: Values }[]> {
  const { native, table, quote: q } = dialect
  const names = place.aside === undefined ? place.columns.map(({ name }) => name) : [place.aside]
  const conditions = [`${q('id')} > ?`]
  const bound: unknown[] = []
  if (place.aside !== undefined) conditions.push(`${q(place.aside)} is not null`)
  if (place.entity !== undefined) {
    conditions.push(`${q('entity')} = ?`)
    bound.push(place.entity)
  }
  if (holding !== undefined) {
    // biome-ignore lint/style/noNonNullAssertion: a place has at least one column, or one that is set aside
    conditions.push(`cast(${q(names[0]!)} as text) like ? escape '!'`)
    bound.push(`%${holding.replace(/[!%_]/g, '!$&')}%`)
  }
  const columns = names.map((name, at) => `${q(name)} as ${q(`c${at}`)}`).join(', ')
  const sql = native(
    `select ${q('id')} as "id", ${columns} from ${table(place.table)} where ${conditions.join(' and ')} order by ${q('id')} limit ${BATCH}${typed(place.columns)}`,
  )
  for (let last = 0; ; ) {
    const rows = await ask(sql, [last, ...bound])
    const documents = rows.map((row) => ({
      id: row['id'] as number,
      values:
        place.aside === undefined
          ? Object.fromEntries(place.columns.map(({ name, kind }, at) => [name, fromColumn(row[`c${at}`], kind)]))
          : (fromColumn(row['c0'], 'json') as Values),
    }))
    if (documents.length > 0) yield documents
    const end = rows.at(-1)
    if (!end || rows.length < BATCH) return
    last = end['id']
  }
}

/** Returns how many values were changed, or would be changed if `isDry`. */
export async function carryIn(
  place: Place,
  carrying: Carrying,
  connection: Connection,
  dialect: Dialect,
  catalogue: readonly Row[],
  isDry = false,
): Promise<number> {
  let sum = 0
  const ask: Ask = (sql, values) => connection.all(sql, values)
  const targets = new TargetsThere(ask, dialect, catalogue)
  const isAside = place.aside !== undefined
  for await (const documents of documentsIn(place, carrying.holding, ask, dialect)) {
    if (carrying.refers)
      await targets.lookUp(() => {
        for (const { values } of structuredClone(documents))
          (carrying.lookUp ?? carrying.carry)?.(movedBy(carrying, values, isAside), targets.exists)
      })
    const rows: WrittenRow[] = []
    for (const { id, values } of documents) {
      const before = isAside ? JSON.stringify(values) : jsonOf(values)
      const { values: moved, changed } = carriedBy(carrying, values, isAside, targets.exists)
      sum += changed
      if (typeof before === 'string') {
        if (JSON.stringify(moved) !== before)
          // biome-ignore lint/style/noNonNullAssertion: only what is set aside was made a text
          rows.push({ id, columns: [{ name: place.aside!, kind: 'json' }], values: { [place.aside!]: moved } })
        continue
      }
      const touched = place.columns.filter(({ name }) => JSON.stringify(moved[name]) !== before[name])
      if (touched.length > 0) rows.push({ id, columns: touched, values: moved })
    }
    if (!isDry) await writeRows(place, rows, connection, dialect)
  }
  return sum
}

/** The new values of one document, and how many changed. */
export function carriedBy(carrying: Carrying, values: Values, isAside: boolean, exists: Exists): { values: Values; changed: number } {
  const moved = movedBy(carrying, values, isAside)
  return { values: moved, changed: carrying.carry?.(moved, exists) ?? 0 }
}

const movedBy = ({ renamed }: Carrying, values: Values, isAside: boolean): Values =>
  isAside && renamed ? withRenamed(values, renamed) : values

export function withRenamed(values: Values, renamed: NonNullable<Carrying['renamed']>): Values {
  const moved = { ...values }
  for (const { from, to } of renamed) if (Object.hasOwn(moved, from)) renameKey(moved, from, to)
  return moved
}

/** A prepared statement remembers its column types, so other types need a different statement text. */
const typed = (columns: Place['columns']): string => ` /* ${columns.map(({ kind }) => kind).join(', ')} */`

const jsonOf = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]))

interface WrittenRow {
  id: number
  columns: Place['columns']
  values: Values
}

/** Updates rows. Where each statement is a round trip, rows with the same columns share one. */
export async function writeRows(
  { table: of, isStamped }: Pick<Place, 'table' | 'isStamped'>,
  rows: readonly WrittenRow[],
  connection: Connection,
  { isRemote, native, table, quote: q, bind, rows: listed }: Dialect,
): Promise<void> {
  const boundIn = ({ columns, values }: WrittenRow) =>
    columns.map(({ name, kind }) => {
      const value = values[name] ?? null
      return value === null ? null : kind === 'json' ? JSON.stringify(value) : bind(kind as Kind, value)
    })
  const unstamped = isStamped ? `, ${q(SHAPE)} = ''` : ''
  if (!isRemote) {
    for (const row of rows) {
      const set = row.columns.map(({ name }) => `${q(name)} = ?`).join(', ')
      const sql = `update ${table(of)} set ${set}${unstamped} where ${q('id')} = ?${typed(row.columns)}`
      await connection.all(native(sql), [...boundIn(row), row.id])
    }
    return
  }
  const keyOf = ({ columns }: WrittenRow) => columns.map(({ name }) => name).join()
  for (const together of grouped(rows, keyOf)) {
    const [{ columns }] = together
    const set = columns.map(({ name }) => `${q(name)} = written.${q(name)}`).join(', ')
    const written = listed('written', [{ name: 'id', kind: 'id' }, ...columns.map(({ name, kind }) => ({ name, kind: kind as Kind }))])
    const sql = `update ${table(of)} stored set ${set}${unstamped} from ${written} where stored.${q('id')} = written.${q('id')}`
    await connection.all(native(sql), [JSON.stringify(together.map((row) => [row.id, ...boundIn(row)]))])
  }
}
