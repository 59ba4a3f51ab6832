/** A plan that is made while its document is deleted: either it is refused, or it goes with the document. */
import { expect } from 'chai'
import { inDepth } from '../harness/depth.ts'
import { driversFor, end, startCms } from '../harness/start.ts'

const ROUNDS = inDepth(60, 1000)

describe('features/schedule: beside deletions', function () {
  this.timeout(120_000)
  for (const database of driversFor('features/schedule-deleted'))
    it(`leaves no plan of a document that is gone, with ${database.name}`, async () => {
      const cms = await startCms(database, { collections: [{ slug: 'posts', drafts: true, schedule: true, fields: [{ name: 'title' }] }] })
      const codes = new Set<string>()
      for (let round = 0; round < ROUNDS; round++) {
        const { id } = (await cms.create('posts', { title: 'x' })) as { id: number }
        const planning = cms.schedule('posts', id, { action: 'publish', at: '2999-01-01' }).catch(({ code }) => codes.add(code))
        await new Promise((resolve) => setTimeout(resolve, round % 4))
        await Promise.all([planning, cms.delete('posts', id)])
      }
      const { store } = cms.engine
      expect(await store.read(`select * from ${store.dialect.table('$schedule')}`)).to.deep.equal([])
      expect([...codes].filter((code) => code !== 'NOT_FOUND')).to.deep.equal([])
      await end(cms)
    })
})
