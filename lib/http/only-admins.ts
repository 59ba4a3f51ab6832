/** Routes that are for admins alone. */
import type { Caller } from '../actor.ts'
import { ForbiddenError, unauthenticated } from '../errors.ts'

export function onlyAdmins({ actor }: Caller): void {
  if (!actor.user) throw unauthenticated()
  if (actor.user.role !== 'admin') throw new ForbiddenError()
}
