/** A page may outlive its session. Its requests say whom they are for, so that they get neither the answer of a visitor nor change anything in somebody else's name. */
import type { Actor } from '../actor.ts'
import { unauthenticated } from '../errors.ts'
import type { Exchange } from './exchange.ts'

const HEADER = 'x-cms-user'

/** Tells a stranger nothing: any user but the caller is refused, whether or not they exist. */
export function refuseUnexpected({ headers }: Exchange, { user }: Actor): void {
  const expected = headers[HEADER]
  if (expected === undefined || (user && expected === encodeURIComponent(user.id))) return
  throw unauthenticated('You need to sign in again: your session has ended, or somebody else has signed in since')
}
