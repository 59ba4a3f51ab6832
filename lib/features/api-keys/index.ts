/** Keys for scripts and apps: they act for their owner, within the permissions they list, until they expire or are revoked. */

import type { Feature } from '../../feature.ts'
import { routesWithout } from '../../http/content.ts'
import { apiKeysConfig } from './config.ts'
import { apiKeyOf } from './from-request.ts'
import { limitByKey } from './permissions.ts'
import { keySteps } from './steps.ts'

const SHOWN_ONCE =
  'has created this API key already, and a key is shown only once. If you lost it, delete the key with this id and create another one with a new Idempotency-Key'

const OWN = { create: 'nobody', update: 'nobody' }

export const apiKeys: Feature = {
  name: 'api-keys',
  config: apiKeysConfig,
  collections: ({ apiKeys }) =>
    apiKeys
      ? [
          {
            slug: 'api-keys',
            labels: { singular: 'API key', plural: 'API keys' },
            useAsTitle: 'name',
            icon: 'key',
            access: { read: mine, create: 'loggedIn', update: mine, delete: mine },
            fields: [
              { name: 'name', required: true, maxLength: 200 },
              { name: 'permissions', type: 'json' },
              { name: 'expiresAt', type: 'date' },
              { name: 'prefix', access: OWN },
              { name: 'user', type: 'relationship', to: 'users', access: OWN },
              { name: 'lastUsedAt', type: 'date', access: OWN },
              { name: 'hash', hidden: true, unique: true, access: OWN },
            ],
          },
        ]
      : [],
  columns: (entity) =>
    entity.slug === 'api-keys' ? [{ name: 'permissions', kind: 'json', slugs: { keys: ['collections', 'globals'] } }] : [],
  steps: keySteps,
  routes: ({ apiKeys }) => (apiKeys ? [] : routesWithout('api-keys', 'apiKeys: true')),
  shownOnce: ({ slug }) => (slug === 'api-keys' ? SHOWN_ONCE : undefined),
  authenticate: apiKeyOf,
  limit: limitByKey,
}

/** The caller's own keys; admins see and revoke all keys. */
function mine({ user, member }: { user: { id: unknown; role: string } | null; member?: boolean }) {
  if (!user || member) return false
  return user.role === 'admin' || (typeof user.id === 'number' && { user: { equals: user.id } })
}
