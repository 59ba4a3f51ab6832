/** Access checks for admin routes: admins, users whose role opens the view, or all users of the admin. Never API keys. Tested by test/http/matrix.test.ts. */
import type { Caller, User } from '../actor.ts'
import { denied, ForbiddenError, unauthenticated } from '../errors.ts'
import { isAdminActor, opensView } from '../local/permitted.ts'
import type { ApiRequest } from './request.ts'

export function onlyAdmins({ actor }: Caller): void {
  if (!isAdminActor(actor)) throw denied(actor)
}

export async function mayOpen({ engine, caller }: Pick<ApiRequest, 'engine' | 'caller'>, view: string): Promise<void> {
  if (!(await opensView(engine, caller, view))) throw denied(caller.actor)
}

/** Users of the admin: neither members of the site nor API keys. */
export function onlyPeople({ actor }: Caller): User {
  if (!actor.user) throw unauthenticated()
  if (actor.member || actor.key) throw new ForbiddenError()
  return actor.user
}
