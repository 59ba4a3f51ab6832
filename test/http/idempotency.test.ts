/** `Idempotency-Key`: a request to create a document that is sent again creates no second one, whoever else uses the same key. */
import { expect } from 'chai'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { BETTER_SQLITE, DATABASES, end, HOSTS, type Started, start } from '../harness/start.ts'

const PAIRS = [...HOSTS.flatMap((host) => DATABASES.map((database) => ({ host, database }))), { host: HOSTS[0]!, database: BETTER_SQLITE }]

describe('http/idempotency', () => {
  for (const { host, database } of PAIRS)
    describe(`on ${host.name} with ${database.name}`, () => {
      let started: Started
      let ada: Browser
      let clock: MovedClock
      let hooks: (() => void | Promise<void>) | undefined
      let keys = 0

      beforeEach(async () => {
        hooks = undefined
        clock = new MovedClock()
        started = await start(host, database, {
          clock,
          apiKeys: true,
          audit: true,
          localization: { locales: ['en', 'th'] },
          auth: { roles: ['admin', 'writer'] },
          collections: [
            {
              slug: 'posts',
              drafts: true,
              trash: true,
              hooks: { beforeChange: [() => hooks?.(), ({ data }: any) => ({ ...data, title: data.title?.toUpperCase() })] },
              fields: [
                { name: 'title', localized: true, maxLength: 20 },
                { name: 'code', unique: true },
                { name: 'extra', type: 'json' },
              ],
            },
            { slug: 'letters', access: { read: 'admin', create: 'anyone' }, fields: [{ name: 'text' }] },
          ],
        } as any)
        await makeUser(started.cms, 'ada@x.org', { role: 'admin' })
        await makeUser(started.cms, 'ben@x.org', { role: 'writer' })
        ada = await new Browser(started.listener).login('ada@x.org')
      })
      afterEach(() => end(started?.cms))

      const creating = (who: Browser, key: string | undefined, body: object, path = '/posts') =>
        who.send('post', path, (sending: any) => (key === undefined ? sending : sending.set('idempotency-key', key)).send(body))
      const count = (slug = 'posts') => started.cms.count(slug, { draft: true })
      const newKey = () => `key-${++keys}`

      it('answers a repeated request with the document as it is now', async () => {
        const key = newKey()
        const first = await creating(ada, key, { title: 'One', extra: { a: 1, b: 2 } })
        expect(first.status, first.text).to.equal(201)
        expect(first.headers).not.to.have.property('idempotent-replayed')
        const again = await creating(ada, key, { extra: { b: 2, a: 1 }, title: 'One' })
        expect(again.status).to.equal(201)
        expect(again.headers).to.include({ 'idempotent-replayed': 'true', etag: '"r1"' })
        expect(again.body).to.deep.equal(first.body).and.to.include({ title: 'ONE', status: 'draft' })
        await ada.patch(`/posts/${first.body.id}`, { title: 'Two' })
        expect((await creating(ada, `"${key}"`, { title: 'One', extra: { a: 1, b: 2 } })).body).to.include({
          id: first.body.id,
          title: 'TWO',
        })
        expect(await count()).to.equal(1)
        expect((await started.cms.audit.find({ action: 'create', target: 'posts' } as object)).totalDocs).to.equal(1)
      })

      it('refuses the key with anything else, and says which document it has created', async () => {
        const key = newKey()
        const { id } = (await creating(ada, key, { title: 'One' })).body
        const others = [
          () => creating(ada, key, { title: 'Two' }),
          () => creating(ada, key, { title: 'One', code: 'x' }),
          () => creating(ada, key, { title: 'One' }, '/posts?locale=th'),
          () => creating(ada, key, { title: 'One' }, '/letters'),
        ]
        for (const other of others) {
          const { status, body } = await other()
          expect(status).to.equal(422)
          expect(body.errors[0]).to.include({ code: 'KEY_REUSED', field: 'Idempotency-Key', id })
        }
        expect([await count(), await count('letters')]).to.deep.equal([1, 0])
      })

      it('creates one document of requests at the same moment', async () => {
        const key = newKey()
        let waiting = 0
        let go: () => void = () => undefined
        const both = new Promise<void>((resolve) => (go = resolve))
        hooks = () => {
          if (++waiting === 3) go()
          return both
        }
        const answers = await Promise.all([1, 2, 3].map(() => creating(ada, key, { title: 'One', code: 'unique' })))
        expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201])
        expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1)
        expect(await count()).to.equal(1)
      })

      it('keeps nothing of a request that was refused', async () => {
        const key = newKey()
        expect((await creating(ada, key, { title: 'x'.repeat(21) })).status).to.equal(400)
        expect((await creating(ada, key, { title: 'Shorter' })).status).to.equal(201)
        expect(await count()).to.equal(1)
      })

      it('tells nobody of another caller’s key, and visitors’ keys mean nothing', async () => {
        const key = newKey()
        const ben = await new Browser(started.listener).login('ben@x.org')
        const made = await ada.post('/api-keys', { name: 'k', permissions: { collections: { posts: ['create', 'read', 'publish'] } } })
        expect(made.status, made.text).to.equal(201)
        const robot = new Browser(started.listener)
        robot.headers = { authorization: `Bearer ${made.body.key}` }
        const ids = new Set<number>()
        for (const who of [ada, ben, robot]) {
          const { status, text, body } = await creating(who, key, { title: 'One' })
          expect(status, text).to.equal(201)
          ids.add(body.id)
        }
        expect(ids.size).to.equal(3)
        const visitor = new Browser(started.listener)
        for (const text of ['a', 'a']) expect((await creating(visitor, key, { text }, '/letters')).status).to.equal(201)
        expect(await count('letters')).to.equal(2)
        expect((await creating(visitor, key, { title: 'One' })).status).to.equal(401)
      })

      it('holds beyond the session, for a day', async () => {
        const key = newKey()
        await creating(ada, key, { title: 'One' })
        const again = await new Browser(started.listener).login('ada@x.org', PASSWORD)
        clock.forward(23 * 3600)
        await started.cms.runJobs()
        expect((await creating(again, key, { title: 'One' })).headers).to.include({ 'idempotent-replayed': 'true' })
        clock.forward(2 * 3600)
        expect((await creating(again, key, { title: 'One' })).headers).not.to.have.property('idempotent-replayed')
        expect(await count()).to.equal(2)
        const { store } = started.cms.engine
        const kept = async () => (await store.read(`select * from ${store.dialect.table('$idempotency')}`, [])).length
        expect(await kept()).to.equal(1)
        clock.forward(25 * 3600)
        await started.cms.runJobs()
        expect(await kept()).to.equal(0)
      })

      it('gives the id alone of what the caller can’t read', async () => {
        const key = newKey()
        const ben = await new Browser(started.listener).login('ben@x.org')
        const { id } = (await creating(ben, key, { text: 'a' }, '/letters')).body
        const again = await creating(ben, key, { text: 'a' }, '/letters')
        expect([again.status, again.body]).to.deep.equal([201, { id }])
        const gone = newKey()
        const post = (await creating(ada, gone, { title: 'One' })).body.id
        await ada.delete(`/posts/${post}`)
        expect((await creating(ada, gone, { title: 'One' })).body).to.deep.equal({ id: post })
      })

      it('refuses keys that are none', async () => {
        for (const key of ['""', 'x'.repeat(256), 'caf\u00e9']) {
          const { status, body } = await creating(ada, key, { title: 'One' })
          expect([status, body.errors[0].field], key).to.deep.equal([400, 'Idempotency-Key'])
        }
        expect(await count()).to.equal(0)
      })
    })
})
