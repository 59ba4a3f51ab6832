/** The whole document as a change leaves it, in every locale: for versions, pending drafts, events and answers.
 * Tested by test/features/restored-size.test.ts.
 */

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

/** The whole document before the change, taken from the pending draft if there is one. */
export const snapshotBefore = ({ entity, existing, pace }: Operation): Promise<Snapshot> =>
  before.of(existing, () => snapshotOfStored(entity, existing, pace))

/** Several steps of a change need it. */
const before = new Attached<Existing, Promise<Snapshot>>()

async function snapshotOfStored(entity: Entity, { aside, row, doc }: Existing, pace = new Pace()): Promise<Snapshot> {
  const whole = wholeOf(entity)
  if (!aside) {
    // Fields that are the same in every form are decoded only once.
    const same = new Set(entity.fields.filter((field) => !field.fields && !field.blocks))
    const others = whole.fields.filter((field) => !same.has(field))
    return snapshotOf(whole, { ...doc, ...(await decoded(whole, row, pace, others)) }, pace)
  }
  return { ...unknownIn(whole, aside), ...(await snapshotOf(whole, await unfolded(whole, aside, asLive(row), pace), pace)) }
}

/** The change's values for columns that the model doesn't know: from the pending draft, and from the content that it restores. */
export const unknownAfter = ({ entity, original, request }: Operation): Snapshot => ({
  ...unknownIn(entity, original?.aside),
  ...unknownIn(entity, request.with?.restored),
})

/** The document after the change, in a form of the entity. */
export async function formOf(operation: Operation, form: Entity): Promise<Doc> {
  return form === operation.entity ? docOf(operation) : unfolded(form, await snapshotAfter(operation), undefined, operation.pace)
}

/** The document before the change, in the same way. */
export async function formBefore(operation: Operation, form: Entity): Promise<Doc> {
  const { entity, original, pace } = operation
  if (!original) return unsaved(form)
  return form === entity ? original.doc : unfolded(form, await snapshotBefore(operation), undefined, pace)
}

const docOf = (operation: Operation): Doc => (operation.name === 'delete' || operation.idle ? operation.existing.doc : operation.doc)
