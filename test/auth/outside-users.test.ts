/** A user of the host and a user of the CMS with the same id are two people, through every door and in everything that is kept. */
import { createRequire } from 'node:module'
import { expect } from 'chai'
import { cmsMiddleware as expressCms } from '../../adapters/express.ts'
import { hostUser } from '../../adapters/host-user.ts'
import { cmsMiddleware as koaCms } from '../../adapters/koa.ts'
import type { User } from '../../lib/actor.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { configWith, type Database, end, everywhere, type Host, type Started } from '../harness/start.ts'

const require = createRequire(import.meta.url)

/** What the host's own sign-in knows of a request: here, a header. */
const signedInByHost = (headers: Record<string, unknown>) => (headers['x-host'] ? JSON.parse(String(headers['x-host'])) : undefined)

/** The two ways in which an application tells the CMS who its user is. */
const DOORS: Readonly<Record<string, (config: Partial<Config>) => Partial<Config>>> = {
  hostUser: (config) => ({ ...config, features: [hostUser((user) => user)] }),
  onRequest: (config) => ({
    ...config,
    onRequest: ({ headers }) => (headers['x-host'] ? { user: signedInByHost(headers) } : undefined),
  }),
}

/** An application that signs people in before the CMS sees the request. */
async function startBehindLogin(host: Host, database: Database, given: Partial<Config>) {
  const logged: Started['logged'] = []
  const config = configWith(database, given, logged)
  if (host.name === 'Express') {
    const app = require('express')()
    const middleware = expressCms(config)
    app.use((request: any, _response: unknown, next: () => void) => {
      request.user = signedInByHost(request.headers)
      next()
    })
    app.use(middleware)
    return { cms: (await middleware.cms) as Handle, listener: app, logged }
  }
  const Koa = require('koa')
  const app = new (Koa.default ?? Koa)()
  const middleware = koaCms(config)
  app.use((ctx: any, next: () => unknown) => {
    ctx.state.user = signedInByHost(ctx.headers)
    return next()
  })
  app.use(middleware)
  return { cms: (await middleware.cms) as Handle, listener: app.callback(), logged }
}

const OWN = { read: 'loggedIn', update: 'owner', delete: 'owner' } as const
const COLLECTIONS: Config['collections'] = [
  { slug: 'notes', access: OWN, versions: true, drafts: true, schedule: true, fields: [{ name: 'text' }] },
  {
    slug: 'diaries',
    access: { read: 'loggedIn', delete: 'owner' },
    fields: [{ name: 'text' }, { name: 'secret', access: { read: 'owner', create: 'loggedIn', update: 'owner' } }],
  },
  { slug: 'claims', access: { read: 'owner' }, fields: [{ name: 'text' }] },
  {
    slug: 'profiles',
    access: { read: ({ user }: { user: User | null }) => user !== null && { owner: { equals: user.id } } },
    fields: [{ name: 'owner', type: 'relationship', to: 'users' }],
  },
]

everywhere((host, database) => {
  for (const [door, open] of Object.entries(DOORS)) {
    describe(`auth/outside-users through ${door}`, () => {
      let cms: Handle
      let listener: unknown
      let logged: Started['logged']
      let admin: Browser
      let editor: Browser
      let adminId: number
      let editorId: number

      before(async () => {
        const started = await startBehindLogin(
          host,
          database,
          open({
            collections: COLLECTIONS,
            audit: true,
            apiKeys: true,
            email: { name: 'nowhere', from: 'site@x.org', send: async () => undefined },
            auth: { roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'] }, trustedOrigins: ['https://trusted.example'] },
            cors: ['https://friend.example'],
          }),
        )
        ;({ cms, listener, logged } = started)
        adminId = (await makeUser(cms, 'admin@x.org', { role: 'admin', name: 'Ada Admin' })).id
        editorId = (await makeUser(cms, 'editor@x.org', { role: 'editor' })).id
        admin = await new Browser(listener).login('admin@x.org')
        editor = await new Browser(listener).login('editor@x.org')
      })
      after(() => end(cms))

      const outside = (user: object) => {
        const browser = new Browser(listener)
        browser.headers = { 'x-host': JSON.stringify(user) }
        return browser
      }

      it('knows them by a key of their own', async () => {
        const me = await outside({ id: adminId, role: 'editor', name: 'A customer', email: 'customer@x.org' }).get('/users/me')
        expect(me.body.user).to.deep.equal({ id: `host:${adminId}`, role: 'editor', name: 'A customer', email: 'customer@x.org' })
        expect(me.text).not.to.include('Ada')
      })

      it('never lets them change, read in full or delete the account with their id', async () => {
        for (const id of [adminId, String(adminId)]) {
          const customer = outside({ id, role: 'editor' })
          for (const change of [{ password: 'taken over 123' }, { email: 'taken@x.org' }, { name: 'Taken' }, { role: 'admin' }, {}])
            expect((await customer.patch(`/users/${adminId}`, change)).status).to.equal(403)
          expect((await customer.delete(`/users/${adminId}`)).status).to.equal(403)
          expect((await customer.post(`/users/${adminId}/password-link`)).status).to.equal(403)
          expect((await customer.get('/auth/identities')).status).to.be.oneOf([403, 404])
        }
        const member = outside({ id: adminId, role: 'reader' })
        expect((await member.get('/users')).status).to.be.oneOf([401, 403])
        expect((await member.get(`/users/${adminId}`)).status).to.be.oneOf([401, 403, 404])
        expect((await member.patch(`/users/${adminId}`, { name: 'Taken' })).status).to.be.oneOf([401, 403, 404])
        expect((await admin.get('/users/me')).body.user).to.include({ name: 'Ada Admin', email: 'admin@x.org', role: 'admin' })
        await new Browser(listener).login('admin@x.org')
      })

      it('keeps apart what each of them owns', async () => {
        const [one, two] = [outside({ id: editorId, role: 'editor' }), outside({ id: 'u-77', role: 'editor' })]
        const make = async (browser: Browser, slug: string) =>
          (await browser.post(`/${slug}`, { text: 'x', secret: 's' })).body.id as number
        for (const [owner, others] of [
          [one, [two, editor]],
          [two, [one, editor]],
          [editor, [one, two]],
        ] as const) {
          const note = await make(owner, 'notes')
          const claim = await make(owner, 'claims')
          const diary = await make(owner, 'diaries')
          for (const other of others) {
            expect((await other.patch(`/notes/${note}?draft=true`, { text: 'y' })).status).to.equal(403)
            expect((await other.delete(`/notes/${note}?draft=true`)).status).to.be.oneOf([403, 404])
            expect((await other.get(`/claims/${claim}`)).status).to.equal(404)
            expect((await other.get(`/diaries/${diary}`)).body).not.to.have.property('secret')
          }
          expect((await owner.patch(`/notes/${note}?draft=true`, { text: 'z' })).status).to.equal(200)
          expect((await owner.get(`/claims/${claim}`)).status).to.equal(200)
          expect((await owner.get(`/diaries/${diary}`)).body.secret).to.equal('s')
          expect((await owner.get('/claims')).body.totalDocs).to.equal(1)
        }
        const [mine] = (await two.get('/claims')).body.docs
        expect(mine.createdBy).to.equal(null)
        expect(mine).not.to.have.property('createdByHost')
        expect((await two.get('/claims?where[createdByHost][equals]=host:u-77')).status).to.equal(400)
        const forged = (await outside({ id: 'x', role: 'editor' }).post('/claims', { createdByHost: 'host:u-77', createdBy: adminId })).body
        expect((await two.get('/claims')).body.docs.map((doc: { id: number }) => doc.id)).not.to.include(forged.id)
        // A rule of the host's that compares ids finds nobody of ours.
        await cms.create('profiles', { owner: editorId })
        expect((await editor.get('/profiles')).body.totalDocs).to.equal(1)
        expect((await one.get('/profiles')).status).to.equal(403)
      })

      it('puts what they do down to them: versions, schedule, audit log', async () => {
        const browser = outside({ id: editorId, role: 'editor', email: 'shopper@x.org' })
        const { id } = (await browser.post('/notes', { text: 'one', status: 'published' })).body
        await browser.patch(`/notes/${id}`, { text: 'two' })
        await browser.post(`/notes/${id}/autosave`, { text: 'three' })
        await browser.post(`/notes/${id}/autosave`, { text: 'four' })
        const author = { id: `host:${editorId}`, email: null, name: null }
        const versions = (await browser.get(`/notes/${id}/versions`)).body.docs
        expect(versions).to.have.length(3)
        for (const version of versions) expect(version.author).to.deep.equal(author)

        const planned = await browser.post(`/notes/${id}/schedule`, { action: 'unpublish', at: '2020-01-01T00:00:00.000Z' })
        expect(planned.body.author).to.deep.equal(author)
        await cms.runJobs()
        expect((await browser.get(`/notes/${id}?draft=true`)).body.status).to.equal('draft')

        const entries = (await cms.audit.find({ target: 'notes', doc: id })).docs
        expect(new Set(entries.map(({ actor }) => actor.id))).to.deep.equal(new Set([`host:${editorId}`]))
        expect(entries.map(({ actor }) => actor.via)).to.include('scheduler')
        expect((await cms.audit.find({ actor: `host:${editorId}` })).docs.length).to.be.at.least(entries.length)
        expect((await cms.audit.verify()).invalid).to.deep.equal([])
        await cms.engine.store.atomically((connection) => {
          const { table, quote } = cms.engine.store.dialect
          return connection.all(
            `update ${table('$audit')} set ${quote('actor_key')} = 'host:other' where ${quote('id')} = ${entries[0]!.id}`,
          )
        })
        expect((await cms.audit.verify()).invalid, 'another actor in an entry is noticed').to.deep.equal([entries[0]!.id])
      })

      it('gives them no key, no linked account, no session of ours, and no link that lends rights', async () => {
        const browser = outside({ id: adminId, role: 'admin' })
        expect((await browser.post('/api-keys', { name: 'k', permissions: {} })).status).to.equal(403)
        expect((await browser.post('/users/logout')).status).to.equal(200)
        expect((await admin.get('/users/me')).body.user.id).to.equal(adminId)
        const mine = await outside({ id: adminId, role: 'editor' }).post('/admin/views', {
          collection: 'notes',
          name: 'V',
          query: '?page=2',
          shared: false,
        })
        expect(mine.status, mine.text).to.be.oneOf([200, 201])
        expect((await admin.get('/admin/views?collection=notes')).text).not.to.include('page=2')
      })

      it('treats an unknown role, or a user without an id, as a visitor, and says so once', async () => {
        logged.length = 0
        for (let time = 0; time < 3; time++) {
          for (const user of [
            { id: 5, role: 'customer' },
            { id: 5 },
            { role: 'admin' },
            { id: null, role: 'admin' },
            { id: {}, role: 'admin' },
            { id: 'x'.repeat(300), role: 'admin' },
            { id: 'a\u0000b', role: 'admin' },
          ]) {
            const browser = outside(user)
            expect((await browser.get('/notes')).status, JSON.stringify(user)).to.equal(401)
            expect((await browser.get('/users/me')).body).to.deep.equal({ user: null })
          }
        }
        const warnings = logged.filter(({ line }) => line.includes('a user from outside'))
        expect(warnings.map(({ line }) => /role '(\w+)'|usable 'id'|no 'role'/.exec(line)?.[0])).to.deep.equal([
          "role 'customer'",
          "no 'role'",
          "usable 'id'",
        ])
      })

      it('holds a cookie of the host to the same origins as a cookie of ours', async () => {
        const browser = outside({ id: 5, role: 'editor' })
        const send = async (headers: Record<string, string>) => {
          browser.headers = { 'x-host': '{"id":5,"role":"editor"}', ...headers }
          return (await browser.post('/diaries', {})).status
        }
        expect(await send({ origin: 'https://friend.example', cookie: 'host-session=1' })).to.equal(403)
        expect(await send({ origin: 'https://evil.example', cookie: 'host-session=1' })).to.equal(403)
        expect(await send({ cookie: 'host-session=1', 'sec-fetch-site': 'cross-site' })).to.equal(403)
        expect(await send({ origin: 'https://trusted.example', cookie: 'host-session=1' })).to.equal(201)
        expect(await send({ origin: 'https://friend.example' })).to.equal(201)
        expect(await send({})).to.equal(201)
      })
    })
  }

  describe('auth/outside-users: what onRequest hands back', () => {
    it('is the same person where the id is the one that came in, with the limits of the key that it came with', async () => {
      const { cms, listener } = await startBehindLogin(host, database, {
        collections: COLLECTIONS,
        apiKeys: true,
        onRequest: ({ user, headers }) =>
          user && headers['x-as']
            ? { user: { ...user, role: String(headers['x-as']) } }
            : user
              ? { user: { ...user, scoped: true } }
              : undefined,
      })
      const { id } = await makeUser(cms, 'editor@x.org', { role: 'editor' })
      const editor = await new Browser(listener).login('editor@x.org')
      expect((await editor.get('/users/me')).body.user).to.include({ id })
      expect((await editor.patch(`/users/${id}`, { name: 'Me' })).status).to.equal(200)
      editor.headers = { 'x-as': 'admin' }
      expect((await editor.get('/admin/status')).status).to.equal(200)
      editor.headers = { 'x-as': 'ghost' }
      expect((await editor.get('/notes')).status).to.equal(401)
      editor.headers = {}

      const { key } = (await editor.post('/api-keys', { name: 'k', permissions: { collections: { diaries: ['read'] } } })).body
      const program = new Browser(listener)
      program.headers = { authorization: `Bearer ${key}` }
      expect((await program.get('/diaries')).status).to.equal(200)
      expect((await program.get('/notes')).status).to.equal(403)
      expect((await program.post('/diaries', {})).status).to.equal(403)
      expect((await program.post('/api-keys', { name: 'another', permissions: {} })).status).to.be.oneOf([403, 404])
      await end(cms)
    })

    it('obeys roles that admins added, and owns by key', async () => {
      const { cms, listener } = await startBehindLogin(host, database, {
        collections: [{ slug: 'notes', fields: [{ name: 'text' }] }],
        auth: { rbac: true },
        features: [hostUser((user) => user)],
      })
      await makeUser(cms, 'admin@x.org', { role: 'admin' })
      const admin = await new Browser(listener).login('admin@x.org')
      const permissions = { collections: { notes: ['read', 'create', 'update'] }, own: { notes: ['update'] } }
      expect((await admin.post('/admin/roles', { key: 'writer', permissions })).status).to.equal(201)
      const as = (id: number) => {
        const browser = new Browser(listener)
        browser.headers = { 'x-host': JSON.stringify({ id, role: 'writer' }) }
        return browser
      }
      const { id } = (await as(1).post('/notes', { text: 'mine' })).body
      expect((await as(1).patch(`/notes/${id}`, { text: 'still mine' })).status).to.equal(200)
      expect((await as(2).patch(`/notes/${id}`, { text: 'not mine' })).status).to.equal(403)
      expect((await as(1).delete(`/notes/${id}`)).status).to.equal(403)
      await end(cms)
    })
  })
})
