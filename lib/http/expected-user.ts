/** A page may outlive its session. Its requests name their user, so that they neither get a visitor's answer nor act as somebody else. */
import type { Actor } from '../actor.ts'
import { unauthenticated } from '../errors.ts'
import type { Exchange } from './exchange.ts'

const HEADER = 'x-cms-user'

/** It reveals nothing to strangers: any user but the caller is refused, existing or not. */
export function refuseUnexpected({ headers }: Exchange, { user }: Actor): void {
  const expected = headers[HEADER]
  if (expected === undefined || (user && expected === encodeURIComponent(user.id))) return
  throw unauthenticated('You need to sign in again: your session has ended, or someone else has signed in since')
}
