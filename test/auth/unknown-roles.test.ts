/** A user whose role was removed from the configuration is a visitor in every request, until an admin gives them another one. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import { Browser, MovedClock, makeUser, PASSWORD } from '../harness/people.ts'
import { DATABASES, end, HOSTS, lasting, type Started, start } from '../harness/start.ts'

const collections: Config['collections'] = [
  {
    slug: 'posts',
    drafts: true,
    schedule: true,
    access: { read: 'published', create: 'loggedIn', update: 'loggedIn' },
    fields: [{ name: 'title' }],
  },
]

for (const [index, database] of DATABASES.entries())
  describe(`auth: unknown roles, with ${database.name}`, () => {
    const clock = new MovedClock()
    let started: Started
    let contractor: Browser
    let member: Browser
    let key: string
    let preview: string
    let fresh: ReturnType<typeof lasting>
    const restart = async (auth: Config['auth']) => {
      started = await start(HOSTS[index]!, { name: database.name, fresh }, { collections, clock, apiKeys: true, auth })
      for (const browser of [contractor, member]) if (browser) Object.assign(browser, { listener: started.listener })
    }

    before(async () => {
      fresh = lasting(database)
      await restart({ roles: ['admin', 'editor', 'contractor', 'reader'], members: { roles: ['reader'] } })
      await makeUser(started.cms, 'con@x.org', { role: 'contractor' })
      await makeUser(started.cms, 'mem@x.org', { role: 'reader' })
      contractor = await new Browser(started.listener).login('con@x.org')
      member = await new Browser(started.listener).login('mem@x.org')
      await started.cms.create('posts', { title: 'Draft' })
      const { body } = await contractor.post('/api-keys', {
        name: 'k',
        permissions: { collections: { posts: ['read', 'create', 'update'] } },
      })
      key = body.key
      preview = (await contractor.post('/posts/1/preview-token')).body.token
      expect(
        (await contractor.post('/posts/1/schedule', { action: 'publish', at: new Date(clock.now().getTime() + 60_000) })).status,
      ).to.equal(201)
      await started.cms.stop()
      await restart({ roles: ['admin', 'editor'] })
    })
    after(() => end(started.cms))

    const asKey = () => {
      const program = new Browser(started.listener)
      program.headers['authorization'] = `Bearer ${key}`
      return program
    }

    it('neither sessions nor keys open more than a visitor sees', async () => {
      for (const browser of [contractor, member, asKey()]) {
        expect((await browser.get('/posts?draft=true')).body.docs).to.deep.equal([])
        expect((await browser.get('/posts/1?draft=true')).status).to.equal(404)
        expect((await browser.post('/posts', { title: 'Mine' })).status).to.be.oneOf([401, 403])
        expect((await browser.patch('/posts/1', { title: 'Mine' })).status).to.be.oneOf([401, 403, 404])
        expect((await browser.get('/users')).status).to.be.oneOf([401, 403])
      }
      expect((await contractor.get('/users/me')).body.user).to.equal(null)
    })

    it('nobody signs in', async () => {
      const { status, body } = await new Browser(started.listener).post('/users/login', { email: 'con@x.org', password: PASSWORD })
      expect([status, body.errors[0].code]).to.deep.equal([401, 'UNAUTHENTICATED'])
    })

    it('what they shared and planned does nothing', async () => {
      expect((await new Browser(started.listener).get(`/posts/1?preview=${preview}`)).status).to.be.oneOf([401, 403, 404])
      clock.forward(120)
      await started.cms.runJobs()
      expect((await started.cms.findById('posts', 1, { draft: true }))!['status']).to.equal('draft')
    })

    it('code that acts as them is told that the role does not exist', () => {
      expect(() => started.cms.as({ id: 1, role: 'contractor' })).to.throw("user.role: must be one of: admin, editor, not 'contractor'")
    })

    it('is logged once per role', () => {
      const lines = started.logged.filter(({ line }) => line.includes('unknown role'))
      expect(lines.map(({ level, line }) => [level, /'(\w+)'/.exec(line)![1]]).sort()).to.deep.equal([
        ['warn', 'contractor'],
        ['warn', 'reader'],
      ])
    })

    it('ends once an admin gives them a role that exists', async () => {
      await started.cms.update('users', 1, { role: 'editor' })
      await contractor.login('con@x.org')
      expect((await contractor.post('/posts', { title: 'Mine' })).status).to.equal(201)
    })
  })
