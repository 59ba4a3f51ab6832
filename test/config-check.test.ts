/** A wrong configuration stops the start, and says which option and what was meant. */
import { inspect } from 'node:util'
import { expect } from 'chai'
import { disk } from '../adapters/disk.ts'
import { postgres } from '../adapters/postgres/index.ts'
import { sqlite } from '../adapters/sqlite/index.ts'
import { createCms } from '../lib/cms.ts'
import type { Config } from '../lib/config.ts'
import { checkConfig } from '../lib/config-check.ts'
import { configSchemaWith } from '../lib/config-schema.ts'
import { GalleyError } from '../lib/errors.ts'
import { features } from '../lib/features.ts'
import { optionProblems } from '../lib/option-problems.ts'
import { SECRET } from './harness/start.ts'

const valid = (): Config => ({ secret: SECRET, db: sqlite({ filename: ':memory:' }) })
const stats = (path: string) => ({ path, method: 'get', handler: () => 0 })
const command = (name: string) => ({ name, description: 'Fills in samples', run: () => undefined })
const job = { name: 'a', run: () => undefined }
const page = (path: string) => ({ path, label: 'Page', component: 'x-page' })
const verdict = async (given: object) =>
  checkConfig({ ...valid(), ...given } as Config, features).then(
    () => 'sound',
    (error) => error.message as string,
  )

describe('config-check', () => {
  const wrong: [object, string][] = [
    [{ secret: 'short' }, 'secret: must be at least 32 characters that nobody can guess, such as those of: openssl rand -base64 48'],
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
    [{ auth: { maxLoginAttempts: 0 } }, 'auth.maxLoginAttempts: must be at least 1'],
    [
      { auth: { trustedOrigins: ['https://a.example/path'] } },
      "auth.trustedOrigins[0]: must be an origin without a path, such as 'https://example.org'",
    ],
    [{ auth: { roles: ['admin', 'member'], members: { roles: ['membr'] } } }, "'membr' must also be in auth.roles. did you mean 'member'?"],
    [{ routes: { health: '/api/cms/health' } }, "routes.health: '/api/cms/health' is in the API, which has the path '/api/cms'"],
    [{ queries: { timeout: { visitors: 0 } } }, 'queries.timeout.visitors: must be from 1 to 86400000'],
    [{ jobs: [{ ...job, every: -1 }] }, 'jobs[0].every: must be more than 0'],
    [{ jobs: [{ ...job, timeout: 0 }] }, 'jobs[0].timeout: must be more than 0 and at most 86400'],
    [{ jobs: [{ ...job, every: '10' }] }, 'jobs[0].every: must be a number, more than 0'],
    [{ audit: { keep: 1.5 } }, 'audit.keep: must be a whole number, at least 0'],
    [{ queries: { limit: 5 } }, "queries: unknown option 'limit'"],
    [{ serverURL: 'example.org' }, 'serverURL: must be an origin without a path'],
    [{ cors: ['*'] }, "cors[0]: must be an origin without a path, such as 'https://example.org'"],
    [{ cors: ['https://example.org/'] }, 'cors[0]: must be an origin without a path'],
    [{ cors: 'https://example.org' }, "cors: must be '*', or a list of origins such as ['https://example.org']"],
    [{ backups: { at: '04:00' } }, "backups.at: has no effect without 'every', such as every: 'day'"],
    [{ upload: { dir: 'files', storage: disk({ dir: 'others' }) } }, "upload.dir: has no effect next to 'upload.storage'"],
    [{ upload: { imageSizes: [{ name: 'card', width: 300, fit: 'contain' }] } }, "'fit' of 'card' has no effect without 'height'"],
    [
      { db: postgres({ url: 'mysql://localhost/cms' }) },
      "db.url: must be a URL such as 'postgres://user:password@localhost:5432/cms', not one that begins with 'mysql://'",
    ],
    [{ backups: { key: 'short' } }, 'backups.key: must be at least 32 characters'],
    [{ events: ['a.b', 'a.b'] }, "events: 'a.b' is listed twice"],
    [{ features: [undefined] }, 'features[0]: must be an object'],
    [{ clock: new Date() }, "clock: needs the method 'now'"],
    [{ log: { info() {} } }, "log: needs the methods 'warn' and 'error'"],
    [{ admin: { nav: [{ id: 'a', label: 5 }] } }, 'admin.nav[0].label: must be a text, or an object such as { en:'],
    [{ webhooks: [{ url: 'https://a.example', headers: { 'a b': 'x' } }] }, 'webhooks[0].headers.a b: must be the name of a header'],
    [{ webhooks: [{ url: 'https://a.example', headers: { a: 'x\r\nb: y' } }] }, 'webhooks[0].headers.a: has the wrong format'],
    [{ routes: { api: '/admin' } }, "routes.api: '/admin' is in the admin, which has the path '/admin'"],
    [{ routes: { api: '/admin/api' } }, "routes.api: '/admin/api' is in the admin"],
    [{ admin: { path: '/api/cms/admin' } }, "admin.path: '/api/cms/admin' is in the API, which has the path '/api/cms'"],
    [{ routes: { health: '/api/cms' } }, "routes.health: '/api/cms' is also 'routes.api'; give each a different path"],
    [{ routes: { health: '/up', metrics: '/up' } }, "routes.metrics: '/up' is also 'routes.health'"],
    [{ endpoints: [stats('/stats/:x/:x')] }, "endpoints[0].path: ':x' is there twice; give each parameter its own name"],
    [{ localization: { locales: ['en'], defaultLocale: 'th' } }, 'localization.defaultLocale: must be one of: en'],
    [{ localization: { locales: [] } }, 'localization.locales: must not be empty'],
    [{ webhooks: [{ url: 'ftp://x' }] }, "webhooks[0].url: must be a URL such as 'https://example.org/hook'"],
    [
      {
        jobs: [
          { name: 'a', run: () => 0 },
          { name: 'a', run: () => 0 },
        ],
      },
      "jobs: 'a' is taken twice",
    ],
    [{ jobs: [{ name: 'a', run: 'x' }] }, 'jobs[0].run: must be a function'],
    [{ admin: { brand: { color: 'red' } } }, "admin.brand.color: must be a color such as '#0f766e'"],
    [{ admin: { modules: ['https://cdn.example/x.js'] } }, 'admin.modules[0]: must be a file of this project or an export of a package'],
    [
      { upload: { imageSizes: [{ name: 'a', width: 10, fit: 'stretch' }] } },
      'upload.imageSizes[0].fit: must be one of: cover, contain, inside',
    ],
    [{ backups: { at: '25:00' } }, "backups.at: must be a time such as '03:00'"],
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
    [{ routes: { api: 'api' } }, "routes.api: must be a path such as '/api/cms'"],
    [{ auth: { emails: { resetpassword: () => ({}) } } }, "auth.emails: unknown option 'resetpassword'. did you mean 'resetPassword'?"],
    [
      { auth: { roles: ['admin', 'reader'], members: { roles: ['reader'], emails: { invite: () => ({}) } } } },
      "auth.members.emails: unknown option 'invite'",
    ],
    [{ endpoints: [stats('/stats/:a'), stats('/stats/:b')] }, "endpoints: 'GET /stats/:…' is taken twice"],
    [{ endpoints: [{ ...stats('/admin/x'), root: true }] }, "endpoints[0].path: '/admin' belongs to the built-in routes"],
    [{ endpoints: [{ ...stats('/api/cms'), root: true }] }, "endpoints[0].path: '/api/cms' belongs to the built-in routes"],
    [{ routes: { health: '/up' }, endpoints: [{ ...stats('/up'), root: true }] }, "endpoints[0].path: '/up' belongs"],
    [{ commands: [command('seed'), command('seed')] }, "commands: 'seed' is taken twice"],
    [{ commands: [command('migrate')] }, "commands: 'migrate' is a built-in command; choose another name"],
    [{ fieldTypes: [{ name: 'color' }, { name: 'color' }] }, "fieldTypes: 'color' is taken twice"],
    [{ fieldTypes: [{ name: 'text', base: 'number' }] }, "fieldTypes: 'text' is a built-in type; choose another name"],
    [
      { fieldTypes: [{ name: 'color', admin: { component: 'div' } }] },
      "component: must be the name of a custom element, such as 'my-panel'",
    ],
    [{ admin: { pages: [page('a'), page('a')] } }, "admin.pages: 'a' is taken twice"],
    [{ admin: { pages: [{ ...page('a'), icon: 'hose' }] } }, "did you mean 'house'?"],
    [{ admin: { dashboard: [{ component: 'div' }] } }, 'admin.dashboard[0].component: must be the name of a custom element'],
    [{ admin: { nav: [{ id: 'a', label: 'A', children: [{ id: 'a', label: 'B' }] }] } }, "admin.nav: 'a' is taken twice"],
    [
      { admin: { switcher: { cookie: 'svc-session', label: 'Tenant', options: [] } } },
      "admin.switcher.cookie: 'svc-session' is a cookie of the sessions",
    ],
    [
      { admin: { switcher: { cookie: 'a b', label: 'Tenant', options: [] } } },
      "admin.switcher.cookie: must be the name of a cookie, such as 'tenant'",
    ],
    [
      { admin: { switcher: { cookie: 'tenant', label: 'Tenant', options: ['A', 'B'].map((label) => ({ value: 'a', label })) } } },
      "admin.switcher.options: 'a' is taken twice",
    ],
    [
      { upload: { fromURL: { allowedHosts: ['https://example.org'] } } },
      "upload.fromURL.allowedHosts[0]: must be a host such as 'images.example.org'",
    ],
    [{ upload: { mimeTypes: ['documets'] } }, "or one of: documents, office, archives. did you mean 'documents'?"],
    [{ localization: { locales: ['en', 'en'] } }, "localization.locales: 'en' is listed twice"],
    [{ webhooks: [{ url: 'https://example.org', events: ['publsh'] }] }, "webhooks[0].events: 'publsh' is none of create"],
  ]
  for (const [given, sentence] of wrong) {
    it(`says: ${sentence}`, async () => {
      expect(await verdict(given)).to.include(sentence)
    })
  }

  it('tells all mistakes at once', async () => {
    expect((await verdict({ secret: 'x', cors: 5, apiKeys: 'yes' })).split('\n')).to.have.length(4)
    const several = { webhoks: [], jobs: [job, job], webhooks: [{ url: 'https://example.org', events: ['publsh'] }] }
    expect((await verdict(several)).split('\n')).to.have.length(4)
  })

  it('says what every option must be in a sentence, not in words of JSON Schema @long', () => {
    const WRONG = [5, -1, 1e12, '', 'x y', true, null, [], [5], [{ x: 1 }], { x: 1 }, { x: 'x' }, () => 0]
    const wrap = (path: string[], value: unknown): unknown =>
      path.reduceRight((inner, name) => (name === '[]' ? [inner] : { [name]: inner }), value)
    const check = (option: any, path: string[]): void => {
      for (const value of WRONG)
        for (const { at, says } of optionProblems(wrap(path, value), schema))
          expect(says, `${at} ${JSON.stringify(value)}`).not.to.match(/NOT|match|[<>]=|fewer|schema|anyOf|constant|undefined/)
      for (const [name, inner] of Object.entries(option.properties ?? {})) check(inner, [...path, name])
      if (option.items) check(option.items, [...path, '[]'])
    }
    const schema = configSchemaWith(features)
    check(schema, [])
  })

  it('says which numbers every numeric option accepts, whatever is wrong with a value', () => {
    const schema = configSchemaWith(features)
    const numbers: [path: string[], type: string][] = []
    const collect = (option: any, path: string[]): void => {
      const type = [option.type].flat().find((one) => one === 'number' || one === 'integer')
      if (type && ('minimum' in option || 'exclusiveMinimum' in option)) numbers.push([path, type])
      for (const [name, inner] of Object.entries(option.properties ?? {})) collect(inner, [...path, name])
      for (const inner of [option.items, option.additionalProperties, ...(option.anyOf ?? [])].filter(Boolean))
        collect(inner, [...path, ...(inner === option.items ? ['[]'] : [])])
    }
    collect(schema, [])
    expect(numbers.map(([path]) => path.join('.'))).to.include.members(['jobs.[].every', 'jobs.[].timeout', 'db.holdLimit', 'audit.keep'])
    for (const [path, type] of numbers)
      for (const value of [-1, -1e12, 1e12, '5', Number.NaN, ...(type === 'integer' ? [1.5] : [])]) {
        const given = path.reduceRight((inner: unknown, name) => (name === '[]' ? [inner] : { [name]: inner }), value)
        const at = path.join('.').replaceAll('.[]', '[0]')
        for (const { says } of optionProblems(given, schema).filter((problem) => problem.at === at))
          expect(says, `${at}: ${value}`).to.match(/\b(at least|at most|more than|from) -?\d/)
      }
  })

  it('tells what names an unknown content type along with other options, and nothing that follows from them', async () => {
    const unknown = { webhooks: [{ url: 'https://example.org', collections: ['nix'] }] }
    const tell = (given: object): Promise<string> => createCms({ ...valid(), ...given } as Config).catch(({ message }) => message)
    expect((await tell({ ...unknown, auth: { maxLoginAttempts: 0 } })).split('\n')).to.have.length(3)
    const localized = { collections: [{ slug: 'x', fields: [{ name: 'a', localized: true }] }] }
    const misspelt = await tell({ ...unknown, ...localized, localisation: { locales: ['en'] } })
    expect(misspelt.split('\n'), misspelt).to.have.length(3)
  })

  it('says once that something is listed twice', async () => {
    expect((await verdict({ localization: { locales: ['en', 'en'] } })).split('\n')).to.have.length(2)
    const failed = await createCms({ ...valid(), auth: { roles: ['admin', 'admin'] } } as Config).catch((error) => error)
    expect(failed.message).to.equal("The configuration is wrong:\n  auth.roles: 'admin' is listed twice")
  })

  it('takes hosts with a port, and any subdomain of a host', async () => {
    const allowedHosts = ['example.org', '*.example.org', 'localhost:8080', '*', '192.0.2.1', '[2001:db8::1]', '[::1]:8080']
    expect(await verdict({ upload: { fromURL: { allowedHosts } } })).to.equal('sound')
  })

  it('says of a group of options that it is a promise, or something else without keys', async () => {
    for (const [make, kind] of [
      [() => Promise.resolve({ roles: ['admin'] }), 'must be a value, not a Promise; write await in front of it'],
      [() => new Date(), 'must be a plain object or a list, not a Date'],
      [() => new Map(), 'must be a plain object or a list, not a Map'],
    ] as const)
      for (const [path, given] of Object.entries({
        auth: { auth: make() },
        upload: { upload: make() },
        admin: { admin: make() },
        'auth.members': { auth: { members: make() } },
        features: { features: make() },
      })) {
        expect(await verdict(given), path).to.include(path === 'features' ? 'features: must be an array' : `${path}: ${kind}`)
      }
  })

  it('says what it is if it is no configuration', async () => {
    for (const [given, what] of [
      [undefined, 'undefined'],
      ['x', 'a string'],
      [Promise.resolve({}), 'a Promise'],
      [[], 'a list'],
    ])
      expect(await checkConfig(given as unknown as Config, features).catch(({ message }) => message)).to.include(
        `must be an object with 'secret' and 'db', not ${what}`,
      )
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

  const posts = (more: object, ...fields: object[]) => ({
    collections: [{ slug: 'posts', fields: [{ name: 'title' }, { name: 'tags', options: ['a'], hasMany: true }, ...fields], ...more }],
  })
  const entities: [object, string][] = [
    [{ collections: [{ slug: 'a', fields: [{ name: 'x' }], access: { raed: () => true } }] }, "access.raed: unknown key 'raed'"],
    [
      { collections: [{ slug: 'a', fields: [{ name: 'x' }], access: { read: 5 } }] },
      "access.read: the rule 'read' must be a function or the name of a rule, not a number",
    ],
    [
      { collections: [{ slug: 'a', fields: [{ name: 'x' }], hooks: { afterChnage: () => 0 } }] },
      "hooks.afterChnage: unknown key 'afterChnage'",
    ],
    [
      { globals: [{ slug: 'a', fields: [{ name: 'x' }], hooks: { beforeValidate: () => 0 } }] },
      "hooks.beforeValidate: unknown key 'beforeValidate'",
    ],
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
    [{ collections: [{ slug: 'a', feilds: [{ name: 'x' }] }] } as any, "unknown option 'feilds'\n  did you mean 'fields'?"],
    [
      { collections: [{ slug: 'a', fields: [{ name: 'x' }] }], globals: [{ slug: 'a', fields: [{ name: 'y' }] }] },
      "globals[0] (a): 'a' is declared as a collection and as a global",
    ],
    [{ schema: 3 } as any, 'schema[0]: a schema must be a path, sdl`…` or a document, not a number'],
    [{ schema: [null] } as any, 'schema[0]: a schema must be a path, sdl`…` or a document, not null'],
    [{ plugins: [() => undefined] } as any, 'plugins[0] must return the configuration, an object, not undefined'],
    [{ plugins: [() => 'x'] } as any, 'plugins[0] must return the configuration, an object, not a string'],
    [{ routes: { api: 'api' } }, "routes.api: must be a path such as '/api/cms', without a slash at its end"],
    [{ webhooks: [{ url: 'https://example.org', events: ['creat'] }] }, "declare events of your own in 'events'. did you mean 'create'?"],
    [
      { commands: [{ name: 'ret1.5', description: 'x', run: () => 0 }] },
      "commands[0].name: must be lowercase letters, digits, ':' and '-', a letter first; 'ret1.5' is not",
    ],
    [posts({ admin: { badge: { where: { nope: { equals: 1 } } } } }), "posts.admin.badge.where: unknown field 'nope'"],
    [posts({ admin: { badge: { where: { title: { is: 1 } } } } }), "posts.admin.badge.where: unknown operator 'is'"],
    [posts({ admin: { list: { sort: '-titel' } } }), "posts.admin.list.sort: unknown field 'titel'. did you mean 'title'?"],
    [posts({ admin: { list: { sort: 'tags' } } }), "posts.admin.list.sort: 'tags' has several values"],
    [
      posts({}, { name: 'a', type: 'relationship', to: 'posts', filterOptions: { titel: { equals: 1 } } }),
      "posts.a.filterOptions: unknown field 'titel'",
    ],
    [posts({}, { name: 'a', type: 'upload', mimeTypes: ['images'] }), "posts.a.mimeTypes: 'images' isn't a type such as 'image/png'"],
    [posts({}, { name: 'a', type: 'upload', folder: 'Covers' }), "posts.a.folder: needs folders; add 'upload: { folders: true }'"],
    [posts({}, { name: 'a', localized: true }), "posts.a: 'localized' needs locales; add 'localization: { locales:"],
    [posts({ preview: '/posts' }), "preview: 'preview' must be a function, not a string"],
    [posts({ scope: () => 'a' }), "'scope' has no effect on a collection, only on a global; restrict a collection with 'access'"],
    [{ ...posts({}), admin: { menu: ['post'] } }, "admin.menu: the collection or global 'post' doesn't exist. did you mean 'posts'?"],
    [
      { ...posts({}), webhooks: [{ url: 'https://example.org', collections: ['post'] }] },
      "webhooks[0].collections: there is no collection 'post'",
    ],
    [{ ...posts({}), webhooks: [{ url: 'https://example.org', globals: ['site'] }] }, "webhooks[0].globals: there is no global 'site'"],
  ]

  it('tells each mistake once', async () => {
    const messagesOf = async (config: object) =>
      (await createCms({ ...valid(), ...config } as Config).catch((error) => error)).errors.map(({ message }: Error) => message)
    const field = (more: object) => posts({}, { name: 'a', ...more })
    const signup = { auth: { roles: ['admin', 'm'], members: { roles: ['m'], signup: { rol: 'm', verifyEmail: false } } } }
    expect(await messagesOf(signup)).to.deep.equal(["auth.members.signup: unknown option 'rol'. did you mean 'role'?"])
    expect(await messagesOf({ admin: { languages: [{ cod: 'ar', name: 'x', texts: {} }] } })).to.deep.equal([
      "admin.languages[0]: unknown option 'cod'. did you mean 'code'?",
    ])
    expect(await messagesOf({ admin: { languages: [{ code: 'ar', name: 'x' }] } })).to.deep.equal(["admin.languages[0]: needs 'texts'"])
    for (const [option, more] of Object.entries({
      fields: { type: 'group', fields: { a: 1 } },
      blocks: { type: 'blocks', blocks: 3 },
      options: { type: 'select', options: 'a, b' },
    }))
      expect(await messagesOf(field(more))).to.deep.equal([`collections[0] (posts): fields.a: '${option}' must be a list`])
    expect(await messagesOf(field({ type: 'array', fields: 'a' }))).to.deep.equal([
      "collections[0] (posts): fields.a: 'fields' must be a list",
    ])
  })

  it('tells what is wrong with options and with the schema together', async () => {
    const failed = await createCms({ ...valid(), webhoks: [], ...posts({}, { name: 'a', type: 'txt' }) } as Config).catch((error) => error)
    expect(failed.message).to.include("unknown option 'webhoks'").and.include("unknown field type 'txt'")
    expect(failed.code).to.equal('CONFIG')
    expect(failed.errors.map(({ message }: Error) => message.split('\n')[0])).to.deep.equal([
      "unknown option 'webhoks'. did you mean 'webhooks'?",
      "collections[0] (posts): fields.a: unknown field type 'txt'",
    ])
  })

  it('is printed once by Node when nothing catches it', () => {
    const printed = inspect(new GalleyError('CONFIG', [{ message: 'one' }, { message: 'two' }]), { customInspect: false })
    expect(printed.match(/one/g)).to.have.length(1)
    expect(JSON.parse(JSON.stringify(new GalleyError('STALE', 'has changed'))).errors).to.deep.equal([
      { message: 'has changed', code: 'STALE' },
    ])
  })

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
