/** Routes that are for admins alone, and never for their API keys. */
import type { Caller } from '../actor.ts'
import { ForbiddenError, unauthenticated } from '../errors.ts'

export function onlyAdmins({ actor }: Caller): void {
  if (!actor.user) throw unauthenticated()
  if (actor.user.role !== 'admin' || actor.key) throw new ForbiddenError()
}
