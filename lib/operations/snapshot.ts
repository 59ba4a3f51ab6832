/** The whole document as a change leaves it, every locale included: what versions keep, pending drafts hold and events tell. */
import { wholeOf } from '../../schema/model.ts'
import type { Doc } from '../store/documents.ts'
import { type Snapshot, snapshotOf, unfolded } from '../store/snapshots.ts'
import type { Operation } from './operation.ts'

export function snapshotAfter({ engine, entity, original, doc }: Operation): Snapshot {
  const whole = wholeOf(entity)
  if (whole === entity || !original) return snapshotOf(entity, doc)
  const before = original.aside ?? snapshotOf(whole, engine.documents.decode(whole, original.row!))
  return { ...before, ...snapshotOf(entity, doc) }
}

export function wholeAfter(operation: Operation): Doc {
  const whole = wholeOf(operation.entity)
  return whole === operation.entity ? operation.doc : unfolded(whole, snapshotAfter(operation))
}
