/** The rights of a person to one document, where rules or roles decide by document. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/admin: rights to a document', () => {
  pairwise((host, database) => {
    let started: Started
    let ada: Browser
    let eve: Browser
    let mine: number
    let other: number
    before(async () => {
      const fields = [{ name: 'title' }]
      started = await start(host, database, {
        auth: { roles: ['admin', 'editor'] },
        collections: [
          { slug: 'posts', drafts: true, trash: true, access: { update: 'owner', delete: 'owner' }, fields },
          { slug: 'own', access: { read: 'owner', update: 'owner' }, fields },
          { slug: 'plain', fields },
        ],
      })
      await makeUser(started.cms, 'ada@example.org', { role: 'admin' })
      await makeUser(started.cms, 'eve@example.org', { role: 'editor' })
      ada = await new Browser(started.listener).login('ada@example.org')
      eve = await new Browser(started.listener).login('eve@example.org')
      mine = (await eve.post('/posts', { title: 'Mine' })).body.id
      other = (await ada.post('/posts', { title: 'Another', status: 'published' })).body.id
    })
    after(() => end(started?.cms))

    const all = { update: true, delete: true, publish: true }
    const none = { update: false, delete: false, publish: false }
    const rights = async (who: Browser, id: number, more = '') => (await who.get(`/admin/rights?collection=posts&id=${id}${more}`)).body

    it('differ by document for those whom the rule limits, and not for admins', async () => {
      expect([await rights(eve, mine), await rights(eve, other)]).to.deep.equal([all, none])
      expect([await rights(ada, mine), await rights(ada, other)]).to.deep.equal([all, all])
      expect(await rights(ada, mine, '&as=editor'), 'as another role, of which nothing is theirs').to.deep.equal(none)
      const people = (await eve.get('/users')).body.docs
      for (const { id, email } of people)
        expect((await eve.get(`/admin/rights?collection=users&id=${id}`)).body.update, email).to.equal(email === 'eve@example.org')
    })

    it('to several are those to all of them', async () => {
      const ofAll = async (who: Browser, ...ids: number[]) => (await who.get(`/admin/rights?collection=posts&ids=${ids}`)).body
      const second = (await eve.post('/posts', { title: 'Mine, too' })).body.id
      expect(await ofAll(eve, mine, second, mine)).to.deep.equal(all)
      expect(await ofAll(eve, mine, other)).to.deep.equal(none)
      expect(await ofAll(ada, mine, other)).to.deep.equal(all)
      expect((await eve.get(`/admin/rights?collection=posts&ids=${mine},9999`)).status).to.equal(404)
    })

    it('are not given for what this person can’t read, or what is in the trash', async () => {
      const hidden = (await ada.post('/own', { title: 'x' })).body.id
      expect((await eve.get(`/admin/rights?collection=own&id=${hidden}`)).status).to.equal(404)
      const gone = (await eve.post('/posts', { title: 'Gone' })).body.id
      await eve.delete(`/posts/${gone}`)
      expect((await eve.get(`/admin/rights?collection=posts&id=${gone}`)).status).to.equal(404)
      expect((await eve.get('/admin/rights?collection=posts&id=1&as=admin')).status, 'only admins look as others').to.equal(403)
      expect((await eve.get('/admin/rights?collection=nothing&id=1')).status).to.equal(404)
    })

    it('count documents as another role, too', async () => {
      const own = async (who: Browser, more = '') => (await who.get(`/admin/counts${more}`)).body.counts.own
      expect(await own(ada)).to.be.greaterThan(0)
      expect(await own(ada, '?as=editor'), 'those that are theirs').to.equal((await ada.get('/own')).body.docs.length)
      expect(await own(eve)).to.equal(0)
      expect((await eve.get('/admin/counts?as=admin')).status).to.equal(403)
    })

    it('are announced by the schema where they differ', async () => {
      const mayOf = async (who: Browser) =>
        Object.fromEntries(
          (await who.get('/admin/schema')).body.collections.map(({ slug, may }: any) => [slug, may.dependsOnDocument ?? false]),
        )
      expect(await mayOf(eve)).to.include({ posts: true, own: true, plain: false, users: true })
      expect(await mayOf(ada)).to.include({ posts: false, plain: false, users: false })
    })
  })
})
