/** A wrong configuration stops the start, and says which option and what was meant. */
import { expect } from 'chai'
import { postgres } from '../adapters/postgres/index.ts'
import { sqlite } from '../adapters/sqlite/index.ts'
import { createCms } from '../lib/cms.ts'
import type { Config } from '../lib/config.ts'
import { checkConfig } from '../lib/config-check.ts'
import { features } from '../lib/features.ts'
import { SECRET } from './harness/start.ts'

const valid = (): Config => ({ secret: SECRET, db: sqlite({ filename: ':memory:' }) })
const verdict = async (given: object) =>
  checkConfig({ ...valid(), ...given } as Config, features).then(
    () => 'sound',
    (error) => error.message as string,
  )

describe('config-check', () => {
  const wrong: [object, string][] = [
    [{ secret: 'short' }, 'secret: must be at least 32 characters; generate one with: openssl rand -base64 48'],
    [{ secret: undefined }, "needs 'secret'"],
    [{ db: undefined }, "needs 'db'"],
    ...([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 86_400_001, '10s', null] as number[]).flatMap(
      (holdLimit): [object, string][] => [
        [{ db: sqlite({ filename: ':memory:', holdLimit }) }, 'db.holdLimit: must be'],
        [{ db: postgres({ url: 'postgres://nowhere', holdLimit }) }, 'db.holdLimit: must be'],
      ],
    ),
    [{ webhoks: [] }, "unknown option 'webhoks'. did you mean 'webhooks'?"],
    [{ auth: { role: ['admin'] } }, "auth: unknown option 'role'. did you mean 'roles'?"],
    [{ auth: { roles: ['editor'] } }, "auth.roles: must include 'admin'"],
    [{ auth: { maxLoginAttempts: 0 } }, 'auth.maxLoginAttempts: must be >= 1'],
    [{ auth: { trustedOrigins: ['https://a.example/path'] } }, 'auth.trustedOrigins[0]: has the wrong format'],
    [{ auth: { members: { roles: ['reader'] } } }, "auth.members.roles: 'reader' must also be in auth.roles"],
    [{ queries: { timeout: { visitors: 0 } } }, 'queries.timeout.visitors: must be >= 1'],
    [{ queries: { limit: 5 } }, "queries: unknown option 'limit'"],
    [{ serverURL: 'example.org' }, 'serverURL: has the wrong format'],
    [{ cors: ['*'] }, 'cors'],
    [{ localization: { locales: ['en'], defaultLocale: 'th' } }, 'localization.defaultLocale: must be one of: en'],
    [{ localization: { locales: [] } }, 'localization.locales: must NOT have fewer than 1 items'],
    [{ webhooks: [{ url: 'ftp://x' }] }, 'webhooks[0].url: has the wrong format'],
    [
      {
        jobs: [
          { name: 'a', run: () => 0 },
          { name: 'a', run: () => 0 },
        ],
      },
      "jobs: the name 'a' is taken twice",
    ],
    [{ jobs: [{ name: 'a', run: 'x' }] }, 'jobs[0].run: must be a function'],
    [{ admin: { brand: { color: 'red' } } }, 'admin.brand.color: has the wrong format'],
    [{ admin: { modules: ['https://cdn.example/x.js'] } }, 'admin.modules[0]'],
    [
      { upload: { imageSizes: [{ name: 'a', width: 10, fit: 'stretch' }] } },
      'upload.imageSizes[0].fit: must be one of: cover, contain, inside',
    ],
    [{ backups: { at: '25:00' } }, 'backups.at: has the wrong format'],
    [{ audit: { kep: 1 } }, "audit: unknown option 'kep'. did you mean 'keep'?"],
    [
      { endpoints: [{ path: '/users/x', method: 'get', handler: () => 0 }] },
      "endpoints[0].path: its first segment 'users' belongs to the built-in routes",
    ],
    [{ endpoints: [{ path: '/:any', method: 'get', handler: () => 0 }] }, 'must begin with a fixed segment'],
    [
      { endpoints: [{ path: '/x', method: 'head', handler: () => 0 }] },
      'endpoints[0].method: must be one of: get, post, put, patch, delete',
    ],
    [{ routes: { api: 'api' } }, 'routes.api: has the wrong format'],
  ]
  for (const [given, sentence] of wrong) {
    it(`says: ${sentence}`, async () => {
      expect(await verdict(given)).to.include(sentence)
    })
  }

  it('tells all mistakes at once', async () => {
    expect((await verdict({ secret: 'x', cors: 5, apiKeys: 'yes' })).split('\n')).to.have.length(4)
  })

  it('fills in every default, freezes the result and leaves what was given alone', async () => {
    const given = { ...valid(), upload: {} }
    const settings = await checkConfig(given, features)
    expect(settings.upload).to.deep.equal({
      dir: 'uploads',
      maxFileSize: 10485760,
      mimeTypes: ['image/*', 'application/pdf'],
      imageSizes: [],
      folders: false,
      keepMetadata: false,
    })
    expect(settings.auth).to.include({
      tokenExpiration: 604800,
      maxLoginAttempts: 5,
      lockWindow: 900,
      resetPasswordExpiration: 3600,
      inviteExpiration: 604800,
      password: true,
      rbac: false,
    })
    expect(settings.routes.api).to.equal('/api/cms')
    expect(given.upload).to.deep.equal({})
    expect(Object.isFrozen(settings)).to.equal(true)
  })

  it('runs plugins in order, before anything is checked', async () => {
    const add = (slug: string) => (config: Config) => ({
      ...config,
      collections: [...(config.collections ?? []), { slug, fields: [{ name: 'a' }] }],
    })
    const settings = await checkConfig({ ...valid(), plugins: [add('first'), async (config) => add('second')(config)] }, features)
    expect(settings.collections.map((one) => one['slug'])).to.deep.equal(['first', 'second'])
  })

  const entities: [object, string][] = [
    [{ collections: [{ slug: 'a', fields: [{ name: 'x' }], access: { raed: () => true } }] }, "a.access: unknown operation 'raed'"],
    [
      { collections: [{ slug: 'a', fields: [{ name: 'x' }], access: { read: 5 } }] },
      'a.access.read: must be a function or the name of a rule',
    ],
    [
      { collections: [{ slug: 'a', fields: [{ name: 'x' }], hooks: { afterChnage: () => 0 } }] },
      "a.hooks: unknown hook 'afterChnage'. did you mean 'afterChange'?",
    ],
    [{ globals: [{ slug: 'a', fields: [{ name: 'x' }], hooks: { beforeValidate: () => 0 } }] }, "a.hooks: unknown hook 'beforeValidate'"],
    [
      {
        collections: [
          { slug: 'a', fields: [{ name: 'x' }] },
          { slug: 'a', fields: [{ name: 'y' }] },
        ],
      },
      "'a' is declared twice with fields",
    ],
    [
      { collections: [{ slug: 'a', fields: [{ name: 'x', type: 'relationship', to: 'nowhere' }] }] },
      "the collection 'nowhere' that it points to doesn't exist",
    ],
  ]
  for (const [given, sentence] of entities) {
    it(`stops the start: ${sentence}`, async () => {
      const failed = await createCms({
        ...valid(),
        ...given,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      }).catch((error) => error)
      expect(failed.code).to.equal('CONFIG')
      expect(failed.message).to.include(sentence)
    })
  }
})
