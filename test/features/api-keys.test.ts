/** API keys: what they may do, whom they act for, and everything that ends one. */
import { expect } from 'chai'
import { Browser, type Made, MovedClock, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const loggedIn = ({ user, member }: any) => user !== null && !member

describe('features/api-keys', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let started: Started
    let people: Record<'admin' | 'ed', Made>
    let admin: Browser
    let ed: Browser

    before(async () => {
      started = await start(host, database, {
        clock,
        apiKeys: true,
        email: { name: 'nowhere', from: 'site@example.org', send: async () => undefined },
        collections: [
          {
            slug: 'notes',
            access: { read: loggedIn, create: loggedIn, update: loggedIn, delete: 'admin' },
            fields: [
              { name: 'text' },
              { name: 'by', type: 'relationship', to: 'users' },
              { name: 'secret', type: 'relationship', to: 'secrets' },
            ],
          },
          { slug: 'secrets', fields: [{ name: 'text' }] },
          { slug: 'open', access: { read: 'anyone' }, fields: [{ name: 'text' }] },
        ],
        globals: [{ slug: 'site', fields: [{ name: 'name' }] }],
        endpoints: [{ path: '/who', method: 'get', handler: ({ user }) => ({ id: user?.id ?? null }) }],
      })
      people = {
        admin: await makeUser(started.cms, 'boss@example.org', { role: 'admin' }),
        ed: await makeUser(started.cms, 'ed@example.org'),
      }
      admin = await new Browser(started.listener).login(people.admin.email)
      ed = await new Browser(started.listener).login(people.ed.email)
    })
    after(() => end(started?.cms))
    afterEach(() => expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([]))

    async function keyOf(who: Browser, permissions: object, more: object = {}): Promise<{ app: Browser; key: string; id: number }> {
      const answer = await who.post('/api-keys', { name: 'app', permissions, ...more })
      expect(answer.status, answer.text).to.equal(201)
      const app = new Browser(started.listener)
      app.headers = { authorization: `Bearer ${answer.body.key}` }
      return { app, key: answer.body.key, id: answer.body.id }
    }

    it('is shown once, and kept as a digest', async () => {
      const answer = await ed.post('/api-keys', {
        name: 'My app',
        permissions: {},
        prefix: 'x',
        user: people.admin.id,
        hash: 'y',
        lastUsedAt: '2020-01-01',
      })
      expect(answer.status, answer.text).to.equal(201)
      const { key, ...doc } = answer.body
      expect(key).to.match(/^cms_[0-9a-f]{8}_[\w-]{43}$/)
      expect(doc).to.include({ name: 'My app', prefix: key.slice(4, 12), lastUsedAt: null, expiresAt: null })
      expect(doc.user.id).to.equal(people.ed.id)
      expect(doc).to.not.have.property('hash')
      const again = await ed.get(`/api-keys/${doc.id}`)
      expect(again.text).to.not.include(key.slice(13))
      const { store } = started.cms.engine
      expect(JSON.stringify(await store.read(`select * from ${store.dialect.table('api-keys')}`))).to.not.include(key.slice(13))
      expect((await ed.get('/api-keys?where[hash][exists]=true')).status).to.equal(400)
    })

    it('belongs to its owner; admins see and revoke all', async () => {
      const { id } = await keyOf(ed, {})
      const other = await makeUser(started.cms, `o${id}@example.org`)
      const stranger = await new Browser(started.listener).login(other.email)
      expect((await stranger.get(`/api-keys/${id}`)).status).to.equal(404)
      expect((await stranger.delete(`/api-keys/${id}`)).status).to.equal(404)
      expect((await stranger.patch(`/api-keys/${id}`, { name: 'mine' })).status).to.equal(404)
      expect((await new Browser(started.listener).get('/api-keys')).status).to.equal(401)
      expect((await admin.get(`/api-keys/${id}`)).status).to.equal(200)
      expect((await ed.patch(`/api-keys/${id}`, { name: 'renamed' })).body).to.not.have.property('key')
      expect((await admin.delete(`/api-keys/${id}`)).status).to.equal(200)
    })

    it('may do what it lists, and nothing else', async () => {
      const secret = (await started.cms.create('secrets', { text: 'never-seen' })) as { id: number }
      const note = (await started.cms.create('notes', { text: 'a', by: people.ed.id, secret: secret.id })) as { id: number }
      const { app } = await keyOf(admin, { collections: { notes: ['read', 'create'] }, globals: { site: ['read'] } })
      const list = await app.get('/notes?depth=2')
      expect(list.status).to.equal(200)
      expect(list.body.docs[0]).to.include({ by: null, secret: null })
      expect((await app.get(`/notes/${note.id}`)).body).to.include({ text: 'a', by: null, secret: null })
      expect((await app.post('/notes', { text: 'b' })).status).to.equal(201)
      expect((await app.get('/globals/site')).status).to.equal(200)
      for (const answer of [
        await app.patch(`/notes/${note.id}`, { text: 'c' }),
        await app.delete(`/notes/${note.id}`),
        await app.get('/secrets'),
        await app.get('/open'),
        await app.get('/users'),
        await app.get(`/users/${people.ed.id}`),
        await app.post('/users', { email: 'k@example.org', password: 'long enough' }),
        await app.patch(`/users/${people.admin.id}`, { name: 'k' }),
        await app.post('/globals/site', { name: 'x' }),
        await app.get('/api-keys'),
        await app.post('/api-keys', { name: 'more' }),
        await app.get('/admin/email'),
        await app.post('/admin/email/test'),
        await app.post(`/users/${people.ed.id}/password-link`),
        await app.get('/schema/secrets'),
      ]) {
        expect(answer.status, `${answer.request.method} ${answer.request.url} ${answer.text}`).to.equal(403)
        expect(answer.text).to.not.include('never-seen')
      }
      expect((await app.get('/notes?where[secret.text][equals]=never-seen')).body.totalDocs).to.equal(0)
      expect((await app.get('/users/me')).body).to.deep.equal({ user: { id: people.admin.id, role: 'admin' } })
      expect((await app.get('/who')).body).to.deep.equal({ id: people.admin.id })
    })

    it('shows authors where users are listed, and never changes them', async () => {
      const { app } = await keyOf(admin, { collections: { users: ['read'], notes: ['read'] } })
      expect((await app.get(`/users/${people.ed.id}`)).body.email).to.equal(people.ed.email)
      expect((await app.get('/notes')).body.docs.at(-1).by.id).to.equal(people.ed.id)
      expect((await app.patch(`/users/${people.ed.id}`, { name: 'x' })).status).to.equal(403)
      expect((await app.delete(`/users/${people.ed.id}`)).status).to.equal(403)
    })

    it('changes no users and no keys, whatever permissions its row lists', async () => {
      const { app, id } = await keyOf(admin, { collections: { users: ['read'] } })
      const everything = ['read', 'create', 'update', 'delete', 'publish']
      const { store } = started.cms.engine
      const { table, quote: q, native } = store.dialect
      const permissions = JSON.stringify({ collections: { users: everything, 'api-keys': everything, notes: ['create'] } })
      await store.atomically((connection) =>
        connection.all(native(`update ${table('api-keys')} set ${q('permissions')} = ? where ${q('id')} = ?`), [permissions, id]),
      )
      expect((await app.post('/notes', { text: 'the row is read anew' })).status).to.equal(201)
      expect((await app.get('/users')).status).to.equal(200)
      for (const answer of [
        await app.post('/users', { email: 'by-key@example.org', password: 'a long password' }),
        await app.patch(`/users/${people.ed.id}`, { name: 'x' }),
        await app.delete(`/users/${people.ed.id}`),
        await app.get('/api-keys'),
        await app.get(`/api-keys/${id}`),
        await app.post('/api-keys', { name: 'x' }),
        await app.patch(`/api-keys/${id}`, { name: 'x' }),
        await app.delete(`/api-keys/${id}`),
      ])
        expect(answer.status, `${answer.request.method} ${answer.request.url}`).to.equal(403)
    })

    it('may never do more than its owner', async () => {
      const { app } = await keyOf(ed, { collections: { notes: ['read', 'delete'] } })
      const [note] = (await started.cms.find('notes')).docs
      expect((await app.get('/notes')).status).to.equal(200)
      expect((await app.delete(`/notes/${note.id}`)).status).to.equal(403)
    })

    it('refuses permissions that name nothing', async () => {
      for (const [permissions, field] of [
        [[], 'permissions'],
        ['all', 'permissions'],
        [{ collection: {} }, 'permissions.collection'],
        [{ collections: [] }, 'permissions.collections'],
        [{ collections: { note: ['read'] } }, 'permissions.collections.note'],
        [{ collections: { notes: 'read' } }, 'permissions.collections.notes'],
        [{ collections: { notes: ['wipe'] } }, 'permissions.collections.notes'],
        [{ collections: { users: ['update'] } }, 'permissions.collections.users'],
        [{ collections: { 'api-keys': ['read'] } }, 'permissions.collections.api-keys'],
        [{ globals: { site: ['delete'] } }, 'permissions.globals.site'],
      ] as const) {
        const answer = await ed.post('/api-keys', { name: 'x', permissions })
        expect(answer.status, JSON.stringify(permissions)).to.equal(400)
        expect(answer.body.errors[0].field).to.equal(field)
      }
      expect((await ed.post('/api-keys', {})).body.errors[0].field).to.equal('name')
    })

    it('is 401 when wrong, expired, revoked, or its owner is not active', async () => {
      const status = async (authorization: string) => {
        const app = new Browser(started.listener)
        app.headers = { authorization }
        const answer = await app.get('/open')
        if (answer.status === 401) expect(answer.headers['www-authenticate']).to.equal('Bearer')
        return answer.status
      }
      const given = { collections: { open: ['read'] } }
      const made = await makeUser(started.cms, 'owner@example.org')
      const owner = await new Browser(started.listener).login(made.email)
      const { key, id } = await keyOf(owner, given)
      expect(await status(`Bearer ${key}`)).to.equal(200)
      for (const wrong of [`${key}x`, key.slice(0, -1), key.toUpperCase(), 'cms_', 'cms_00000000_x'])
        expect(await status(`Bearer ${wrong}`), wrong).to.equal(401)
      await started.cms.update('users', made.id, { active: false })
      expect(await status(`Bearer ${key}`)).to.equal(401)
      await started.cms.update('users', made.id, { active: true })
      expect(await status(`Bearer ${key}`)).to.equal(200)
      const soon = await keyOf(ed, given, { expiresAt: new Date(clock.now().getTime() + 60_000).toISOString() })
      expect(await status(`Bearer ${soon.key}`)).to.equal(200)
      clock.forward(60)
      expect(await status(`Bearer ${soon.key}`)).to.equal(401)
      await admin.delete(`/api-keys/${id}`)
      expect(await status(`Bearer ${key}`)).to.equal(401)
      const orphan = await keyOf(admin, given)
      await started.cms.update('api-keys', orphan.id, { user: (await makeUser(started.cms, 'leaves@example.org')).id })
      const [leaves] = (await started.cms.find('users', { where: { email: { equals: 'leaves@example.org' } } })).docs
      await started.cms.delete('users', leaves.id)
      expect(await status(`Bearer ${orphan.key}`)).to.equal(401)
    })

    it('notes its last use at most once a minute', async () => {
      const { app, id } = await keyOf(ed, { collections: { open: ['read'] } })
      const lastUse = async () => ((await started.cms.findById('api-keys', id)) as any).lastUsedAt
      const isNoted = async (time: string | null) => {
        for (let tries = 0; tries < 100 && (await lastUse()) !== time; tries++) await new Promise((resolve) => setTimeout(resolve, 20))
        expect(await lastUse()).to.equal(time)
      }
      expect(await lastUse()).to.equal(null)
      const first = clock.now().toISOString()
      await app.get('/open')
      await isNoted(first)
      clock.forward(59)
      await app.get('/open')
      await new Promise((resolve) => setTimeout(resolve, 30))
      await isNoted(first)
      clock.forward(1)
      await app.get('/open')
      await isNoted(clock.now().toISOString())
    })
  })

  pairwise((host, database) => {
    it('is not there unless it is switched on', async () => {
      const { cms, listener } = await start(host, database, {})
      const visitor = new Browser(listener)
      expect((await visitor.get('/api-keys')).status).to.equal(404)
      visitor.headers = { authorization: 'Bearer cms_00000000_x' }
      expect((await visitor.get('/users/me')).body).to.deep.equal({ user: null })
      await end(cms)
    })
  })
})
