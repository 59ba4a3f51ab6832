/** A plan sets the document's status: a user who may not set that field can't create one, and their existing plans fail. */

import type { Operation } from '../../engine.ts'
import { ForbiddenError } from '../../errors.ts'

export async function maySetStatus({ engine, entity, caller, original }: Operation): Promise<void> {
  if (!original) return
  const denied = await engine.access.fields.unwritable(entity, 'update', caller, { id: original.meta.id, data: { ...original.doc } })
  if ([...denied].some(({ path }) => path === 'status')) throw new ForbiddenError("You may not change the field 'status'")
}
