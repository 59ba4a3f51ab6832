/** The content routes, identical on every host and database. */
import type { Config } from '../../lib/config.ts'
import { blog } from '../harness/blog.ts'
import { drawn } from '../harness/depth.ts'
import { play } from '../harness/scenario.ts'
import { BETTER_SQLITE, DATABASES, type Database, everywhere, HOSTS, type Host, OTHER_HOSTS } from '../harness/start.ts'
import { accessScenarios } from './access.scenarios.ts'
import { contentScenarios } from './content.scenarios.ts'
import { queryScenarios } from './query.scenarios.ts'

function suite(host: Host, database: Database): void {
  for (const scenario of [...contentScenarios, ...queryScenarios, ...accessScenarios]) {
    it(scenario.name, () => play(scenario, host, database, { schema: blog, collections: secrets() }))
  }
}

/** A collection that only some may see, with fields that fewer may. */
function secrets(): Config['collections'] {
  return [
    {
      slug: 'papers',
      access: {
        read: ({ user }: any) => user !== null && (user.role === 'admin' || { owner: { equals: user.id } }),
        create: ({ user }: any) => user !== null && { owner: { equals: user.id } },
        update: ({ user }: any) => user !== null && { and: [{ owner: { equals: user.id } }, { locked: { not_equals: true } }] },
        delete: 'admin',
      },
      fields: [
        { name: 'text' },
        { name: 'owner', type: 'number' },
        { name: 'locked', type: 'boolean' },
        { name: 'salary', type: 'number', access: { read: 'admin', update: 'admin' } },
        { name: 'diary', access: { read: ({ user, data }: any) => user?.id === data.owner } },
        { name: 'code', hidden: true },
        {
          name: 'parts',
          type: 'array',
          fields: [{ name: 'shown' }, { name: 'kept', hidden: true }, { name: 'wage', access: { read: 'admin', update: 'admin' } }],
        },
      ],
    },
    {
      slug: 'notes',
      access: { read: 'anyone', create: 'anyone' },
      fields: [
        { name: 'about', type: 'relationship', to: 'papers' },
        { name: 'several', type: 'relationship', to: 'papers', hasMany: true },
      ],
    },
  ]
}

describe('http/content', () => {
  everywhere(suite)
  for (const host of drawn(OTHER_HOSTS, 'http/content')) describe(`on ${host.name} with SQLite`, () => suite(host, DATABASES[0]!))
  describe(`on Express with ${BETTER_SQLITE.name} @long`, () => suite(HOSTS[0]!, BETTER_SQLITE))
})
