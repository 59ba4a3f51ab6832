/** The whole document as a change leaves it, every locale included: what versions keep, pending drafts hold, events tell and answers show. */
import { type Entity, wholeOf } from '../../schema/model.ts'
import type { Doc } from '../store/documents.ts'
import { type Snapshot, snapshotOf, unfolded } from '../store/snapshots.ts'
import type { Operation } from './operation.ts'

export function snapshotAfter(operation: Operation): Snapshot {
  const { entity, original } = operation
  const mine = snapshotOf(entity, docOf(operation))
  if (!original) return { ...operation.besides, ...mine }
  if (wholeOf(entity) === entity) return mine
  return { ...snapshotBefore(operation), ...mine }
}

/** The whole document as it was, pending where a draft is. */
export function snapshotBefore({ engine, entity, original }: Operation): Snapshot {
  const whole = wholeOf(entity)
  return original!.aside ?? snapshotOf(whole, engine.documents.decode(whole, original!.row!))
}

/** What the change leaves, as a form of the entity shows it. */
export function formOf(operation: Operation, form: Entity): Doc {
  return form === operation.entity ? docOf(operation) : unfolded(form, snapshotAfter(operation))
}

const docOf = ({ name, idle, original, doc }: Operation): Doc => (name === 'delete' || idle ? original!.doc : doc)
