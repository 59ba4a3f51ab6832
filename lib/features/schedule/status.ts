/** A plan sets the status of its document: whoever may not set that field can't plan it, and a plan of theirs fails. */

import type { Operation } from '../../engine.ts'
import { ForbiddenError } from '../../errors.ts'

export async function maySetStatus({ engine, entity, caller, original }: Operation): Promise<void> {
  if (!original) return
  const denied = await engine.access.unwritable(entity, 'update', caller, { id: original.meta.id, data: { ...original.doc } })
  if ([...denied].some(({ path }) => path === 'status')) throw new ForbiddenError("You may not change the field 'status'")
}
