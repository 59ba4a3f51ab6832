/** The users of the admin: the built-in collection, passwords, the first user, and the guarantee that an admin always remains. */
import { attemptsTable } from '../../auth/attempts.ts'
import { credentialsTable } from '../../auth/credentials.ts'
import { SHORTEST } from '../../auth/passwords.ts'
import type { Feature } from '../../feature.ts'
import { createAdmin } from './create-admin.ts'
import { firstAdminState, firstRegister } from './first-register.ts'
import { receivedUser, userSteps } from './steps.ts'

export const users: Feature = {
  name: 'users',
  collections: ({ auth }) => [
    {
      slug: 'users',
      useAsTitle: 'email',
      icon: 'users',
      access: { read: 'loggedIn', create: 'admin', update: 'self', delete: 'admin' },
      fields: [
        { name: 'email', type: 'email', required: true, unique: true, maxLength: 254 },
        { name: 'name', maxLength: 200 },
        {
          name: 'role',
          ...(auth.rbac ? {} : { type: 'select', options: [...new Set(auth.roles)] }),
          required: true,
          defaultValue: auth.roles.includes('editor') ? 'editor' : auth.roles.at(-1),
          access: { create: 'admin', update: 'admin' },
        },
        { name: 'active', type: 'boolean', defaultValue: true, access: { create: 'admin', update: 'admin' } },
        {
          name: 'currentPassword',
          writeOnly: true,
          description: 'Required with a new password or email of your own, unless you have no password yet.',
        },
        { name: 'password', writeOnly: true, minLength: SHORTEST },
      ],
    },
  ],
  tables: () => [credentialsTable, attemptsTable],
  checkEntity: ({ slug, options }) =>
    slug === 'users'
      ? ['drafts', 'trash'].filter((word) => options[word]).map((word) => `users: '${word}' is not for accounts; deactivate or delete them`)
      : [],
  received: receivedUser,
  steps: userSteps,
  /** No access rule can prevent admins from managing users. */
  admits: (entity, _verb, { actor }) => entity.slug === 'users' && actor.user?.role === 'admin',
  routes: () => [
    { method: 'GET', path: '/users/init', name: 'init', run: firstAdminState },
    { method: 'POST', path: '/users/first-register', name: 'firstRegister', run: firstRegister },
  ],
  commands: [createAdmin],
}
