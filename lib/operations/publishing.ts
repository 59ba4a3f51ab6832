/** The right to publish, which roles and API keys may withhold. Without it, saves become drafts and nothing live changes. */

import type { Operation } from '../engine.ts'
import { denied } from '../errors.ts'
import { and } from '../query/filter.ts'
import { addressed } from './address.ts'

/** Whether visitors see the document's row. A pending draft does not affect this. */
export const isLive = ({ entity, original }: Operation): boolean =>
  entity.options['drafts'] === true && original?.row?.['status'] === 'published'

export async function mayPublish(operation: Operation): Promise<void> {
  if (!(await canPublish(operation))) throw denied(operation.caller.actor, 'You are not allowed to publish this')
}

export async function canPublish(operation: Operation): Promise<boolean> {
  const { engine, entity, caller, original } = operation
  const limit = await engine.access.documents.publishing(entity, caller)
  if (limit.is === 'all' || limit.is === 'none') return limit.is === 'all'
  return !original || (await engine.reader.existing(entity, and(addressed(operation), limit), true)).size > 0
}
