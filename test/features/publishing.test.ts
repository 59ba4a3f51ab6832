/** The right to publish: who is without it saves drafts, and changes nothing that is live. */
import { expect } from 'chai'
import { Browser, type Made, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const EVERYTHING = ['read', 'create', 'update', 'delete', 'publish']
const BUT_PUBLISHING = ['read', 'create', 'update', 'delete']

describe('features: the right to publish', () => {
  pairwise((host, database) => {
    let started: Started
    let admin: Browser
    let author: Browser
    let made: Made
    let role: number

    before(async () => {
      started = await start(host, database, {
        apiKeys: true,
        auth: { rbac: true, roles: ['admin', 'author'] },
        collections: [
          { slug: 'posts', drafts: true, schedule: true, versions: true, fields: [{ name: 'title', required: true }] },
          { slug: 'shelf', drafts: true, orderable: true, trash: true, fields: [{ name: 'title' }, { name: 'count', type: 'number' }] },
        ],
        globals: [{ slug: 'site', drafts: true, schedule: true, fields: [{ name: 'name' }] }],
      })
      const { cms, listener } = started
      await makeUser(cms, 'boss@example.org', { role: 'admin' })
      made = await makeUser(cms, 'author@example.org', { role: 'author' })
      admin = await new Browser(listener).login('boss@example.org')
      author = await new Browser(listener).login(made.email)
      role = (await admin.get('/admin/roles')).body.roles.find((one: any) => one.key === 'author').id
    })
    after(() => end(started?.cms))
    beforeEach(async () => {
      await started.cms.create('posts', { title: 'live', status: 'published' })
    })

    const grant = async (permissions: object) => expect((await admin.patch(`/admin/roles/${role}`, { permissions })).status).to.equal(200)
    const newest = async () => (await started.cms.find('posts', { limit: 1, draft: true, sort: '-id' })).docs[0]!.id as number

    const cannot = async (who: Browser) => {
      const live = await newest()
      const draft = await who.post('/posts', { title: 'mine' })
      expect(draft.status, draft.text).to.equal(201)
      const refusals: [string, string, object?][] = [
        ['post', '/posts', { title: 'x', status: 'published' }],
        ['patch', `/posts/${draft.body.id}`, { status: 'published' }],
        ['patch', `/posts/${live}`, { title: 'changed' }],
        ['patch', `/posts/${live}`, { status: 'published' }],
        ['post', `/posts/${live}/unpublish`],
        ['post', `/posts/${draft.body.id}/schedule`, { action: 'publish', at: '2999-01-01' }],
        ['post', `/posts/${live}/schedule`, { action: 'unpublish', at: '2999-01-01' }],
        ['post', '/globals/site', { name: 'x', status: 'published' }],
      ]
      for (const [method, path, body] of refusals) {
        const answer = await who.send(method as 'post', path, body ?? {})
        expect(answer.status, `${method} ${path}`).to.equal(403)
        expect(answer.body.errors[0].message, `${method} ${path}`).to.match(/not allowed to (publish|do) this/)
      }
      expect((await who.patch(`/posts/${draft.body.id}`, { title: 'still mine' })).status).to.equal(200)
      expect((await who.patch(`/posts/${live}`, { title: 'next', status: 'draft' })).status).to.equal(200)
      expect((await who.patch(`/posts/${live}`, { title: 'and on' })).status, 'it builds on the pending draft').to.equal(200)
      expect((await who.patch(`/posts/${live}`, { status: 'published' })).status).to.equal(403)
      expect((await who.post(`/posts/${live}/discard-draft`)).status).to.equal(200)
      expect(await started.cms.findById('posts', live)).to.include({ title: 'live' })
    }

    it('is asked where a document is live, also behind a pending draft: to move it, to bring it back, to count in it', async () => {
      const { cms } = started
      await grant({ collections: { shelf: BUT_PUBLISHING }, globals: {} })
      const as = cms.as({ id: made.id, role: 'author' })
      const doc = async (...states: string[]) => {
        const [first, ...others] = states
        const { id } = (await cms.create('shelf', { count: 1, status: first } as object)) as { id: number }
        for (const status of others) await cms.update('shelf', id, { status, title: 'next' } as object)
        return id
      }
      const neighbor = await doc('published')
      for (const states of [['published'], ['published', 'draft'], ['draft']]) {
        const id = await doc(...states)
        const status = states[0] === 'published' ? 403 : 200
        const order = async () => (await cms.find('shelf', { draft: true, limit: 0 })).docs.map((one: any) => one.id)
        const before = await order()
        expect((await author.post(`/shelf/${id}/move`, { before: neighbor })).status, `move ${states}`).to.equal(status)
        expect(JSON.stringify(await order()) === JSON.stringify(before)).to.equal(status === 403)
        const counted = await as.increment('shelf', id, 'count').catch((error: any) => error.code)
        if (status === 403) expect(counted, `increment ${states}`).to.equal('FORBIDDEN')
        else expect(counted).to.include({ count: 2 })
        await cms.delete('shelf', id)
        expect((await author.post(`/shelf/${id}/recover`)).status, `recover ${states}`).to.equal(status)
        expect((await admin.post(`/shelf/${id}/move`, { before: neighbor })).status).to.equal(status === 403 ? 404 : 200)
      }
    })

    it('is kept back by a role that does not list it', async () => {
      await grant({ collections: { posts: BUT_PUBLISHING }, globals: { site: ['read', 'update'] } })
      await cannot(author)
    })

    it('is kept back by an API key that does not list it', async () => {
      const { body } = await admin.post('/api-keys', {
        name: 'k',
        permissions: { collections: { posts: BUT_PUBLISHING }, globals: { site: ['read', 'update'] } },
      })
      const app = new Browser(started.listener)
      app.headers = { authorization: `Bearer ${body.key}` }
      await cannot(app)
    })

    it('reaches one’s own documents alone, where a role says so', async () => {
      await grant({ collections: { posts: EVERYTHING }, own: { posts: ['publish'] } })
      const others = await newest()
      const mine = (await author.post('/posts', { title: 'mine', status: 'published' })).body
      expect(mine).to.include({ status: 'published' })
      expect((await author.patch(`/posts/${mine.id}`, { title: 'changed' })).status).to.equal(200)
      expect((await author.post(`/posts/${mine.id}/unpublish`)).status).to.equal(200)
      expect((await author.patch(`/posts/${others}`, { title: 'changed' })).status).to.equal(403)
      expect((await author.post(`/posts/${others}/unpublish`)).status).to.equal(403)
    })

    it('is granted with the role', async () => {
      await grant({ collections: { posts: EVERYTHING }, globals: { site: ['read', 'update', 'publish'] } })
      const id = await newest()
      expect((await author.patch(`/posts/${id}`, { title: 'changed' })).status).to.equal(200)
      expect((await author.post(`/posts/${id}/unpublish`)).status).to.equal(200)
      expect((await author.post('/globals/site', { name: 'x', status: 'published' })).status).to.equal(200)
    })
  })
})
