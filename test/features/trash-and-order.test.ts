/** Counting at once, a trash that empties itself, hooks of what is deleted, and an order that never runs out of room. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { MovedClock } from '../harness/people.ts'
import { playing } from '../harness/scenario.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'
import { shelfScenarios, withShelves } from './trash-and-order.scenarios.ts'

playing('features/trash and order', shelfScenarios, withShelves)

for (const database of DATABASES) {
  describe(`features: counting, trash and order with ${database.name}`, () => {
    const clock = new MovedClock()
    const events: string[] = []
    let cms: Handle

    before(async () => {
      cms = await startCms(database, {
        clock,
        features: [{ name: 'ear', hear: ({ event, collection, id }) => void events.push(`${event} ${collection} ${id}`) }],
        collections: [
          {
            slug: 'posts',
            drafts: true,
            versions: true,
            trash: { purgeAfterDays: 30 },
            hooks: {
              beforeDelete: ({ id }: any) => void events.push(`beforeDelete ${id}`),
              afterDelete: ({ id }: any) => void events.push(`afterDelete ${id}`),
            },
            access: { update: ({ user }: any) => user?.id === 7 },
            fields: [
              { name: 'title' },
              { name: 'likes', type: 'number', min: 0, max: 1000 },
              { name: 'stock', type: 'group', fields: [{ name: 'left', type: 'number' }] },
              { name: 'locked', type: 'number', access: { update: 'nobody' } },
              { name: 'rows', type: 'array', fields: [{ name: 'n', type: 'number' }] },
            ],
          },
          { slug: 'items', orderable: true, fields: [{ name: 'name' }] },
        ],
      })
    })
    after(() => end(cms))
    beforeEach(() => {
      events.length = 0
    })

    it('counts without losing one, within its limits, and tells of each', async () => {
      await cms.create('posts', { title: 'One', status: 'published' })
      events.length = 0
      await Promise.all(Array.from({ length: 50 }, () => cms.increment('posts', 1, 'likes')))
      expect((await cms.findById('posts', 1))!['likes']).to.equal(50)
      expect(events).to.have.length(50)
      expect(await cms.increment('posts', 1, 'likes', 951)).to.equal(null)
      expect(await cms.increment('posts', 1, 'likes', -51)).to.equal(null)
      expect(await cms.increment('posts', 1, 'likes', 5, { max: 54 })).to.equal(null)
      expect((await cms.increment('posts', 1, 'likes', 5, { max: 55 }))!['likes']).to.equal(55)
      await cms.update('posts', 1, { stock: { left: 3 } })
      const sold = await Promise.all(Array.from({ length: 10 }, () => cms.increment('posts', 1, 'stock.left', -1, { min: 0 })))
      expect(sold.filter((one) => one !== null)).to.have.length(3)
    })

    it('counts for whoever may change the field', async () => {
      const code = (work: Promise<unknown>) =>
        work.then(
          () => 'done',
          (error) => error.code,
        )
      expect(await code(cms.as({ id: 7, role: 'editor' }).increment('posts', 1, 'likes'))).to.equal('done')
      expect(await code(cms.as({ id: 8, role: 'editor' }).increment('posts', 1, 'likes'))).to.equal('FORBIDDEN')
      expect(await code(cms.as(null).increment('posts', 1, 'likes'))).to.equal('UNAUTHENTICATED')
      expect(await code(cms.as({ id: 7, role: 'editor' }).increment('posts', 1, 'locked'))).to.equal('FORBIDDEN')
      for (const field of ['title', 'nothing', 'stock', 'rows.n', 'id', '$rev'])
        expect(await code(cms.increment('posts', 1, field)), field).to.equal('BAD_REQUEST')
      expect(await code(cms.increment('posts', 1, 'likes', Number.NaN))).to.equal('BAD_REQUEST')
      expect(await code(cms.increment('posts', 99, 'likes'))).to.equal('NOT_FOUND')
    })

    it('keeps a document’s history while it lies in the trash, and empties the trash by itself', async () => {
      await cms.delete('posts', 1)
      expect(events).to.deep.equal(['beforeDelete 1', 'afterDelete 1', 'delete posts 1'])
      await cms.recover('posts', 1)
      expect((await cms.findVersions('posts', 1)).totalDocs).to.be.greaterThan(0)
      await cms.delete('posts', 1)
      events.length = 0
      clock.forward(29 * 24 * 3600)
      expect((await cms.runJobs())['trash']).to.deep.equal({ purged: 0 })
      clock.forward(2 * 24 * 3600)
      expect((await cms.runJobs())['trash']).to.deep.equal({ purged: 1 })
      expect(events, 'nobody hears of it twice').to.deep.equal([])
      expect((await cms.find('posts', { trash: true })).totalDocs).to.equal(0)
      const { store } = cms.engine
      const left = await store.read(`select count(*) as n from ${store.dialect.table('$versions')}`)
      expect(Number(left[0]!['n'])).to.equal(0)
    })

    it('always finds room between two documents', async () => {
      for (const name of ['a', 'b', 'c']) await cms.create('items', { name })
      const names = async () => (await cms.find('items', { limit: 0 })).docs.map((doc) => doc!['name']).join('')
      for (let n = 0; n < 120; n++) {
        await cms.move('items', n % 2 === 0 ? 3 : 2, { after: 1 })
        expect(await names()).to.equal(n % 2 === 0 ? 'acb' : 'abc')
      }
    })

    it('orders documents that were there before the order was', async () => {
      const { store } = cms.engine
      const { table, quote } = store.dialect
      await store.exclusively((connection) => connection.all(`update ${table('items')} set ${quote('$position')} = 0`))
      const names = async () => (await cms.find('items', { limit: 0 })).docs.map((doc) => doc!['name']).join('')
      expect(await names()).to.equal('cba')
      await cms.move('items', 1, { before: 2 })
      expect(await names()).to.equal('cab')
    })
  })
}
