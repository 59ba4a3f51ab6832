/** The changes that take a plan back: nothing is dropped, and what was written since stays. */
import { GalleyError } from '../errors.ts'
import type { TableSpec } from '../store/tables.ts'
import { type Applied, type Change, heldIn, isParked } from './changes.ts'
import { fieldAt, nameIn, parentOf } from './inside.ts'
import { parkingName } from './moves.ts'

/** A plan as it was applied. */
export interface AppliedPlan {
  changes: Change[]
  /** What there was before it. */
  before: Applied
  /** The migration file that it came from. */
  file?: string
}

/** The tables in use, without what was parked. */
export const inUse = (applied: Applied): TableSpec[] =>
  applied.tables
    .filter(({ name }) => !isParked(applied, name))
    .map((table) => ({ ...table, columns: table.columns.filter(({ name }) => !isParked(applied, table.name, name)) }))

export function takingBack(plan: AppliedPlan | undefined, now: Applied): Change[] {
  if (!plan) throw refusal('Nothing to take back: no plan of this database is known')
  if (plan.file !== undefined)
    throw refusal(
      `The last migration is the file ${plan.file}, and statements can't be taken back. Put the earlier schema in place and write another file:\n  npx galley migrate:create <name>`,
    )
  const dropped = plan.changes.find((change) => change.do === 'drop' || change.do === 'dropInside')
  if (dropped) throw refusal('The last plan dropped values, which nothing but a backup brings back:\n  npx galley restore <file>')
  const taken = new Set(now.tables.flatMap(({ columns }) => columns.map(({ name }) => name)))
  for (const { inside } of now.parked) if (inside !== undefined) taken.add(nameIn(inside))
  return [...plan.changes].reverse().flatMap((change) => inverse(change, plan.before, now, (name) => taken.has(name)))
}

const refusal = (what: string) => new GalleyError('MIGRATION', what)

function inverse(change: Change, before: Applied, now: Applied, isTaken: (name: string) => boolean): Change[] {
  switch (change.do) {
    case 'createTable':
      return [{ do: 'park', table: change.table.name }]
    case 'renameTable':
      return [{ do: 'renameTable', from: change.table.name, table: { ...change.table, name: change.from } }]
    case 'addColumn':
      return [{ do: 'park', table: change.table, column: change.column.name }]
    case 'renameColumn':
      return [{ ...change, from: change.to, to: change.from }]
    case 'convert': {
      const { table, column, parkedAs } = change
      const spec = now.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === parkedAs)
      const former = { ...spec!, name: column.name }
      return [{ do: 'revert', table, column: former, from: parkedAs, written: heldIn(column), parkedAs: parkingName(column.name, isTaken) }]
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
    case 'renameInside':
      return [{ ...change, inside: `${parentOf(change.inside)}.${change.to}`, to: nameIn(change.inside) }]
    case 'convertInside': {
      const { table, column, inside, held, holds, parkedAs: from } = change
      const parkedAs = parkingName(nameIn(inside), isTaken)
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
      // What was filled or shown where nothing stood is a value like any other.
      return []
  }
}
