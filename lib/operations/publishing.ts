/** The right to publish: roles and API keys can keep it back. Whoever is without it saves drafts, and changes nothing that is live. */
import { ForbiddenError, unauthenticated } from '../errors.ts'
import { and } from '../query/filter.ts'
import { addressed } from './address.ts'
import type { Operation } from './operation.ts'

export async function mayPublish(operation: Operation): Promise<void> {
  const { engine, entity, caller, original } = operation
  const limit = await engine.access.publishing(entity, caller)
  const isAdmitted =
    limit.is === 'all' ||
    (limit.is !== 'none' && (!original || (await engine.reader.existing(entity, and(addressed(operation), limit), true)).size > 0))
  if (!isAdmitted) throw caller.actor.user ? new ForbiddenError('You are not allowed to publish this') : unauthenticated()
}
