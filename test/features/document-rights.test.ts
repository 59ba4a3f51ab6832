/** The rights of a person to documents, where rules or roles decide by document. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/admin: rights to documents', () => {
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

    /** Which of the documents. */
    const rights = async (who: Browser, ids: number[], more = '', collection = 'posts') =>
      (await who.get(`/admin/rights?collection=${collection}&ids=${ids}${more}`)).body
    const all = (...ids: number[]) => ({ read: ids, update: ids, delete: ids, publish: ids })
    const none = (...ids: number[]) => ({ read: ids, update: [], delete: [], publish: [] })

    it('differ by document for those whom the rule limits, and not for admins', async () => {
      expect(await rights(eve, [mine, other])).to.deep.equal({ ...all(mine), read: [mine, other] })
      expect(await rights(ada, [other, mine, other])).to.deep.equal(all(other, mine))
      expect(await rights(ada, [mine], '&as=editor'), 'as another role, of which nothing is theirs').to.deep.equal(none(mine))
      const people: { id: number; email: string }[] = (await eve.get('/users')).body.docs
      const own = people.filter(({ email }) => email === 'eve@example.org').map(({ id }) => id)
      const ids = people.map(({ id }) => id)
      expect((await rights(eve, ids, '', 'users')).update).to.deep.equal(own)
    })

    it('are not given for what this person can’t read, what is in the trash, or what never was', async () => {
      const hidden = (await ada.post('/own', { title: 'x' })).body.id
      expect(await rights(eve, [hidden], '', 'own')).to.deep.equal(none())
      const gone = (await eve.post('/posts', { title: 'Gone' })).body.id
      await eve.delete(`/posts/${gone}`)
      expect(await rights(eve, [gone, mine, 9999])).to.deep.equal(all(mine))
      expect((await eve.get('/admin/rights?collection=posts&ids=1&as=admin')).status, 'only admins look as others').to.equal(403)
      expect((await eve.get('/admin/rights?collection=nothing&ids=1')).status).to.equal(404)
      expect((await eve.get('/admin/rights?collection=posts')).status).to.equal(400)
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
