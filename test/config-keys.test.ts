/** One wrong letter in any key of ours stops the start, wherever the key is, and the message names it. */
import { expect } from 'chai'
import { sqlite } from '../adapters/sqlite/index.ts'
import { modelFor } from '../lib/cms.ts'
import type { Config } from '../lib/config.ts'
import { inDepth, oneIn, seedOr } from './harness/depth.ts'
import { SECRET } from './harness/start.ts'

const run = () => undefined
const both = { en: 'One', th: 'หนึ่ง' }

const whole = (): object => ({
  secret: SECRET,
  db: sqlite({ filename: ':memory:' }),
  serverURL: 'https://example.org',
  cors: ['https://shop.example.org'],
  events: ['order.paid'],
  localization: { locales: ['en', 'th'], defaultLocale: 'en', fallback: true },
  routes: { api: '/api/cms', health: '/up', metrics: '/numbers' },
  auth: {
    roles: ['admin', 'editor', 'reader'],
    password: true,
    setupCode: 'open',
    tokenExpiration: 600,
    maxLoginAttempts: 3,
    lockWindow: 60,
    trustedOrigins: ['https://shop.example.org'],
    resetPasswordExpiration: 60,
    inviteExpiration: 60,
    emails: { resetPassword: run, invite: run, passwordChanged: run },
    rbac: true,
    members: {
      roles: ['reader'],
      signup: { role: 'reader', verifyEmail: false, challenge: { siteKey: 'a', secretKey: 'b', url: 'https://example.org' } },
      pages: { verifyEmail: '/verify', resetPassword: '/reset' },
      emails: { verifyEmail: run },
    },
  },
  queries: { timeout: { visitors: 1000, users: 2000 }, answer: { documents: 10, characters: 1000 }, unindexed: 'allow' },
  commands: [{ name: 'seed', description: 'Fills in samples', help: 'No more', run }],
  onRequest: run,
  metrics: { token: 'x'.repeat(20) },
  plugins: [],
  fieldTypes: [
    {
      name: 'color',
      base: 'text',
      validate: () => true,
      checkOptions: run,
      admin: { component: 'x-a', cell: 'x-b' },
      typescript: 'string',
    },
  ],
  features: [],
  log: { info: run, warn: run, error: run },
  production: false,
  upload: {
    dir: 'files',
    maxFileSize: 5,
    mimeTypes: ['image/*'],
    imageSizes: [],
    folders: true,
    keepMetadata: false,
    fromURL: { allowedHosts: ['*'], allowPrivate: false },
  },
  admin: {
    path: '/admin',
    locale: 'en',
    brand: { name: 'Site', logo: '/logo.svg', color: '#112233' },
    siteUrl: '/',
    menu: ['posts'],
    nav: [{ id: 'a', label: both, icon: 'box', order: 1, children: [{ id: 'b', label: 'B', icon: 'box', order: 2 }] }],
    commands: [{ label: 'Go', to: '/', icon: 'box', keywords: ['away'] }],
    modules: [],
    pages: [{ path: 'stock', component: 'x-stock', label: both, icon: 'box', group: 'a', access: run }],
    dashboard: [{ component: 'x-total', width: 'half', label: both, access: run }],
    switcher: { cookie: 'tenant', label: 'Tenant', options: [{ value: 'a', label: both }] },
  },
  endpoints: [{ path: '/latest', method: 'get', handler: run, root: false }],
  jobs: [{ name: 'tidy', every: 5, run }],
  webhooks: [{ url: 'https://example.org/hook', events: ['create'], collections: ['posts'], globals: ['site'], secret: 'x'.repeat(32) }],
  audit: { keep: 10 },
  backups: { every: 'day', keep: 3, at: '03:00' },
  collections: [
    {
      slug: 'posts',
      labels: { singular: both, plural: both },
      description: 'Articles',
      icon: 'file-text',
      useAsTitle: 'title',
      indexes: [['title', 'number']],
      editIn: 'page',
      drafts: true,
      versions: { max: 5 },
      schedule: true,
      trash: { purgeAfterDays: 5 },
      orderable: false,
      access: { read: 'anyone', create: 'admin', update: 'admin', delete: 'nobody' },
      hooks: { beforeValidate: run, beforeChange: run, afterChange: run, afterRead: run, beforeDelete: run, afterDelete: run },
      preview: () => '/',
      admin: {
        group: 'a',
        sidebar: ['x-note'],
        layout: [
          'title',
          { row: ['number', 'kind'] },
          { section: both, fields: ['slug'], folded: true },
          { tabs: [{ label: both, fields: ['color'] }] },
        ],
        badge: { where: { number: { gt: 1 } }, tone: 'bad', label: both },
        count: true,
        empty: { description: both, link: '/help' },
        list: { tree: 'parent', sort: '-number' },
        ownerField: 'createdBy',
        confirmDelete: { typeTitle: true, impact: true },
      },
      fields: [
        {
          name: 'title',
          label: both,
          required: true,
          minLength: 1,
          maxLength: 50,
          pattern: '^.*$',
          localized: true,
          description: 'Its name',
          access: { read: 'anyone', create: 'admin', update: 'admin' },
        },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'number', type: 'number', integer: true, min: 1, max: 9, index: true, defaultValue: 3, renamedFrom: 'size' },
        { name: 'kind', type: 'select', options: [{ value: 'a', label: both }, 'b'], hasMany: true, minRows: 0, maxRows: 2, unique: false },
        {
          name: 'color',
          type: 'color',
          options: {},
          validate: run,
          admin: {
            position: 'sidebar',
            width: 'half',
            component: 'x-c',
            cell: 'x-d',
            column: false,
            placeholder: 'Pick',
            condition: { and: [{ field: 'number', equals: 1 }, { not: { field: 'kind', exists: true } }] },
          },
        },
        { name: 'parent', type: 'relationship', to: 'posts', filterOptions: { number: { equals: 1 } } },
        { name: 'file', type: 'upload', mimeTypes: ['image/png'], folder: 'Covers', hidden: false },
        { name: 'within', uniqueWithin: 'number' },
        { name: 'once', writeOnly: true },
        { name: 'rows', type: 'array', fields: [{ name: 'text', type: 'textarea' }] },
        {
          name: 'parts',
          type: 'blocks',
          blocks: [{ slug: 'quote', labels: { singular: both, plural: both }, fields: [{ name: 'words' }] }],
        },
        {
          name: 'body',
          type: 'richText',
          features: ['heading', 'embed'],
          headings: [2],
          embeds: [{ name: 'clips', pattern: '^https://clips\\.example/(\\w+)$' }],
          unknown: 'keep',
        },
      ],
    },
  ],
  globals: [
    {
      slug: 'site',
      label: both,
      icon: 'globe',
      fields: [{ name: 'name' }],
      admin: { group: 'a', sidebar: ['x-note'], layout: ['name'] },
      hooks: { beforeChange: run },
    },
  ],
})

/** Below these, keys are names of the configuration's own, or belong to somebody else. */
const NOT_OURS = ['where', 'filterOptions', 'db', 'log', 'options.0']

type Path = readonly (string | number)[]

function* keysOf(value: unknown, at: Path = []): Generator<Path> {
  if (typeof value !== 'object' || value === null || NOT_OURS.includes(String(at.at(-1)))) return
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [...at, key]
    yield* keysOf(inner, [...at, Array.isArray(value) ? Number(key) : key])
  }
}

/** The object with another name for the key at the path. */
function renamed(value: any, [first, ...rest]: Path, name: string): any {
  if (Array.isArray(value)) return value.map((one, index) => (index === first ? renamed(one, rest, name) : one))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key !== first ? [key, inner] : rest.length === 0 ? [name, inner] : [key, renamed(inner, rest, name)],
    ),
  )
}

/** A letter more, a letter less, another letter, or two that changed places. */
function misspelt(key: string, draw: (most: number) => number): string {
  const at = draw(key.length)
  const letter = 'abcdefghijklmnopqrstuvwxyz'[draw(26)]!
  const made = [
    key.slice(0, at) + letter + key.slice(at),
    key.slice(0, at) + key.slice(at + 1),
    key.slice(0, at) + letter + key.slice(at + 1),
    key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2),
  ][draw(4)]!
  return made === '' || made === key ? `${key}${letter}` : made
}

describe('config: keys', () => {
  it('as they are meant start it', async () => {
    await modelFor(whole() as Config)
  })

  const depth = inDepth(1, 20)
  it('with one wrong letter never do @long', async function () {
    this.timeout(60_000 * depth)
    let seed = seedOr(11)
    const draw = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % most
    }
    const silent: string[] = []
    for (let round = 0; round < depth; round++)
      for (const path of oneIn(3, [...keysOf(whole())])) {
        const name = misspelt(String(path.at(-1)), draw)
        const failed = await modelFor(renamed(whole(), path, name) as Config).catch((error: Error) => error)
        if (!(failed instanceof Error)) silent.push(`${path.join('.')} as ${name}: started`)
        else if (!failed.message.includes(name)) silent.push(`${path.join('.')} as ${name}: ${failed.message.slice(0, 200)}`)
      }
    expect(silent.join('\n')).to.equal('')
  })
})
