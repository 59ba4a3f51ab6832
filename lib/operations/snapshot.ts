/** The whole document as a change leaves it, every locale included: what versions keep, pending drafts hold, events tell and answers show. */

import { type Entity, wholeOf } from '../../schema/model.ts'
import { Attached } from '../attached.ts'
import type { Operation } from '../engine.ts'
import { Pace } from '../pace.ts'
import { decoded } from '../query/decoded.ts'
import type { Existing } from '../query/objects.ts'
import type { Doc } from '../store/document.ts'
import { asLive, type Snapshot, snapshotOf, unfolded, unknownIn } from '../store/snapshots.ts'
import { unsaved } from './unsaved.ts'

export async function snapshotAfter(operation: Operation, isBrief = false): Promise<Snapshot> {
  const { entity, original, pace } = operation
  const mine = await snapshotOf(entity, docOf(operation), pace, isBrief)
  if (!original) return { ...operation.besides, ...mine }
  const unknown = unknownAfter(operation)
  if (wholeOf(entity) === entity) return { ...unknown, ...mine }
  return { ...(await snapshotBefore(operation)), ...unknown, ...mine }
}

/** The whole document as it was, pending where a draft is. */
export const snapshotBefore = ({ entity, existing, pace }: Operation): Promise<Snapshot> =>
  before.of(existing, () => snapshotOfStored(entity, existing, pace))

/** Many steps of a change ask for it. */
const before = new Attached<Existing, Promise<Snapshot>>()

async function snapshotOfStored(entity: Entity, { aside, row, doc }: Existing, pace = new Pace()): Promise<Snapshot> {
  const whole = wholeOf(entity)
  if (!aside) {
    // What is the same in every form is parsed once.
    const same = new Set(entity.fields.filter((field) => !field.fields && !field.blocks))
    const others = whole.fields.filter((field) => !same.has(field))
    return snapshotOf(whole, { ...doc, ...(await decoded(whole, row, pace, others)) }, pace)
  }
  return { ...unknownIn(whole, aside), ...(await snapshotOf(whole, await unfolded(whole, aside, asLive(row), pace), pace)) }
}

/** What the change holds for columns that the model does not know: from the pending draft, and from what it brings back. */
export const unknownAfter = ({ entity, original, asking }: Operation): Snapshot => ({
  ...unknownIn(entity, original?.aside),
  ...unknownIn(entity, asking.with?.restored),
})

/** What the change leaves, as a form of the entity shows it. */
export async function formOf(operation: Operation, form: Entity): Promise<Doc> {
  return form === operation.entity ? docOf(operation) : unfolded(form, await snapshotAfter(operation), undefined, operation.pace)
}

/** What the change goes on from, in the same way. */
export async function formBefore(operation: Operation, form: Entity): Promise<Doc> {
  const { entity, original, pace } = operation
  if (!original) return unsaved(form)
  return form === entity ? original.doc : unfolded(form, await snapshotBefore(operation), undefined, pace)
}

const docOf = (operation: Operation): Doc => (operation.name === 'delete' || operation.idle ? operation.existing.doc : operation.doc)
