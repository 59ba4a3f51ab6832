/** Routes of the admin: for admins alone, for whom a role opens one of its views, or for everybody who may enter it. Never for API keys. */
import type { Caller, User } from '../actor.ts'
import { denied, ForbiddenError, unauthenticated } from '../errors.ts'
import { isAdmin, opensView } from '../local/permitted.ts'
import type { ApiRequest } from './request.ts'

export function onlyAdmins({ actor }: Caller): void {
  if (!isAdmin(actor)) throw denied(actor)
}

export async function mayOpen({ engine, caller }: Pick<ApiRequest, 'engine' | 'caller'>, view: string): Promise<void> {
  if (!(await opensView(engine, caller, view))) throw denied(caller.actor)
}

/** People of the admin: neither members of the site nor keys of programs. */
export function onlyPeople({ actor }: Caller): User {
  if (!actor.user) throw unauthenticated()
  if (actor.member || actor.key) throw new ForbiddenError()
  return actor.user
}
