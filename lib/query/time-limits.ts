/** How long the statements of a caller may take. */
import type { Caller } from '../actor.ts'
import type { CallerLimit } from '../store/lanes.ts'

/** In milliseconds. */
export interface TimeLimits {
  visitors: number
  users: number
}

/** Nothing for the system: what it does is never refused. All statements of a request share one limit, as do those of a call that no request made. */
export function limitOf({ actor, source }: Caller, limits: TimeLimits): CallerLimit | undefined {
  // Whoever opens a preview link acts as the system for one document, and is still a visitor.
  if (actor.kind === 'system' && !actor.pass) return undefined
  const shared = { spent: source?.timeSpent ?? { ms: 0 }, gone: () => source?.gone }
  if (actor.user && !actor.member) return { caller: `user ${actor.user.id}`, isFirst: true, ms: limits.users, ...shared }
  return { caller: `visitor ${actor.user?.id ?? source?.ip}`, isFirst: false, ms: limits.visitors, ...shared }
}
