/** Every route × every kind of caller. The rows stand in `matrix.rows.ts`: a route without a row fails. */
import { expect } from 'chai'
import { consoleEmail } from '../../adapters/console-email.ts'
import { disk } from '../../adapters/disk.ts'
import { sqlite } from '../../adapters/sqlite/index.ts'
import type { RuleArguments } from '../../lib/access/rules.ts'
import type { Identity } from '../../lib/actor.ts'
import type { AuthProvider } from '../../lib/auth/provider.ts'
import type { StorageAdapter } from '../../lib/storage/contract.ts'

import { Browser, MovedClock, makeUser } from '../harness/people.ts'
import { end, onePair, onePairAtLength, type Started, start, temporaryFile } from '../harness/start.ts'
import { BODIES, CALLERS, EVERYBODY, FAMILY_ROWS, OUTSIDE, type Outside, ROWS, type Who, WITHOUT_ACCOUNT } from './matrix.rows.ts'

/** One of each kind: they lead somewhere and bring nobody back, and know nobody. */
const leads = {
  begin: async () => ({ url: 'https://provider.example', kept: {} }),
  finish: async () => Promise.reject(new Error('never asked')),
}
const providers: AuthProvider[] = [
  { id: 'some', name: 'Some', ...leads },
  { id: 'posting', name: 'Posting', kind: 'post', ...leads },
  { id: 'entered', name: 'Entered', kind: 'credentials', verify: async () => undefined },
]

const OPEN = { open: { equals: true } }
/** Nobody's role changes these, whoever signed in. */
const isKept = ({ user }: RuleArguments) => user !== null && { open: { equals: false }, text: { equals: 'other' } }

/** What a host's own sign-in puts on a request. */
const outsideUser = (header: unknown): Identity | undefined =>
  header === undefined ? undefined : { user: JSON.parse(String(header)), isOutside: true }

/** Routes that `auth.rbac` brings. */
const isOfRoles = (route: string) => / \/admin\/roles(\/|$)/.test(route)

/** The same table with and without roles: switching them on changes no answer, since the first grant is what everybody had. */
const suite = (rbac: boolean) => () => {
  // Hosts and databases are compared with roles.
  const each = rbac ? onePairAtLength('matrix') : onePair('matrix')
  each((host, database) => {
    let started: Started
    let callers: Record<Who, () => Promise<Browser>>
    let linkedTo: string
    const clock = new MovedClock()

    before(async () => {
      started = await start(host, database, {
        clock,
        upload: { storage: { ...disk({ dir: temporaryFile('-files') }), uploadURL } },
        apiKeys: true,
        audit: true,
        backups: { dir: temporaryFile('-backups'), sqlite: (filename) => sqlite({ filename }) },
        webhooks: [{ url: 'http://127.0.0.1:9', events: [] }],
        cronSecret: 'the-secret-of-cron',
        email: consoleEmail(() => undefined),
        auth: {
          rbac,
          providers,
          roles: ['admin', 'editor', 'reader'],
          members: { roles: ['reader'], signup: { role: 'reader' } },
          lockWindow: 60,
        },
        collections: [
          {
            slug: 'owned',
            drafts: true,
            versions: true,
            schedule: true,
            access: { read: 'loggedIn', update: 'owner', delete: 'admin' },
            fields: [{ name: 'text' }, { name: 'note', access: { read: 'admin' } }],
          },
          {
            slug: 'filtered',
            drafts: true,
            trash: true,
            access: {
              read: ({ user }: RuleArguments) => user?.role === 'admin' || OPEN,
              create: ({ user }: RuleArguments) => user !== null && OPEN,
              update: isKept,
              delete: isKept,
            },
            fields: [{ name: 'text' }, { name: 'open', type: 'boolean', access: { create: 'nobody' } }],
          },
          {
            slug: 'misshapen',
            drafts: true,
            trash: true,
            access: {
              read: () => ({ or: [] }),
              create: () => ({ text: {} }),
              update: () => new Date(),
              delete: () => ({ and: [{}] }),
            } as object,
            fields: [{ name: 'text' }],
          },
          { slug: 'binned', trash: true, access: { read: 'loggedIn', delete: 'owner' }, fields: [{ name: 'text' }] },
        ],
        features: [{ name: 'host-login', authenticate: ({ headers }) => outsideUser(headers['x-host']) }],
        globals: [{ slug: 'site', drafts: true, versions: true, schedule: true, fields: [{ name: 'name' }] }],
      })
      const { cms, listener } = started
      const people = {
        admin: await makeUser(cms, 'admin@x.org', { role: 'admin' }),
        owner: await makeUser(cms, 'owner@x.org'),
        stranger: await makeUser(cms, 'stranger@x.org'),
        member: await makeUser(cms, 'member@x.org', { role: 'reader' }),
        inactive: await makeUser(cms, 'inactive@x.org'),
      }
      for (let n = 0; n < 3; n++)
        await cms.as({ id: people.owner.id, role: 'editor' }).create('owned', { text: `mine ${n}`, status: 'published' })
      for (const { id } of [people.owner, people.stranger, people.owner])
        await cms.as({ id, role: 'editor' }).create('binned', { text: 'x' })
      for (const id of [1, 2]) await cms.delete('binned', id)
      for (const open of [true, false, false]) await cms.create('filtered', { text: 'x', open, status: 'published' })
      await cms.delete('filtered', 3)
      await cms.create('misshapen', { text: 'x', status: 'published' })
      await cms.upload({ filename: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') })
      await cms.updateGlobal('site', { name: 'a', status: 'published' })
      const signedIn = async (email: string) => new Browser(listener).login(email)
      /** Signs in again once a request has ended the session, since most of the time of a sign-in is spent on its password. */
      const staying = (email: string, headers: Record<string, string> = {}) => {
        let browser: Browser | undefined
        return async () => {
          if (!browser || (await browser.get('/users/me')).body.user === null) browser = await signedIn(email)
          browser.headers = headers
          return browser
        }
      }
      const gone = await signedIn(people.inactive.email)
      await cms.update('users', people.inactive.id, { active: false })
      const keys = await signedIn(people.admin.email)
      const keyed = async (permissions: object) => {
        const app = new Browser(listener)
        const { body } = await keys.post('/api-keys', { name: 'key', permissions })
        app.headers = { authorization: `Bearer ${body.key}` }
        return app
      }
      const weak = await keyed({})
      const strong = await keyed({ collections: { owned: ['read', 'create', 'update', 'delete', 'publish'] }, globals: { site: ['read'] } })
      const signedInByHost = (user: object) => {
        const one = new Browser(listener)
        one.headers = { 'x-host': JSON.stringify(user) }
        return one
      }
      callers = {
        anonymous: async () => new Browser(listener),
        dead: async () => {
          const one = new Browser(listener)
          one.cookies.set('svc-session', 'D'.repeat(43))
          return one
        },
        inactive: async () => gone,
        member: staying(people.member.email),
        stranger: staying(people.stranger.email),
        owner: staying(people.owner.email),
        admin: staying(people.admin.email),
        weak: async () => weak,
        keyed: async () => strong,
        tokenless: staying(people.admin.email, { 'x-csrf-token': '' }),
        cron: async () => {
          const one = new Browser(listener)
          one.headers = { authorization: 'Bearer the-secret-of-cron' }
          return one
        },
        outside: async () => signedInByHost({ id: people.owner.id, role: 'editor' }),
        outsideMember: async () => signedInByHost({ id: people.member.id, role: 'reader' }),
        customer: async () => signedInByHost({ id: people.admin.id, role: 'customer' }),
        linked: async () => {
          linkedTo = await cms.as({ id: people.owner.id, role: 'editor' }).createPreviewToken('owned', 1)
          return new Browser(listener)
        },
      }
    })
    after(() => end(started?.cms))

    it('has a row for every route', () => {
      const routes = started.cms.engine.http.routes.map(({ method, path }) => `${method} ${path}`)
      const rows = ROWS.filter((row) => rbac || !isOfRoles(row.route))
      expect(rows.map((row) => row.route).sort()).to.deep.equal(routes.sort())
    })

    const rows = [
      ...ROWS.map((row) => ({ ...row, title: row.route })),
      ...FAMILY_ROWS.map((row) => ({ ...row, title: `${row.route}: ${row.path}` })),
    ]
    for (const { method, route, path, gives, title } of rows) {
      it(title, async () => {
        const given: Record<string, number> = {}
        for (const who of EVERYBODY) {
          clock.forward(700)
          const browser = await callers[who]()
          const link = who === 'linked' ? `${path.includes('?') ? '&' : '?'}preview=${linkedTo}` : ''
          const answer = await browser.send(method, path + link, BODIES[route])
          given[who] = answer.status
          if (answer.status === 401) expect(answer.headers['www-authenticate']).to.equal('Bearer')
          if (answer.status >= 400) expect(Object.keys(answer.body)).to.deep.equal(['errors'])
        }
        const isOff = !rbac && isOfRoles(route)
        const expected = (who: (typeof CALLERS)[number]) =>
          isOff && !(who === 'tokenless' && method !== 'get') ? 404 : gives[CALLERS.indexOf(who)]
        const wanted = EVERYBODY.map((who) => {
          const like = OUTSIDE[who as Outside]
          return [
            who,
            like
              ? ((WITHOUT_ACCOUNT[`${route} ${path}`] ?? WITHOUT_ACCOUNT[route])?.[who as Outside] ?? expected(like))
              : expected(who as (typeof CALLERS)[number]),
          ]
        })
        expect(given).to.deep.equal(Object.fromEntries(wanted))
        // A rule that gives no filter is logged each time that it denies.
        const errors = started.logged.filter((one) => one.level === 'error')
        expect(errors.filter(({ line }) => !line.includes("of 'misshapen' failed, so access is denied"))).to.deep.equal([])
      })
    }
  })
}

/** Nobody sends anything there. */
const uploadURL: StorageAdapter['uploadURL'] = async (key) => ({ url: `http://127.0.0.1:9/${key}`, method: 'PUT', headers: {} })

describe('http/matrix', suite(true))
describe('http/matrix without roles @long', suite(false))
