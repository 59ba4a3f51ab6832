/** The whole document as a change leaves it, every locale included: what versions keep, pending drafts hold, events tell and answers show. */
import { type Entity, wholeOf } from '../../schema/model.ts'
import type { Doc } from '../store/documents.ts'
import { asLive, type Snapshot, snapshotOf, unfolded, unknownIn } from '../store/snapshots.ts'
import type { Operation } from './operation.ts'
import { unsaved } from './unsaved.ts'

export function snapshotAfter(operation: Operation): Snapshot {
  const { entity, original } = operation
  const mine = snapshotOf(entity, docOf(operation))
  if (!original) return { ...operation.besides, ...mine }
  const unknown = unknownAfter(operation)
  if (wholeOf(entity) === entity) return { ...unknown, ...mine }
  return { ...snapshotBefore(operation), ...unknown, ...mine }
}

/** The whole document as it was, pending where a draft is. */
export function snapshotBefore({ engine, entity, original }: Operation): Snapshot {
  const whole = wholeOf(entity)
  const { aside, row } = original!
  if (!aside) return snapshotOf(whole, engine.documents.decode(whole, row!))
  return { ...unknownIn(whole, aside), ...snapshotOf(whole, unfolded(whole, aside, asLive(row!))) }
}

/** What the change holds for columns that the model does not know: from the pending draft, and from what it brings back. */
export const unknownAfter = ({ entity, original, asking }: Operation): Snapshot => ({
  ...unknownIn(entity, original?.aside),
  ...unknownIn(entity, asking.with?.restored),
})

/** What the change leaves, as a form of the entity shows it. */
export function formOf(operation: Operation, form: Entity): Doc {
  return form === operation.entity ? docOf(operation) : unfolded(form, snapshotAfter(operation))
}

/** What the change goes on from, in the same way. */
export function formBefore(operation: Operation, form: Entity): Doc {
  const { entity, original } = operation
  if (!original) return unsaved(form)
  return form === entity ? original.doc : unfolded(form, snapshotBefore(operation))
}

const docOf = ({ name, idle, original, doc }: Operation): Doc => (name === 'delete' || idle ? original!.doc : doc)
