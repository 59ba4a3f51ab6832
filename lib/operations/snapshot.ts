/** The whole document as a change leaves it, every locale included: what versions keep, pending drafts hold, events tell and answers show. */

import { type Entity, wholeOf } from '../../schema/model.ts'
import { Attached } from '../attached.ts'
import type { Engine, Operation } from '../engine.ts'
import type { Stored } from '../query/objects.ts'
import type { Doc } from '../store/documents.ts'
import { asLive, type Snapshot, snapshotOf, unfolded, unknownIn } from '../store/snapshots.ts'
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
export const snapshotBefore = ({ engine, entity, original }: Operation): Snapshot =>
  before.of(original!, () => snapshotOfStored(engine, entity, original!))

/** Many steps of a change ask for it. */
const before = new Attached<Stored, Snapshot>()

function snapshotOfStored({ documents }: Engine, entity: Entity, { aside, row, doc }: Stored): Snapshot {
  const whole = wholeOf(entity)
  if (!aside) {
    // What is the same in every form is parsed once.
    const same = new Set(entity.fields.filter((field) => !field.fields && !field.blocks))
    const others = documents.decode(
      whole,
      row!,
      whole.fields.filter((field) => !same.has(field)),
    )
    return snapshotOf(whole, { ...doc, ...others })
  }
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
