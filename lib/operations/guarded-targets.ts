/** Relation targets that the write itself checks: a look-up before it would be one more trip to the database. Only a look-up can say what is
 * missing, so a change whose write is refused is decided again, with one. Tested by test/access/guarded-targets.test.ts.
 */
import type { Entity } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import { GalleyError } from '../errors.ts'
import { and, byIds, type Filter } from '../query/filter.ts'
import { matching } from '../query/matching.ts'

/** More documents are looked up: other writes would have to wait while the database checks them. */
const MOST = 10

/** Documents that must exist for a change. */
export interface Needed {
  target: Entity
  ids: ReadonlySet<number>
  /** Which documents count. */
  filter: Filter
}

/** Leaves the check to the write if it can; returns whether it did. */
export function leaveTargets(operation: Operation, needed: readonly Needed[]): boolean {
  const { store } = operation.engine
  const count = needed.reduce((sum, { ids }) => sum + ids.size, 0)
  // A document that none can be is refused without a statement.
  if (operation.looksUpTargets || store.isHeld || count > MOST || needed.some(({ filter }) => filter.is === 'none')) return false
  for (const { target, ids, filter } of needed) {
    const there = matching(store.dialect, target, 'id', and(byIds(store.dialect, ids), filter))
    operation.writes.guards.push({ ...there, isCheck: true, expect: { rows: ids.size, otherwise: missing } })
    operation.leavesTargets = true
  }
  return true
}

/** Callers never see it. */
const missing = () => new GalleyError('STALE', [{ message: 'points to a document that is missing' }])
