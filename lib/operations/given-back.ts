/** Forms send back what they read: a value that equals what its caller was shown counts as unchanged, whatever its stored form. */
import { type Field, wholeOf } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import { decoded } from '../query/decoded.ts'
import { hasShownValues } from '../query/payload.ts'
import { type Snapshot, snapshotOf, unfolded } from '../store/snapshots.ts'
import { droppingValues } from './rule-values.ts'
import { type ShownContent, withStored } from './shown-values.ts'
import { snapshotBefore } from './snapshot.ts'
import type { Step } from './stages.ts'
import { unsaved } from './unsaved.ts'

export const givenBackSteps: readonly Step[] = [
  {
    name: 'keepShown',
    stage: 'shape',
    sentence: 'Treats values that come back as they were shown (`shown` of a field) as unchanged.',
    on: ['update'],
    for: hasShownValues,
    run: droppingValues(keepShown),
  },
]

/** Previews, which save nothing, use it too. */
export async function keepShown(operation: Operation): Promise<void> {
  const { entity, intent, data } = operation
  // An earlier version arrives in its stored form.
  if (!hasShownValues(entity) || intent?.bringsBack) return
  operation.data = withStored(entity.fields, data, await readingsOf(operation), await readableOf(operation))
}

/** With a pending draft, the caller may have read the live document; empty values may have been filled from another locale. */
async function readingsOf(operation: Operation): Promise<ShownContent[]> {
  const { engine, entity, original, view, pace } = operation
  if (!original) return entity.kind === 'global' ? [{ content: unsaved(entity) }] : []
  if (!original.row) return [{ content: original.doc }]
  const readAs = engine.features.form(engine.entity(entity.slug), view, 'read')
  const asRead = async (snapshot: Snapshot) => (readAs === entity ? [] : [await unfolded(readAs, snapshot, undefined, pace)])
  const readings: ShownContent[] = [original.doc, ...(await asRead(await snapshotBefore(operation)))].map((content) => ({
    content,
    stored: original.doc,
  }))
  if (original.aside === undefined) return readings
  const whole = wholeOf(entity)
  const live = await snapshotOf(whole, await decoded(whole, original.row, pace), pace)
  const stored = await unfolded(entity, live, undefined, pace)
  return [...readings, ...[stored, ...(await asRead(live))].map((content) => ({ content, stored, replaces: true }))]
}

async function readableOf({ engine, entity, caller, original }: Operation): Promise<(field: Field) => boolean> {
  await engine.access.paths.prepare([entity], caller)
  const about = { ...(original?.meta && { id: original.meta.id }), data: original?.doc ?? {} }
  const denied = await engine.access.fields.unreadable(engine.access.fields.mask(entity, caller), caller, about)
  return (field) => !denied.has(field) && (!field.hidden || caller.actor.kind === 'system')
}
