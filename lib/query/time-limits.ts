/** How long the statements of a caller may take. */
import type { Caller } from '../actor.ts'
import type { CallerLimit } from '../store/lanes.ts'

/** In milliseconds. */
export interface TimeLimits {
  visitors: number
  users: number
}

/** Not the system: what it does is never refused. Whoever opens a preview link acts as the system for one document, and is still a visitor. */
export const isLimited = ({ actor }: Caller): boolean => actor.kind !== 'system' || actor.pass !== undefined

/** All statements of a request share one limit, as do those of a call that no request made. */
export function limitOf(caller: Caller, limits: TimeLimits): CallerLimit | undefined {
  if (!isLimited(caller)) return undefined
  const { actor, source } = caller
  const shared = { spent: source?.timeSpent ?? { ms: 0 }, gone: () => source?.gone }
  if (actor.user && !actor.member) return { caller: `user ${actor.user.id}`, isFirst: true, ms: limits.users, ...shared }
  return { caller: `visitor ${actor.user?.id ?? source?.ip}`, isFirst: false, ms: limits.visitors, ...shared }
}
