/** Time limits for a caller's statements. Tested by test/query/too-slow.test.ts. */
import type { Caller } from '../actor.ts'
import type { CallerLimit } from '../store/query-scheduler.ts'

/** In milliseconds. */
export interface TimeLimits {
  visitors: number
  users: number
}

/** The system has no limit, so its work is never refused. A preview link acts as the system for one document, but is still limited. */
export const isLimited = ({ actor }: Caller): boolean => actor.kind !== 'system' || actor.pass !== undefined

/** All statements of a request share one limit, as do those of a call outside a request. */
export function limitOf(caller: Caller, limits: TimeLimits): CallerLimit | undefined {
  if (!isLimited(caller)) return undefined
  const { actor, source } = caller
  const shared = { spent: source?.timeSpent ?? { ms: 0 }, disconnected: () => source?.disconnected }
  if (actor.user && !actor.member) return { caller: `user ${actor.user.id}`, isFirst: true, ms: limits.users, ...shared }
  return { caller: `visitor ${actor.user?.id ?? source?.ip}`, isFirst: false, ms: limits.visitors, ...shared }
}
