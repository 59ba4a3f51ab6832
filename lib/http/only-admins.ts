/** Routes of the admin: for admins alone, or for whom a role opens one of its views. Never for API keys. */
import type { Caller } from '../actor.ts'
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
