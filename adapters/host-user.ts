/** `hostUser(map)`: a user signed in by the host also acts here, identified by their own key. */
import type { HostUser, User } from '../lib/actor.ts'
import type { Feature } from '../lib/feature.ts'

/**
 * Lets users whom your application has signed in act here too, for `features`. `map` turns the user of the request into a user of the CMS; it returns
 * nothing for people who may not act here.
 *
 * @example
 * const features = [hostUser((user) => (user.isStaff ? { id: user.uuid, role: 'editor', name: user.fullName } : null))]
 */
// biome-ignore lint/suspicious/noExplicitAny: the application knows the type of its users
export function hostUser(map: (user: any) => HostUser | null | undefined): Feature {
  return {
    name: 'host-user',
    check: () =>
      typeof map === 'function' ? [] : ['features: hostUser needs a function that turns a user of your application into { id, role }'],
    authenticate({ hostUser: known }) {
      const user = known ? map(known) : undefined
      return user ? { user: user as User, isOutside: true } : undefined
    },
  }
}
