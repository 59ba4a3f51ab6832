/** Documents are found by the words of their pending drafts, by those who see them. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/pending-search', () => {
  pairwise((host, database) => {
    let started: Started
    let ada: Browser
    let eve: Browser
    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          {
            slug: 'posts',
            useAsTitle: 'title',
            drafts: true,
            trash: true,
            access: { read: ({ user }: any) => (user?.role === 'admin' ? true : { team: { equals: 'open' } }) },
            fields: [
              { name: 'title', localized: true },
              { name: 'team' },
              { name: 'note', access: { read: 'admin' } },
              { name: 'secret', hidden: true },
            ],
          },
          { slug: 'tags', fields: [{ name: 'name' }] },
        ],
      } as object)
      const { cms } = started
      await makeUser(cms, 'ada@example.org', { role: 'admin' })
      await makeUser(cms, 'eve@example.org', { role: 'editor' })
      for (const n of [1, 2, 3, 4]) await cms.create('posts', { title: `Live ${n}`, team: 'open', status: 'published' } as object)
      await cms.update('posts', 1, { title: 'Ferry 100% back', status: 'draft' } as object)
      await cms.in('th').update('posts', 2, { title: 'เรือเฟอร์รี่', status: 'draft' } as object)
      await cms.update('posts', 3, { title: 'Ferry sunk', team: 'closed', note: 'whisper', secret: 'hush', status: 'draft' } as object)
      await cms.update('posts', 4, { title: 'Ferry gone', status: 'draft' } as object)
      await cms.delete('posts', 4)
      ada = await new Browser(started.listener).login('ada@example.org')
      eve = await new Browser(started.listener).login('eve@example.org')
    })
    after(() => end(started?.cms))
    const found = async (who: Browser, q: string, more = '') =>
      (await who.get(`/admin/pending?collection=posts&q=${encodeURIComponent(q)}${more}`)).body

    it('in any case of letters and each language, without wildcards, and not those in the trash', async () => {
      expect(await found(ada, 'FERRY')).to.deep.equal([3, 1])
      expect(await found(ada, '0% b')).to.deep.equal([1])
      expect(await found(ada, '0_% b')).to.deep.equal([])
      expect(await found(ada, 'เฟอร์', '&locale=th')).to.deep.equal([2])
      expect(await found(ada, 'Live'), 'what is live is found by a filter').to.deep.equal([2])
      expect(await found(ada, 'Ferry', '&trash=true')).to.deep.equal([4])
    })

    it('only by what the reader sees of them', async () => {
      expect(await found(ada, 'whisper')).to.deep.equal([3])
      expect(await found(ada, 'hush')).to.deep.equal([])
      expect(await found(eve, 'whisper')).to.deep.equal([])
      expect(await found(eve, 'ferry'), 'the draft of 3 is for another team').to.deep.equal([1])
      const hits = async (who: Browser) => (await who.get('/admin/search?q=ferry')).body.hits.map(({ id, title }: any) => [id, title])
      expect(await hits(eve)).to.deep.equal([[1, 'Ferry 100% back']])
      expect(await hits(ada)).to.have.deep.members([
        [1, 'Ferry 100% back'],
        [3, 'Ferry sunk'],
      ])
    })

    it('refuses what is no search', async () => {
      for (const [query, status] of Object.entries({
        '': 400,
        '?collection=posts': 400,
        '?collection=nope&q=x': 404,
        '?q=x': 404,
        '?collection=tags&q=x': 200,
      }))
        expect((await ada.get(`/admin/pending${query}`)).status, query).to.equal(status)
      expect((await ada.get('/admin/pending?collection=tags&q=x')).body).to.deep.equal([])
    })
  })
})
