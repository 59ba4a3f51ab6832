/** The palette finds the title that was typed before others, in every collection, and knows where there is more. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/admin-search', () => {
  pairwise((host, database) => {
    let started: Started
    let ada: Browser
    const slugs = ['posts', 'pages', 'places', 'plants', 'poems', 'plays']
    before(async () => {
      started = await start(host, database, {
        collections: slugs.map((slug) => ({ slug, useAsTitle: 'title', drafts: slug === 'pages', fields: [{ name: 'title' }] })),
      } as object)
      const { cms } = started
      await makeUser(cms, 'ada@example.org', { role: 'admin' })
      await cms.create('posts', { title: 'Ferry' })
      await cms.create('posts', { title: 'Ferry times' })
      for (let n = 1; n <= 60; n++) await cms.create('posts', { title: `Night ferry ${n}` })
      await cms.create('pages', { title: 'Boats', status: 'published' })
      await cms.update('pages', 1, { title: 'ferry', status: 'draft' })
      ada = await new Browser(started.listener).login('ada@example.org')
    })
    after(() => end(started?.cms))
    const found = async (q: string) => (await ada.get(`/admin/search?q=${encodeURIComponent(q)}`)).body
    const titles = async (q: string) => (await found(q)).hits.map(({ title }: { title: string }) => title)

    it('puts the exact title first, then what begins with it, however old it is, and short ones first', async () => {
      expect(await titles('ferry')).to.deep.equal(['Ferry', 'ferry', 'Ferry times', 'Night ferry 9', 'Night ferry 8', 'Night ferry 7'])
      expect(await titles('night ferry 1')).to.deep.equal([
        'Night ferry 1',
        'Night ferry 19',
        'Night ferry 18',
        'Night ferry 17',
        'Night ferry 16',
      ])
    })

    it('names the collections in which there is more', async () => {
      expect((await found('ferry')).more).to.deep.equal(['posts'])
      expect((await found('ferry times')).more).to.deep.equal([])
      expect(await found('nowhere')).to.deep.equal({ hits: [], more: [] })
    })

    it('leaves room for every collection', async () => {
      for (const slug of slugs) for (let n = 1; n <= 5; n++) await started.cms.create(slug, { title: `Tide ${n}` })
      const { hits, more } = await found('tide')
      expect(new Set(hits.map(({ collection }: { collection: string }) => collection))).to.deep.equal(new Set(slugs))
      expect(hits).to.have.length(18)
      expect(more).to.have.members(slugs)
    })
  })
})
