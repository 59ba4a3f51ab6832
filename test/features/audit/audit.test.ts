/** The audit log as admins read it: what is noted, of whom, and what never is. */
import { expect } from 'chai'
import { Browser, MovedClock, makeUser, PASSWORD } from '../../harness/people.ts'
import { end, pairwise, type Started, start } from '../../harness/start.ts'

describe('features/audit', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let started: Started
    let admin: Browser
    let ed: Browser
    const sent: string[] = []

    before(async () => {
      started = await start(host, database, {
        clock,
        audit: { scope: (context) => (context['tenant'] as string) ?? null },
        apiKeys: true,
        auth: { rbac: true, maxLoginAttempts: 3 },
        email: { name: 'test', send: async ({ text }) => void sent.push(text) },
        localization: { locales: ['en', 'th'] },
        onRequest: ({ headers }) => ({ context: { tenant: headers['x-tenant'] } }),
        collections: [
          {
            slug: 'posts',
            useAsTitle: 'title',
            drafts: true,
            versions: true,
            schedule: true,
            trash: true,
            fields: [
              { name: 'title', localized: true },
              { name: 'kept', hidden: true },
              { name: 'seo', type: 'group', fields: [{ name: 'description' }] },
              { name: 'rows', type: 'array', fields: [{ name: 'word' }] },
              { name: 'long', type: 'textarea' },
            ],
          },
        ],
        globals: [{ slug: 'site', fields: [{ name: 'name' }] }],
      })
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      await makeUser(started.cms, 'ed@example.org')
      admin = await new Browser(started.listener).login('boss@example.org')
      ed = await new Browser(started.listener).login('ed@example.org')
    })
    after(() => end(started?.cms))
    afterEach(() => expect(started.logged.filter(({ level }) => level === 'error')).to.deep.equal([]))

    const entries = async (query = ''): Promise<any[]> => {
      const answer = await admin.get(`/admin/audit${query}`)
      expect(answer.status, answer.text).to.equal(200)
      return answer.body.docs
    }
    const since = async (work: () => Promise<unknown>): Promise<any[]> => {
      const [last] = await entries('?limit=1')
      await work()
      return (await entries('?limit=100')).filter(({ id }) => id > last.id).reverse()
    }
    const ok = async (answer: Promise<any>): Promise<any> => {
      const { status, body, text } = await answer
      expect(status, text).to.be.below(300)
      return body
    }

    it('notes every change of a document, who made it and from where', async () => {
      let id = 0
      const noted = await since(async () => {
        id = (await ok(ed.post('/posts', { title: 'One', kept: 'canary', status: 'published' }))).id
        await ok(
          ed.patch(`/posts/${id}?locale=th`, { title: 'หนึ่ง', seo: { description: 'short' }, rows: [{ word: 'a' }], kept: 'canary 2' }),
        )
        await ok(ed.patch(`/posts/${id}`, { title: 'Two', status: 'draft' }))
        await ok(ed.patch(`/posts/${id}`, { status: 'published' }))
        await ok(ed.post(`/posts/${id}/unpublish`))
        const { docs } = await ok(ed.get(`/posts/${id}/versions`))
        await ok(ed.post(`/posts/${id}/versions/${docs.at(-1).id}/restore`))
        const { id: job } = await ok(ed.post(`/posts/${id}/schedule`, { action: 'publish', at: '2031-01-01T00:00:00Z' }))
        await ok(ed.delete(`/posts/${id}/schedule/${job}`))
        await ok(ed.delete(`/posts/${id}`))
        await ok(ed.post(`/posts/${id}/recover`))
        await ok(ed.patch('/globals/site', { name: 'Blog' }))
        await ok(ed.patch('/globals/site', { name: 'New' }))
      })
      expect(noted.map(({ action }) => action)).to.deep.equal([
        'create',
        'update',
        'draft',
        'publish',
        'unpublish',
        'restore',
        'schedule',
        'unschedule',
        'delete',
        'recover',
        'update',
        'update',
      ])
      expect(noted.slice(0, 10).every(({ target, doc }) => target === 'posts' && doc === id)).to.equal(true)
      const [created, translated, drafted] = noted
      expect(created).to.deep.include({ title: 'One', changes: null, detail: null, at: '2030-01-01T12:00:00.000Z' })
      expect(created.actor).to.deep.include({ email: 'ed@example.org', via: 'user' })
      expect(created.actor.ip).to.match(/127\.0\.0\.1/)
      expect(translated.changes).to.deep.equal([
        { field: 'title.th', before: null, after: 'หนึ่ง' },
        { field: 'seo.description', before: null, after: 'short' },
        { field: 'rows' },
      ])
      expect(drafted.changes, 'a pending draft leaves the document published').to.deep.equal([
        { field: 'title.en', before: 'One', after: 'Two' },
      ])
      expect(noted.slice(6, 8).map(({ title }) => title)).to.deep.equal(['One', 'One'])
      expect(noted[6].detail).to.deep.equal({ action: 'publish', at: '2031-01-01T00:00:00.000Z' })
      expect(noted.at(-1)).to.deep.include({ target: 'global:site', doc: null, changes: [{ field: 'name', before: 'Blog', after: 'New' }] })
      expect(JSON.stringify(noted)).to.not.include('canary').and.not.include('kept')
    })

    it('keeps hidden fields out, which only code changes', async () => {
      const { id } = await ok(ed.post('/posts', { title: 'Hidden' }))
      const noted = await since(async () => {
        await started.cms.update('posts', id, { title: 'Shown', kept: 'canary' })
      })
      const changed = noted.find(({ action, doc }) => action === 'update' && doc === id)
      expect(changed.changes.map(({ field }: any) => field)).to.deep.equal(['title.en'])
      expect(JSON.stringify(noted)).to.not.include('canary').and.not.include('kept')
    })

    it('keeps long texts out, and passwords', async () => {
      const { id } = await ok(ed.post('/posts', { title: 'Long', long: 'a' }))
      const [long, password] = await since(async () => {
        await ok(ed.patch(`/posts/${id}`, { long: 'b'.repeat(2000) }))
        const made = await makeUser(started.cms, 'other@example.org')
        await ok(admin.patch(`/users/${made.id}`, { password: 'another secret phrase', name: 'Other' }))
      }).then((noted) => [noted[0], noted.at(-1)])
      expect(long.changes).to.deep.equal([{ field: 'long' }])
      expect(password.changes).to.deep.equal([{ field: 'name', before: null, after: 'Other' }, { field: 'password' }])
    })

    it('notes who comes in, who does not, and who leaves', async () => {
      const browser = new Browser(started.listener)
      const noted = await since(async () => {
        await makeUser(started.cms, 'in@example.org')
        await browser.login('in@example.org')
        await browser.post('/users/logout')
        for (let n = 0; n < 5; n++) await browser.post('/users/login', { email: 'in@example.org', password: 'wrong password' })
        await browser.post('/users/login', { email: 'nobody@example.org', password: PASSWORD })
        await browser.post('/users/forgot-password', { email: 'ed@example.org' })
        for (let n = 0; n < 100 && !sent.at(-1)?.includes('token='); n++) await new Promise((resolve) => setTimeout(resolve, 10))
        const token = /token=([\w-]+)/.exec(sent.at(-1)!)![1]
        await ok(browser.post('/users/reset-password', { token, password: PASSWORD }))
        await ok(admin.post('/admin/email/test'))
      })
      expect(noted.map(({ action }) => action)).to.deep.equal([
        'create',
        'login',
        'logout',
        'login.failed',
        'login.failed',
        'login.failed',
        'login.locked',
        'login.failed',
        'password.forgot',
        'password.reset',
        'update',
        'email.test',
      ])
      expect(noted[3].actor).to.include({ id: null, email: 'in@example.org' })
      expect(JSON.stringify(noted)).to.not.include('wrong password')
      ed = await new Browser(started.listener).login('ed@example.org')
    })

    it('notes roles, keys and its own words', async () => {
      const noted = await since(async () => {
        const { id, permissions } = await ok(admin.post('/admin/roles', { key: 'writer', name: 'Writer' }))
        await ok(admin.patch(`/admin/roles/${id}`, { permissions: { ...permissions, admin: ['audit'] } }))
        await ok(admin.delete(`/admin/roles/${id}`))
        const { key } = await ok(admin.post('/api-keys', { name: 'app', permissions: { collections: { posts: ['create'] } } }))
        const app = new Browser(started.listener)
        app.headers = { authorization: `Bearer ${key}` }
        await ok(app.post('/posts', { title: 'By a key' }))
        await started.cms.audit.note({ action: 'order.refund', target: 'orders', doc: 7, detail: { total: 3 } })
      })
      expect(noted.map(({ action, actor }) => `${action} ${actor.via}`)).to.deep.equal([
        'role.create user',
        'role.update user',
        'role.delete user',
        'create user',
        'create api-key',
        'order.refund system',
      ])
      expect(JSON.stringify(noted)).to.not.match(/cms_[0-9a-f]{8}_/)
      expect(await started.cms.audit.note({ action: 'Bad Action', target: 'x' }).catch((error) => error.message)).to.include('lowercase')
    })

    it('names a file as people do', async () => {
      const noted = await since(async () => {
        const { id } = await ok(ed.upload(Buffer.from('%PDF-1.4 words'), 'fake.jpg'))
        await ok(ed.patch(`/media/${id}`, { alt: 'Words' }))
        await ok(ed.delete(`/media/${id}`))
      })
      expect(noted.map(({ action, target, title }) => [action, target, title])).to.deep.equal([
        ['create', 'media', 'fake.jpg'],
        ['update', 'media', 'fake.jpg'],
        ['delete', 'media', 'fake.jpg'],
      ])
    })

    it('notes nothing of what was undone', async () => {
      const noted = await since(async () => {
        await started.cms
          .transaction(async (cms) => {
            await cms.create('posts', { title: 'undone' })
            throw new Error('undone')
          })
          .catch(() => undefined)
        expect((await ed.post('/posts', { title: 7 })).status).to.equal(400)
      })
      expect(noted).to.deep.equal([])
    })

    it('is found by what and whom it is about, and when', async () => {
      const count = async (query: string) => (await entries(`?limit=200&${query}`)).length
      expect(await count('action=role')).to.equal(3)
      expect(await count('action=role.delete')).to.equal(1)
      expect(await count('action=rol')).to.equal(0)
      expect(await count('target=global:site')).to.equal(2)
      expect(await count('target=orders&doc=7')).to.equal(1)
      expect(await count('actor=IN@exam')).to.equal(6)
      expect(await count('from=2030-01-01&to=2030-01-01')).to.be.above(20)
      expect(await count('from=2030-01-02')).to.equal(0)
      expect(await count('to=2029-12-31')).to.equal(0)
      const page = (await admin.get('/admin/audit?limit=2&page=2')).body
      expect(page).to.include({ limit: 2, page: 2, hasPrevPage: true, hasNextPage: true })
      expect(page.docs).to.deep.equal((await entries('?limit=4')).slice(2))
      const { days } = (await admin.get('/admin/audit/activity')).body
      expect(days).to.deep.equal([{ day: '2030-01-01', count: (await admin.get('/admin/audit')).body.totalDocs }])
      for (const query of ['from=soon', 'to=2030-13-45', 'doc=x', 'page=0', 'limit=0', 'limit=1000'])
        expect((await admin.get(`/admin/audit?${query}`)).status, query).to.equal(400)
    })

    it('is exported for spreadsheets, where nothing becomes a formula', async () => {
      await ok(ed.post('/posts', { title: '=1+1,"x"' }))
      const answer = await admin.get('/admin/audit.csv?action=create')
      expect(answer.headers['content-type']).to.equal('text/csv; charset=utf-8')
      expect(answer.headers['content-disposition']).to.include('audit.csv')
      const lines = answer.text.split('\r\n')
      expect(lines[0]).to.equal('at,action,target,doc,title,actor,via,ip,changes,detail')
      expect(lines[1]).to.include(`,create,posts,`).and.to.include(`,"'=1+1,""x""",ed@example.org,user,`)
      expect(lines.at(-1)).to.equal('')
      expect((await admin.get('/admin/audit.csv?from=x')).status).to.equal(400)
    })

    it('shows and exports of a scope that scope alone', async () => {
      ed.headers = { 'x-tenant': 'north' }
      await ok(ed.post('/posts', { title: 'North' }))
      ed.headers = {}
      admin.headers = { 'x-tenant': 'north' }
      expect((await entries()).map(({ title }) => title)).to.deep.equal(['North'])
      expect((await admin.get('/admin/audit.csv')).text.trim().split('\r\n')).to.have.length(2)
      expect((await admin.get('/admin/audit/activity')).body.days).to.deep.equal([{ day: '2030-01-01', count: 1 }])
      admin.headers = { 'x-tenant': 'south' }
      expect(await entries()).to.deep.equal([])
      admin.headers = {}
      expect((await entries('?limit=1'))[0].title).to.equal('North')
    })

    it('is open to admins and to roles with the right', async () => {
      const { roles } = (await admin.get('/admin/roles')).body
      const editor = roles.find(({ key }: any) => key === 'editor')
      const grant = (views: string[]) =>
        ok(admin.patch(`/admin/roles/${editor.id}`, { permissions: { ...editor.permissions, admin: views } }))
      await grant([])
      for (const [method, path] of [
        ['get', '/admin/audit'],
        ['get', '/admin/audit.csv'],
        ['get', '/admin/audit/activity'],
        ['post', '/admin/audit/verify'],
      ] as const)
        expect((await ed.send(method, path)).status, path).to.equal(403)
      await grant(['audit'])
      expect((await ed.get('/admin/audit')).status).to.equal(200)
    })

    it('is whole, and lets the oldest go', async () => {
      const checked = await ok(admin.post('/admin/audit/verify'))
      expect(checked).to.deep.include({ invalid: [], gaps: 0, truncated: false })
      expect(checked.checked).to.equal((await admin.get('/admin/audit')).body.totalDocs - 1)
      clock.forward(366 * 24 * 3600)
      await started.cms.runJobs()
      expect((await started.cms.audit.find()).totalDocs, 'a clock may have jumped').to.be.greaterThan(1)
      clock.forward(25 * 3600)
      await started.cms.create('posts', { title: 'A year later' })
      await started.cms.runJobs()
      const { docs, totalDocs } = await started.cms.audit.find()
      expect(totalDocs).to.equal(1)
      expect(docs[0]!.title).to.equal('A year later')
      expect(await started.cms.audit.verify()).to.deep.include({ checked: 1, invalid: [], gaps: 0, truncated: false })
    })
  })
})
