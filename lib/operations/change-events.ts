/** The events of a change: for features that write them in the same transaction, and for listeners after the commit.
 * Tested by test/access/unnoticed-drafts.test.ts.
 */
import { wholeOf } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import type { EventName, Happening } from '../events/events.ts'
import type { Meta } from '../store/document.ts'
import { shapeStamp } from '../store/layout-stamp.ts'
import { formOf } from './snapshot.ts'

export const eventsOf = ({ name, events }: Operation): readonly EventName[] => events ?? [name as EventName]

/** The kind of a change: `publish`, `restore` or, if nothing more can be said, `update`. */
export function actionOf(operation: Operation): string {
  const { name, intent } = operation
  if (intent?.noted !== undefined) return intent.noted
  return (name === 'update' && eventsOf(operation).find((event) => event !== 'update')) || name
}

/** The metadata of the document after the change. `id` is used for a new document. */
export function metaAfter({ name, original, entity, now, row }: Operation, id: number): Meta {
  if (name === 'delete' && original) return original.meta
  return {
    id: original?.meta.id ?? id,
    rev: (original?.meta.rev ?? 0) + 1,
    createdAt: original?.meta.createdAt ?? now,
    updatedAt: row?.updatedAt ?? now,
    shape: shapeStamp(entity),
  }
}

/** Internal entities emit no events. */
export async function happeningsOf(operation: Operation, meta: Meta): Promise<Happening[]> {
  const { engine, entity, now } = operation
  const events = entity.internal ? [] : eventsOf(operation)
  if (events.length === 0) return []
  const form = wholeOf(entity)
  const after = await formOf(operation, form)
  await operation.pace?.rest()
  const doc = engine.events.payload(form, { meta, doc: after })
  await operation.pace?.rest()
  const about = entity.kind === 'global' ? { global: entity.slug } : { collection: entity.slug, id: meta.id }
  return events.map((event) => ({ event, ...about, doc, timestamp: now }))
}
