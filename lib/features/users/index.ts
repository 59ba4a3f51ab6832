/** The built-in collection of the people who use the admin. A declared `users` collection is merged into it. */
import type { Feature } from '../../feature.ts'

export const users: Feature = {
  name: 'users',
  collections: ({ auth }) => [
    {
      slug: 'users',
      useAsTitle: 'email',
      icon: 'users',
      access: { read: 'loggedIn', create: 'admin', update: 'self', delete: 'admin' },
      fields: [
        { name: 'email', type: 'email', required: true, unique: true },
        { name: 'name' },
        {
          name: 'role',
          type: 'select',
          options: [...auth.roles],
          required: true,
          defaultValue: auth.roles.includes('editor') ? 'editor' : auth.roles.at(-1),
          access: { create: 'admin', update: 'admin' },
        },
        { name: 'active', type: 'boolean', defaultValue: true, access: { create: 'admin', update: 'admin' } },
      ],
    },
  ],
}
