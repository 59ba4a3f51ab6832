/** Which values of a plan can be converted before it runs, how, and which changes that covers. Knows nothing about execution. */

import { createHash } from 'node:crypto'
import type { Kind } from '../../schema/model.ts'
import type { Dialect, Row } from '../store/contract.ts'
import { placeBefore } from './affected.ts'
import { type Carrying, carriedBy, carryingOf, placesOf, type Values } from './carry.ts'
import { columnOutline, heldBefore, isInside, type SchemaChange, type Whereabouts } from './changes.ts'
import { grouped } from './grouped.ts'
import { converted, fromColumn } from './values.ts'

/** The values of a column, as the database has them before the plan. */
export interface Conversion {
  table: string
  column: string
  where: Whereabouts
  /** The collection or global, if these are versions. */
  entity?: string
  /** The column's type after the conversion. */
  to: Kind
  changes: readonly SchemaChange[]
  /** Whether the result is independent of other documents. */
  isAlone: boolean
  /** Converts a value; undefined if it stays the same. */
  convert(value: unknown): { value: unknown } | undefined
  /** Identifies the conversion, across processes too. */
  key: string
}

/** All conversions of a plan. Values that the plan drops afterwards are left to the plan. */
export function conversionsOf(changes: readonly SchemaChange[], dialect: Dialect, catalogue: readonly Row[]): Conversion[] {
  const carried = changes.filter(({ do: made }) => made !== 'drop' && made !== 'dropInside').flatMap(withCarrying)
  const isThere = ({ table, column }: { table: string; column: string }) =>
    catalogue.some((row) => row['table'] === dialect.bare(table) && row['column'] === column)
  const live = [...liveFields(carried, changes), ...liveJson(carried, changes)]
  return [...live, ...setAside(carried, changes, dialect, catalogue)].filter(isThere)
}

interface Carried {
  change: SchemaChange
  carrying: Carrying
}

const withCarrying = (change: SchemaChange): Carried[] => {
  const carrying = carryingOf(change)
  return carrying ? [{ change, carrying }] : []
}

function liveFields(carried: readonly Carried[], changes: readonly SchemaChange[]): Conversion[] {
  return carried.flatMap(({ change, carrying }) => {
    if (change.do !== 'convert') return []
    const { column: spec, from } = change
    const { table, column } = before({ change, carrying }, spec.name, changes)
    const [held, holds] = [heldBefore(change), columnOutline(spec)]
    const convert = (value: unknown) => ({
      value: converted(fromColumn(value, from), held, holds, { within: spec.name, exists: () => false }),
    })
    return [conversion({ table, column, where: 'live', to: spec.kind as Kind, convert }, [{ change, carrying }])]
  })
}

/** Changes inside the rows and blocks of a column are made in one pass. */
function liveJson(carried: readonly Carried[], changes: readonly SchemaChange[]): Conversion[] {
  const inside = carried.flatMap((one) => (isInside(one.change) ? [{ ...one, column: one.change.column }] : []))
  return grouped(inside, ({ carrying, column }) => `${carrying.table}/${column}`).map((group) => {
    const [first] = group
    const { column: name } = first
    const { table, column } = before(first, name, changes)
    const convert = changedJson((value) => carriedThrough({ [name]: value }, group, false)[name])
    return conversion({ table, column, where: 'live', to: 'json', convert }, group)
  })
}

/** A pending draft or version is one value that contains all columns of its table. */
function setAside(
  carried: readonly Carried[],
  changes: readonly SchemaChange[],
  dialect: Dialect,
  catalogue: readonly Row[],
): Conversion[] {
  return grouped(carried, ({ carrying }) => carrying.table).flatMap((group) => {
    const { table } = before(group[0], undefined, changes)
    const convert = changedJson((value) => carriedThrough(value as Values, group, true))
    return placesOf({ table, columns: [] }, dialect, catalogue).flatMap(({ table: of, aside, entity, where }) =>
      aside === undefined
        ? []
        : conversion({ table: of, column: aside, where, ...(entity !== undefined && { entity }), to: 'json', convert }, group),
    )
  })
}

function before(
  { change, carrying }: Carried,
  column: string | undefined,
  changes: readonly SchemaChange[],
): { table: string; column: string } {
  const place = { table: carrying.table, ...(column !== undefined && { column }) }
  return placeBefore(place, changes.slice(0, changes.indexOf(change))) as { table: string; column: string }
}

function carriedThrough(values: Values, group: readonly Carried[], isAside: boolean): Values {
  return group.reduce((moved, { carrying }) => carriedBy(carrying, moved, isAside, () => false).values, values)
}

/** Compares values as JSON to see whether they changed. */
const changedJson = (convert: (value: unknown) => unknown) => (stored: unknown) => {
  const value = fromColumn(stored, 'json')
  if (value === null) return undefined
  const text = JSON.stringify(value)
  const made = convert(value)
  return JSON.stringify(made) === text ? undefined : { value: made }
}

function conversion(made: Omit<Conversion, 'changes' | 'isAlone' | 'key'>, group: readonly Carried[]): Conversion {
  const { table, column, where, entity, to } = made
  const changes = group.map(({ change }) => change)
  const isAlone = group.every(({ change, carrying }) => !carrying.refers && change.do !== 'revert' && change.do !== 'revertInside')
  const json = JSON.stringify([table, column, where, entity, to, changes.map(asPlanned)])
  return { ...made, changes, isAlone, key: createHash('sha256').update(json).digest('hex') }
}

/** The change without the details of how it was carried out. */
export function asPlanned(change: SchemaChange): SchemaChange {
  const { inBatches: _, converted: __, prepared: ___, ...planned } = change as Extract<SchemaChange, { do: 'convert' }>
  return planned
}
