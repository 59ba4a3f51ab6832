/** Options of adapters: a misspelt or mistyped one stops the start, with its path, together with all other mistakes. */
import { expect } from 'chai'
import { consoleEmail } from '../adapters/console-email.ts'
import { disk } from '../adapters/disk.ts'
import { github, google, microsoft, oidc } from '../adapters/oidc.ts'
import { hostUser, passportProvider } from '../adapters/passport.ts'
import { postgres } from '../adapters/postgres/index.ts'
import { s3 } from '../adapters/s3.ts'
import { smtp } from '../adapters/smtp.ts'
import { sqlite } from '../adapters/sqlite/index.ts'
import { createCms } from '../lib/cms.ts'
import { SECRET } from './harness/start.ts'

/** Options are anything here. */
type Anything = any
type Create = (options: Anything) => object

const client = { clientId: 'a', clientSecret: 'b' }
const strategy = { name: 'one', authenticate: () => undefined }

/** Each adapter: where it belongs, and options that are right. */
const ADAPTERS: Record<string, { at: string; create: Create; right: Record<string, unknown> }> = {
  sqlite: {
    at: 'db',
    create: sqlite,
    right: { filename: 'a.db', client: 'sqlite3', synchronous: 'FULL', tablePrefix: 'cms_', holdLimit: 1000 },
  },
  postgres: {
    at: 'db',
    create: postgres,
    right: {
      url: 'postgres://localhost/cms',
      replicas: ['postgres://localhost/cms'],
      schema: 'cms',
      pool: { min: 0, max: 5 },
      tablePrefix: '',
      holdLimit: 1000,
      prepare: false,
    },
  },
  disk: { at: 'upload.storage', create: disk, right: { dir: 'uploads' } },
  s3: {
    at: 'upload.privateStorage',
    create: s3,
    right: {
      bucket: 'media',
      region: 'auto',
      endpoint: 'https://files.example.org',
      accessKeyId: 'a',
      secretAccessKey: 'b',
      sessionToken: 'c',
      prefix: 'site/',
      publicURL: 'https://cdn.example.org',
      virtualHost: false,
    },
  },
  's3 for backups': { at: 'backups.storage', create: s3, right: { bucket: 'media', accessKeyId: 'a', secretAccessKey: 'b' } },
  smtp: {
    at: 'email',
    create: smtp,
    right: { url: 'smtp://localhost:25', host: 'localhost', port: 25, secure: false, auth: { user: 'a', pass: 'b' }, from: 'a@b.example' },
  },
  oidc: {
    at: 'auth.providers[0]',
    create: oidc,
    right: {
      id: 'company',
      name: 'Company',
      issuer: 'https://id.example.org',
      ...client,
      scopes: ['openid'],
      linkByEmail: true,
      trustEmail: false,
      icon: 'key',
    },
  },
  google: { at: 'auth.providers[0]', create: google, right: client },
  microsoft: { at: 'auth.providers[0]', create: microsoft, right: { tenant: 'a', ...client } },
  github: {
    at: 'auth.providers[0]',
    create: github,
    right: { ...client, linkByEmail: true, url: 'https://git.example.org', apiUrl: 'https://git.example.org/api' },
  },
  passportProvider: {
    at: 'auth.providers[0]',
    create: (options) => passportProvider(strategy, options),
    right: { id: 'saml', name: 'Company', icon: 'key', linkByEmail: true, kind: 'post', authenticate: {}, identify: () => undefined },
  },
}

/** The configuration with one adapter; everything else is right except for `localization`, which is told in the same breath. */
function configWith(at: string, adapter: unknown): Anything {
  const parts: Record<string, object> = {
    db: { db: adapter },
    email: { email: adapter },
    'upload.storage': { upload: { storage: adapter } },
    'upload.privateStorage': { upload: { privateStorage: adapter } },
    'backups.storage': { backups: { storage: adapter } },
    'auth.providers[0]': { auth: { providers: [adapter] } },
    features: { features: [adapter] },
  }
  return { secret: SECRET, db: sqlite({ filename: ':memory:' }), localization: { locales: [] }, ...parts[at] }
}

/** The lines of the message, without those of the mistake in `localization`. */
async function problemsOf(at: string, adapter: unknown): Promise<string[]> {
  const failed: Error = await createCms(configWith(at, adapter)).then(
    () => expect.fail('it started'),
    (error) => error,
  )
  const [title, ...lines] = failed.message.split('\n').map((line) => line.trim())
  expect(title).to.equal('The configuration is wrong:')
  expect(lines).to.include('localization.locales: must not be empty')
  return lines.filter((line) => !line.startsWith('localization'))
}

/** Every option, with the path to it. */
const optionsOf = (right: object, path: string[] = []): string[][] =>
  Object.entries(right).flatMap(([name, value]) => [
    [...path, name],
    ...(value?.constructor === Object ? optionsOf(value, [...path, name]) : []),
  ])

const changed = (given: Anything, [first = '', ...rest]: string[], name: string, value: unknown): Anything =>
  Object.fromEntries(
    Object.entries(given).map(([key, inner]) => {
      if (key !== first) return [key, inner]
      return rest.length === 0 ? [name, value === undefined ? inner : value] : [key, changed(inner, rest, name, value)]
    }),
  )

describe('adapter options', () => {
  for (const [name, { at, create, right }] of Object.entries(ADAPTERS)) {
    it(`${name}: as they are meant are no problem`, async () => {
      expect(await problemsOf(at, create(right))).to.deep.equal([])
    })

    it(`${name}: misspelt or of a wrong type, they are named with their path`, async () => {
      for (const path of optionsOf(right)) {
        const last = path.at(-1)!
        const within = [at, ...path.slice(0, -1)].join('.')
        const misspelt = await problemsOf(at, create(changed(right, path, `${last}x`, undefined)))
        expect(misspelt).to.include(`${within}: unknown option '${last}x'. did you mean '${last}'?`)
        const wrong = await problemsOf(at, create(changed(right, path, last, Symbol.iterator)))
        expect(wrong.join('\n'), path.join('.')).to.match(new RegExp(`^${within.replace(/[[\]]/g, '\\$&')}\\.${last}: must be \\S`))
      }
    })

    it(`${name}: nothing, or not an object, is no TypeError`, async () => {
      expect((await problemsOf(at, create(undefined))).join('\n')).to.include(`${at}: needs '`)
      expect((await problemsOf(at, create('text'))).join('\n')).to.match(/: must be an object/)
    })

    it(`${name}: the function itself, or something else, is not an adapter`, async () => {
      for (const other of [create, {}, null]) expect((await problemsOf(at, other)).join('\n')).to.include(at)
    })
  }

  it('an environment variable that is not set is suspected', async () => {
    expect(await problemsOf('email', smtp({ url: 'smtp://localhost', from: undefined as Anything }))).to.deep.equal([
      "email: needs 'from': a sender such as 'Name <address@example.org>'; is its environment variable set?",
    ])
    expect(await problemsOf('upload.storage', s3({ bucket: 'a', accessKeyId: '', secretAccessKey: 'b' }))).to.deep.equal([
      'upload.storage.accessKeyId: must not be empty',
    ])
    expect(await problemsOf('email', smtp({ from: 'a@b.example', port: Number(undefined) }))).to.deep.equal([
      'email.port: must be a whole number from 1 to 65535',
    ])
  })

  it('a name that resembles none lists those that there are', async () => {
    expect(await problemsOf('upload.storage', disk({ directory: 'a' } as Anything))).to.deep.equal([
      "upload.storage: needs 'dir': the path of a folder, such as 'uploads'",
      "upload.storage: unknown option 'directory'; use one of: dir",
    ])
  })

  it('a provider that a condition left out is named', async () => {
    expect(await problemsOf('auth.providers[0]', undefined)).to.deep.equal([
      "auth.providers[0]: must be a provider, such as oidc({ … }) from 'galley/oidc', not undefined",
    ])
  })

  it('what is no function or strategy is named', async () => {
    expect(await problemsOf('email', consoleEmail('x' as Anything))).to.deep.equal([
      'email: consoleEmail takes a function that prints a text, or nothing',
    ])
    expect(await problemsOf('features', hostUser({} as Anything))).to.deep.equal([
      'features: hostUser needs a function that turns a user of your application into { id, role }',
    ])
    expect(await problemsOf('auth.providers[0]', passportProvider(undefined as Anything, { id: 'a', name: 'A' }))).to.deep.equal([
      'auth.providers[0]: passportProvider needs a strategy of passport, and then { id, name }',
    ])
  })
})
