/** The trash knows when a document was deleted, and by whom. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/deletions', () => {
  pairwise((host, database) => {
    let started: Started
    let admin: Browser
    let editor: Browser
    before(async () => {
      started = await start(host, database, {
        collections: [{ slug: 'posts', drafts: true, trash: true, access: { read: 'anyone' }, fields: [{ name: 'title' }] }],
      })
      await makeUser(started.cms, 'ada@example.org', { role: 'admin', name: 'Ada' })
      await makeUser(started.cms, 'eve@example.org', { role: 'editor', name: 'Eve' })
      admin = await new Browser(started.listener).login('ada@example.org')
      editor = await new Browser(started.listener).login('eve@example.org')
    })
    after(() => end(started?.cms))

    const post = async (status: string) => (await admin.post('/posts', { title: 'A', status })).body.id as number
    const deletions = async (...ids: number[]) => (await admin.get(`/admin/trashed?collection=posts&ids=${ids.join()}`)).body
    const deletersOf = async (...ids: number[]) => (await deletions(...ids)).map(({ id, by }: any) => [id, by?.name ?? null])

    for (const status of ['published', 'draft'])
      it(`of a ${status} document: by whom it was deleted last`, async () => {
        const id = await post(status)
        const other = await post(status)
        expect((await editor.delete(`/posts/${id}`)).status).to.equal(200)
        expect(await deletersOf(id, other), 'only what is in the trash').to.deep.equal([[id, 'Eve']])
        expect(Date.parse((await deletions(id))[0].at)).to.be.closeTo(Date.now(), 60_000)
        await admin.post(`/posts/${id}/recover`, {})
        expect(await deletersOf(id)).to.deep.equal([])
        await admin.delete(`/posts/${id}`)
        expect(await deletersOf(id)).to.deep.equal([[id, 'Ada']])
        await admin.post(`/posts/${id}/recover`, {})
        await started.cms.delete('posts', id)
        expect(await deletersOf(id), 'by the application itself').to.deep.equal([[id, null]])
      })

    it('lists what was deleted last first, unless a sort is requested', async () => {
      const ids = [await post('draft'), await post('published'), await post('draft')] as const
      for (const id of [ids[1], ids[2], ids[0]]) {
        await admin.delete(`/posts/${id}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      const listed = async (query = '') =>
        (await admin.get(`/posts?trash=true&draft=true&limit=3${query}`)).body.docs.map(({ id }: any) => id)
      expect(await listed()).to.deep.equal([ids[0], ids[2], ids[1]])
      expect(await listed('&sort=-id')).to.deep.equal([...ids].reverse())
    })
  })
})
