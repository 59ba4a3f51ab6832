/** A plan acts with the rights that whoever made it has when its time comes; and what is planned to go live is changed only by those who may publish it. */
import { expect } from 'chai'
import type { Identity } from '../../lib/actor.ts'
import { Browser, MovedClock, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const HOUR = 3600

describe('features/schedule: rights', () => {
  pairwise((host, database) => {
    let started: Started
    let admin: Browser
    let n = 0
    const clock = new MovedClock()
    /** What a rule that depends on the host's own data says now. */
    const open = new Set<string>()
    before(async () => {
      started = await start(host, database, {
        clock,
        jobsTimer: false,
        apiKeys: true,
        audit: true,
        auth: { rbac: true, roles: ['admin', 'editor', 'writer', 'reader'], members: { roles: ['reader'] } },
        onRequest: ({ headers }: any) => ({ context: { tenant: headers['x-tenant'] ?? 'a', connection: new Map(), ask: () => 1 } }),
        features: [
          {
            name: 'host-login',
            authenticate: ({ headers }: any): Identity | undefined =>
              headers['x-host'] ? { user: JSON.parse(headers['x-host']), isOutside: true } : undefined,
          },
        ],
        collections: [
          {
            slug: 'posts',
            drafts: true,
            versions: true,
            schedule: true,
            trash: true,
            access: {
              read: ({ user, context }: any) => user?.role === 'admin' || { tenant: { equals: context.tenant } },
              update: ({ user, context }: any) => user?.role === 'admin' || open.has('closed') === false || context.never === true,
            },
            fields: [{ name: 'title', required: true }, { name: 'tenant' }],
          },
        ],
        globals: [{ slug: 'site', drafts: true, schedule: true, fields: [{ name: 'name' }] }],
      } as object)
      await makeUser(started.cms, 'admin@x.org', { role: 'admin' })
      admin = await new Browser(started.listener).login('admin@x.org')
      await grant('writer', { collections: { posts: ['read', 'create', 'update'] }, globals: { site: ['read', 'update'] } })
    })
    after(() => end(started?.cms))
    afterEach(() => open.clear())

    async function grant(key: string, permissions: object) {
      const { roles } = (await admin.get('/admin/roles')).body
      const role = roles.find((one: any) => one.key === key)
      const answer = await admin.patch(`/admin/roles/${role.id}`, { permissions: { ...role.permissions, ...permissions } })
      expect(answer.status, answer.text).to.equal(200)
    }

    async function person(role: string) {
      const user = await makeUser(started.cms, `p${++n}@x.org`, { role, name: 'Pat' })
      return { ...user, browser: await new Browser(started.listener).login(user.email) }
    }

    const draft = async (more: object = {}) =>
      ((await started.cms.create('posts', { title: 'x', tenant: 'a', ...more } as object)) as { id: number }).id

    const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString()

    async function planned(browser: Browser, id: number, action = 'publish') {
      const answer = await browser.post(`/posts/${id}/schedule`, { action, at: at(HOUR) })
      expect(answer.status, answer.text).to.equal(201)
      return answer.body.id as number
    }

    async function ran() {
      clock.forward(HOUR + 1)
      const { scheduled } = (await started.cms.runJobs()) as any
      admin = await new Browser(started.listener).login('admin@x.org')
      return scheduled
    }

    const isLive = async (id: number) => (await started.cms.findById('posts', id)) !== null

    const CHANGES: Record<string, { change: (one: { id: number }, post: number) => Promise<unknown>; reason: RegExp }> = {
      'the account was deactivated': {
        change: ({ id }) => started.cms.update('users', id, { active: false }),
        reason: /account .* was deactivated/,
      },
      'the account was deleted': { change: ({ id }) => started.cms.delete('users', id), reason: /account .* was deleted/ },
      'the account became a member': {
        change: ({ id }) => started.cms.update('users', id, { role: 'reader' }),
        reason: /has lost access to the admin/,
      },
      'the role lost the right to publish': {
        change: ({ id }) => started.cms.update('users', id, { role: 'writer' }),
        reason: /not allowed to publish/,
      },
      'the document left the reach': {
        change: (_one, post) => started.cms.update('posts', post, { tenant: 'b' } as object),
        reason: /can’t read the document any more/,
      },
      'the rule for changes says no': { change: async () => void open.add('closed'), reason: /not allowed/ },
    }

    for (const [name, { change, reason }] of Object.entries(CHANGES))
      for (const action of ['publish', 'unpublish'])
        it(`${action}: ${name}`, async () => {
          const one = await person('editor')
          const id = await draft(action === 'publish' ? {} : { status: 'published' })
          await planned(one.browser, id, action)
          await change(one, id)
          expect(await ran()).to.deep.equal({ ran: 0, failed: 1 })
          expect(await isLive(id)).to.equal(action === 'unpublish')
          const failed = (await admin.get(`/posts/${id}/schedule?state=failed`)).body
          expect(failed).to.have.length(1)
          expect(failed[0]).to.include({ state: 'failed', action })
          expect(failed[0].error).to.match(reason)
          expect((await admin.get(`/posts/${id}/schedule`)).body).to.deep.equal([])
          const { attention } = (await admin.get('/admin/status')).body
          expect(attention.find((entry: any) => entry.id === 'scheduled').failed).to.be.greaterThan(0)
        })

    it('nothing changed: it runs in the name of whoever planned it, in the context of the planning', async () => {
      const one = await person('editor')
      const id = await draft({ tenant: 'b' })
      one.browser.headers = { 'x-tenant': 'b' }
      await planned(one.browser, id)
      expect(await ran()).to.deep.equal({ ran: 1, failed: 0 })
      expect(await isLive(id)).to.equal(true)
      const [version] = (await admin.get(`/posts/${id}/versions`)).body.docs
      expect(version.author).to.include({ id: one.id, email: one.email })
      const { docs } = (await admin.get(`/admin/audit?target=posts&doc=${id}&action=publish`)).body
      expect(docs[0].actor).to.include({ id: one.id, via: 'scheduler' })
    })

    it('a plan of the system acts as the system', async () => {
      const id = await draft({ tenant: 'z' })
      await started.cms.schedule('posts', id, { action: 'publish', at: at(HOUR) })
      open.add('closed')
      expect(await ran()).to.deep.equal({ ran: 1, failed: 0 })
      expect(await isLive(id)).to.equal(true)
    })

    it('a user from outside acts with the role of then, as far as that role may do now', async () => {
      const outside = new Browser(started.listener)
      outside.headers = { 'x-host': JSON.stringify({ id: 'u1', role: 'editor', email: 'o@x.org' }) }
      const [first, second] = [await draft(), await draft()]
      await planned(outside, first)
      expect(await ran()).to.deep.equal({ ran: 1, failed: 0 })
      await planned(outside, second)
      await grant('editor', { collections: { posts: ['read', 'update'] } })
      expect(await ran()).to.deep.equal({ ran: 0, failed: 1 })
      await grant('editor', { collections: { posts: ['read', 'create', 'update', 'delete', 'publish'] } })
      expect([await isLive(first), await isLive(second)]).to.deep.equal([true, false])
    })

    it('an API key acts within what it lists now, until it is revoked', async () => {
      const keyed = async () => {
        const permissions = { collections: { posts: ['read', 'update', 'publish'] } }
        const { body } = await admin.post('/api-keys', { name: 'k', permissions })
        const key = new Browser(started.listener)
        key.headers = { authorization: `Bearer ${body.key}` }
        return { id: body.id, key }
      }
      const [kept, narrowed, revoked] = [await keyed(), await keyed(), await keyed()]
      const posts = [await draft(), await draft(), await draft()]
      for (const [index, { key }] of [kept, narrowed, revoked].entries()) await planned(key, posts[index]!)
      await admin.patch(`/api-keys/${narrowed.id}`, { permissions: { collections: { posts: ['read', 'update'] } } })
      await admin.delete(`/api-keys/${revoked.id}`)
      expect(await ran()).to.deep.equal({ ran: 1, failed: 2 })
      expect(await Promise.all(posts.map(isLive))).to.deep.equal([true, false, false])
    })

    it('a plan whose document lies in the trash goes without a failure', async () => {
      const one = await person('editor')
      const id = await draft()
      await planned(one.browser, id)
      await started.cms.delete('posts', id)
      await started.cms.update('users', one.id, { active: true })
      expect(await ran()).to.deep.equal({ ran: 0, failed: 0 })
    })

    it('a role that may not set the status can’t plan it', async () => {
      const one = await person('editor')
      const id = await draft()
      await grant('editor', { fields: { collections: { posts: { status: 'read' } }, globals: {} } })
      expect((await one.browser.post(`/posts/${id}/schedule`, { action: 'publish', at: at(HOUR) })).status).to.equal(403)
      await grant('editor', { fields: { collections: {}, globals: {} } })
    })

    it('without the right to publish nobody changes what is planned to go live, or the plan @long', async () => {
      const { browser: editor } = await person('editor')
      const { browser: writer } = await person('writer')
      for (const more of [{}, { status: 'published' }]) {
        const id = await draft(more)
        if (Object.keys(more).length > 0) await started.cms.update('posts', id, { title: 'next', status: 'draft' } as object)
        const [{ id: version }] = (await editor.get(`/posts/${id}/versions`)).body.docs
        expect((await writer.post(`/posts/${id}/autosave`, { title: 'mine' })).status).to.equal(200)
        await editor.patch(`/posts/${id}`, { title: 'next', status: 'draft' })
        const job = await planned(editor, id)
        const doors: (readonly ['post' | 'patch' | 'delete', string, object?])[] = [
          ['patch', '', { title: 'theirs' }],
          ['patch', '', { title: 'theirs', status: 'draft' }],
          ['post', '/autosave', { title: 'theirs' }],
          ['post', `/versions/${version}/restore`],
          ...(Object.keys(more).length > 0 ? ([['post', '/discard-draft']] as const) : []),
          ['delete', `/schedule/${job}`],
          ['post', '/schedule', { action: 'publish', at: at(9 * HOUR) }],
        ]
        for (const [method, path, body] of doors) {
          const answer = await writer.send(method, `/posts/${id}${path}`, body)
          expect(answer.status, `${method} ${path} ${answer.text}`).to.equal(403)
          if (!path.includes('/schedule')) expect(answer.text).to.include('its publication is planned')
        }
        for (const [method, path] of [
          ['get', '/versions'],
          ['get', '/schedule'],
          ['post', '/preview'],
        ] as const)
          expect((await writer.send(method, `/posts/${id}${path}`)).status, path).to.equal(200)
        expect((await editor.patch(`/posts/${id}`, { title: 'by an editor', status: 'draft' })).status).to.equal(200)
        expect(await ran()).to.deep.equal({ ran: 1, failed: 0 })
        expect(await started.cms.findById('posts', id)).to.include({ title: 'by an editor' })
        expect((await writer.patch(`/posts/${id}`, { title: 'again', status: 'draft' })).status, 'once it ran').to.equal(200)
      }
      await started.cms.updateGlobal('site', { name: 'a' } as object)
      await started.cms.scheduleGlobal('site', { action: 'publish', at: at(HOUR) })
      expect((await writer.post('/globals/site', { name: 'theirs' })).text).to.include('its publication is planned')
    })
  })
})
