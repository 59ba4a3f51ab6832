/** `hostUser(map)`: the user whom the host's own sign-in put on the request acts here too, under a key of their own. */
import type { User } from '../lib/actor.ts'
import type { Feature } from '../lib/feature.ts'

/** The parts that `map` gives of the host's user. More fields may follow: rules and hooks see them. */
export interface HostUser {
  /** The host's own id, which stays the same. */
  id: string | number
  /** One of `auth.roles`, or of the roles that admins added. */
  role: string
  [field: string]: unknown
}

/** For `features`. `map` gives nothing for people who are not to act here. */
export function hostUser(map: (user: any) => HostUser | null | undefined): Feature {
  return {
    name: 'host-user',
    authenticate({ hostUser: known }) {
      const user = known ? map(known) : undefined
      return user ? { user: user as User, isOutside: true } : undefined
    },
  }
}
