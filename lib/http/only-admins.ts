/** Routes of the admin: for admins alone, for whom a role opens one of its views, or for everybody who may enter it. Never for API keys. */
import type { Caller, User } from '../actor.ts'
import { ForbiddenError, unauthenticated } from '../errors.ts'
import type { ApiRequest } from './request.ts'

export function onlyAdmins({ actor }: Caller): void {
  if (!actor.user) throw unauthenticated()
  if (actor.user.role !== 'admin' || actor.key) throw new ForbiddenError()
}

export async function mayOpen({ engine, caller }: Pick<ApiRequest, 'engine' | 'caller'>, view: string): Promise<void> {
  const { user, key, member } = caller.actor
  if (user && !key && !member && user.role !== 'admin' && (await engine.opens(view, caller))) return
  onlyAdmins(caller)
}

/** People of the admin: neither members of the site nor keys of programs. */
export function onlyPeople({ actor }: Caller): User {
  if (!actor.user) throw unauthenticated()
  if (actor.member || actor.key) throw new ForbiddenError()
  return actor.user
}
