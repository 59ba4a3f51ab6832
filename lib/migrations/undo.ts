/** The changes that undo a plan: they drop nothing and keep what was written since. */

import { GalleyError } from '../errors.ts'
import type { Outline } from '../store/outline.ts'
import type { TableSpec } from '../store/tables.ts'
import { type Counter, placeBefore } from './affected.ts'
import { byName } from './by-name.ts'
import { type Applied, columnOutline, isParked, type Parked, type SchemaChange } from './changes.ts'
import { blockTypesIn, fieldAt, nameIn, parentOf, renamedAt } from './inside.ts'
import { parkingName } from './moves.ts'

/** A plan as it was applied. */
export interface AppliedPlan {
  changes: SchemaChange[]
  /** The state of the database before the plan. */
  before: Applied
  /** The migration file that it came from. */
  file?: string
}

/** The tables in use, without what is parked. */
export const inUse = (applied: Applied): TableSpec[] =>
  applied.tables
    .filter(({ name }) => !isParked(applied, name))
    .map((table) => ({ ...table, columns: table.columns.filter(({ name }) => !isParked(applied, table.name, name)) }))

export const nothingToUndo = (): GalleyError => refusal('Nothing to undo: no plan of this database is recorded')

export function takingBack(plan: AppliedPlan, now: Applied): SchemaChange[] {
  if (plan.file !== undefined)
    throw refusal(
      `The last migration is the file ${plan.file}, and SQL statements can't be undone. Go back to the earlier schema and write another file:\n  npx galley migrate:create <name>`,
    )
  const dropped = plan.changes.find((change) => change.do === 'drop' || change.do === 'dropInside')
  if (dropped) throw refusal('The last plan dropped values, and only a backup can bring them back:\n  npx galley restore <file>')
  const names = new Names(now, plan.changes)
  const changes: SchemaChange[] = []
  for (const [at, change] of [...plan.changes.entries()].reverse()) {
    for (const one of inverse(change, plan.before, now, names.away)) changes.push(...names.freeing(one), one)
    changes.push(...parkingAgain(change, plan.changes.slice(0, at), plan.before))
  }
  return [...changes, ...collectingAgain(plan)]
}

/** The earlier schema may point elsewhere: collects under the names that the columns had before the plan. */
const collectingAgain = ({ changes }: AppliedPlan): SchemaChange[] =>
  changes.flatMap((change, at) => {
    if (change.do !== 'collect') return []
    const { table, column } = placeBefore(change, changes.slice(0, at))
    return column === undefined ? [] : [{ do: 'collect' as const, table, column }]
  })

/** Drops the columns and fields that undone conversions leave parked, if they hold no values. */
export async function leavingNothing(changes: readonly SchemaChange[], counter: Counter): Promise<SchemaChange[]> {
  const drops: SchemaChange[] = []
  for (const change of changes) {
    if (change.do !== 'revert' && change.do !== 'revertInside') continue
    const { table, parkedAs } = change
    const drop: SchemaChange =
      change.do === 'revert'
        ? { do: 'drop', table, column: parkedAs }
        : { do: 'dropInside', table, column: change.column, inside: renamedAt(change.inside, parkedAs) }
    if (await counter.holdsNothing(drop as Parked)) drops.push(drop)
  }
  return drops
}

/** A field that was parked before it made way is parked again under its own name. */
function parkingAgain(change: SchemaChange, earlier: readonly SchemaChange[], before: Applied): SchemaChange[] {
  if ((change.do !== 'renameColumn' && change.do !== 'renameInside') || ('isParked' in change && change.isParked)) return []
  const { table, do: made } = change
  const [column, inside] = made === 'renameColumn' ? [change.from] : [change.column, change.inside]
  const place = placeBefore({ table, column, ...(inside !== undefined && { inside }) }, earlier)
  const parked = before.parked.find(
    (one) => one.table === place.table && one.column === place.column && one.inside === place.inside && one.of === undefined,
  )
  if (!parked) return []
  return inside === undefined
    ? [{ do: 'park', table, column }]
    : [{ do: 'parkInside', table, column, inside, held: parked.held ?? { kind: 'json' } }]
}

/** Tracks the names taken while a plan is undone: parked values make way for values that return to their name. */
class Names {
  #places: Set<string>
  /** Names that the plan took from values, and that they get back. */
  readonly #returning: ReadonlySet<string>

  constructor({ tables, parked }: Applied, plan: readonly SchemaChange[]) {
    this.#returning = new Set(plan.flatMap(nameLeft))
    this.#places = new Set(
      tables.flatMap(({ name, columns }) => [
        name,
        ...columns.flatMap((column) => [`${name}/${column.name}`, ...placesIn(column.holds, `${name}/${column.name}/`)]),
      ]),
    )
    for (const { table, column, inside } of parked) if (inside !== undefined) this.#places.add(`${table}/${column}/${inside}`)
  }

  /** A free name for displaced values, not used anywhere. */
  readonly away = (name: string): string => {
    const isTaken = (one: string) =>
      this.#returning.has(one) ||
      [...this.#places].some(
        (place) => place.endsWith(`/${one}`) || place.endsWith(`.${one}`) || place.endsWith(`[${one}]`) || place === one,
      )
    const free = parkingName(name, isTaken)
    this.#places.add(free)
    return free
  }

  /** The changes that must come first to free the names that this change needs; also records the new names. */
  freeing(change: SchemaChange): SchemaChange[] {
    if (change.do === 'renameTable') {
      const { name } = change.table
      const away = this.#move(change.from, name, name)
      return away === undefined ? [] : [{ ...change, from: name, table: { ...change.table, name: away } }]
    }
    if (change.do === 'renameColumn') {
      const { table, from, to } = change
      const away = this.#move(`${table}/${from}`, `${table}/${to}`, to)
      return away === undefined ? [] : [{ ...change, from: to, to: away }]
    }
    if (change.do === 'revert') {
      const { table, column, from, parkedAs } = change
      this.#rename(`${table}/${column.name}`, `${table}/${parkedAs}`)
      this.#rename(`${table}/${from}`, `${table}/${column.name}`)
    }
    if (change.do === 'revertInside') {
      const { table, column, inside, from, parkedAs } = change
      const at = (name: string) => `${table}/${column}/${parentOf(inside)}.${name}`
      this.#rename(at(nameIn(inside)), at(parkedAs))
      this.#rename(at(from), at(nameIn(inside)))
    }
    if (change.do !== 'renameInside') return []
    const { table, column, inside, to } = change
    const target = renamedAt(inside, to)
    const away = this.#move(`${table}/${column}/${inside}`, `${table}/${column}/${target}`, to)
    return away === undefined ? [] : [{ ...change, inside: target, to: away }]
  }

  #move(from: string, to: string, name: string): string | undefined {
    const away = this.#places.has(to) ? this.away(name) : undefined
    if (away !== undefined) this.#rename(to, to.slice(0, to.lastIndexOf(name)) + away + to.slice(to.lastIndexOf(name) + name.length))
    this.#rename(from, to)
    return away
  }

  #rename(from: string, to: string): void {
    const isBelow = (place: string) => place === from || (place.startsWith(from) && /[/.[]/.test(place.charAt(from.length)))
    this.#places = new Set([...this.#places].map((place) => (isBelow(place) ? to + place.slice(from.length) : place)))
  }
}

function nameLeft(change: SchemaChange): string[] {
  if (change.do === 'renameColumn' || change.do === 'renameTable') return [change.from]
  return change.do === 'renameInside' ? [nameIn(change.inside)] : []
}

function placesIn(outline: Pick<Outline, 'fields' | 'blocks' | 'text'> | undefined, at: string): string[] {
  return [
    ...(outline?.fields ?? []).flatMap((field) => [`${at}.${field.name}`, ...placesIn(field, `${at}.${field.name}`)]),
    ...(blockTypesIn(outline) ?? []).flatMap((block) => [`${at}[${block.name}]`, ...placesIn(block, `${at}[${block.name}]`)]),
  ]
}

function countedAgain({ tables }: Applied, table: string): SchemaChange[] {
  const tally = tables.find(({ name }) => name === table)?.tally
  return [{ do: 'count', table, ...(tally && { tally }) }]
}

const refusal = (what: string) => new GalleyError('MIGRATION', what)

function inverse(change: SchemaChange, before: Applied, now: Applied, away: (name: string) => string): SchemaChange[] {
  switch (change.do) {
    case 'createTable':
      return [{ do: 'park', table: change.table.name }]
    case 'renameTable':
      return [
        { do: 'renameTable', from: change.table.name, table: { ...change.table, name: change.from } },
        ...countedAgain(before, change.from),
      ]
    case 'addColumn':
      return [{ do: 'park', table: change.table, column: change.column.name }]
    case 'renameColumn':
      return [{ ...change, from: change.to, to: change.from }]
    case 'convert': {
      const { table, column, parkedAs } = change
      const former = { ...byName(byName(now.tables, table).columns, parkedAs), name: column.name }
      return [{ do: 'revert', table, column: former, from: parkedAs, written: columnOutline(column), parkedAs: away(column.name) }]
    }
    case 'park':
      return [{ do: 'unpark', table: change.table, ...(change.column !== undefined && { column: change.column }) }]
    case 'unpark':
      return [{ do: 'park', table: change.table, ...(change.column !== undefined && { column: change.column }) }]
    case 'addIndex':
      return [{ do: 'dropIndex', table: change.table, index: change.index.name }]
    case 'dropIndex': {
      const index = before.tables.flatMap(({ indexes }) => indexes).find(({ name }) => name === change.index)
      return index ? [{ do: 'addIndex', table: change.table, index }] : []
    }
    case 'count':
      return countedAgain(before, change.table)
    case 'renameInside':
      return [{ ...change, inside: renamedAt(change.inside, change.to), to: nameIn(change.inside) }]
    case 'convertInside': {
      const { table, column, inside, held, holds, parkedAs: from } = change
      const parkedAs = away(nameIn(inside))
      return [{ do: 'revertInside', table, column, inside, from, written: holds, held, parkedAs }]
    }
    case 'parkInside': {
      const { table, column, inside } = change
      return [{ do: 'unparkInside', table, column, inside }]
    }
    case 'addInside':
    case 'unparkInside': {
      const { table, column, inside } = change
      const holds = now.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.holds
      return [{ do: 'parkInside', table, column, inside, held: (holds && fieldAt(holds, inside)) ?? { kind: 'json' } }]
    }
    default:
      // Values that filled or replaced empty ones are now like any others.
      return []
  }
}
