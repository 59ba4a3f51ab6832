/** How long the statements of a caller may take. */
import type { Caller } from '../actor.ts'
import type { CallerLimit } from '../store/lanes.ts'

/** In milliseconds. */
export interface TimeLimits {
  visitors: number
  users: number
}

/** Nothing for the system: what it does is never refused. */
export function limitOf({ actor, source }: Caller, limits: TimeLimits): CallerLimit | undefined {
  // Whoever opens a preview link acts as the system for one document, and is still a visitor.
  if (actor.kind === 'system' && !actor.pass) return undefined
  const isGone = source && (() => source.isGone === true)
  if (actor.user && !actor.member) return { caller: `user ${actor.user.id}`, ms: limits.users, isGone }
  return { caller: `visitor ${actor.user?.id ?? source?.ip}`, ms: limits.visitors, isGone }
}
