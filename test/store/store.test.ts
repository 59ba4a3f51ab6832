/** The store's own promises: writers share a commit and fail alone, replicas answer reads, counts stay right. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { postgres } from '../../adapters/postgres/index.ts'
import type { CollectionConfig } from '../../lib/content-config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { driversFor, end, startCms } from '../harness/start.ts'

const things: CollectionConfig[] = [
  {
    slug: 'things',
    fields: [
      { name: 'a', unique: true },
      { name: 'others', type: 'relationship', to: 'things', hasMany: true },
    ],
  },
]

describe('store', () => {
  for (const database of driversFor('store/store')) {
    describe(`with ${database.name}`, () => {
      let cms: Handle
      beforeEach(async () => {
        cms = await startCms(database, { collections: things })
      })
      afterEach(() => end(cms))

      it('lets many writers go at once, and each fail alone', async () => {
        await cms.create('things', { a: 'taken' })
        const results = await Promise.allSettled(
          Array.from({ length: 60 }, (_, n) => cms.create('things', { a: n % 10 === 3 ? 'taken' : `n${n}`, others: [1] })),
        )
        expect(results.filter((one) => one.status === 'rejected').map((one) => (one as PromiseRejectedResult).reason.code)).to.deep.equal(
          Array(6).fill('UNIQUE'),
        )
        expect(await cms.count('things')).to.equal(55)
        expect((await cms.find('things', { where: { others: { equals: 1 } } })).totalDocs).to.equal(54)
      })

      it('keeps the count and the references of what comes and goes, also after a rollback', async () => {
        for (let n = 0; n < 12; n++) await cms.create('things', { a: `n${n}`, others: n > 0 ? [1] : [] })
        await cms
          .transaction(async (inside) => {
            await inside.create('things', { a: 'gone' })
            throw new Error('no')
          })
          .catch(() => undefined)
        await cms.delete('things', 5)
        await cms.update('things', 4, { others: [2, 3] })
        if (cms.engine.store.dialect.foldCounts) await cms.engine.store.read(cms.engine.store.dialect.foldCounts)
        expect((await cms.find('things', { limit: 1 })).totalDocs).to.equal(11)
        expect((await cms.find('things', { where: { others: { equals: 1 } } })).totalDocs).to.equal(9)
        expect((await cms.find('things', { where: { others: { in: [2, 3] } } })).totalDocs).to.equal(1)
      })

      it('tells writers who meet on one document apart', async () => {
        await cms.create('things', { a: 'x' })
        const results = await Promise.allSettled(Array.from({ length: 3 }, (_, n) => cms.update('things', 1, { a: `w${n}` })))
        expect(results.map((one) => one.status)).to.deep.equal(['fulfilled', 'fulfilled', 'fulfilled'])
        const { rev } = (await cms.engine.reader.stored(cms.engine.entity('things'), { is: 'all' }))!.meta!
        expect(rev).to.equal(4)
      })
    })
  }

  it('reads from a replica, and from the primary when the replica is away, or has not heard of a migration yet', async () => {
    const schema = `t${randomBytes(6).toString('hex')}`
    const closed = 'postgres://postgres@127.0.0.1:1/postgres'
    const behind = new URL(postgresUrl())
    behind.pathname = '/template1'
    for (const replicas of [[postgresUrl()], [behind.href], [closed]]) {
      const cms = await startCms({ name: '', fresh: () => postgres({ url: postgresUrl(), schema, replicas }) }, { collections: things })
      await cms.create('things', { a: `x${replicas[0]}` })
      for (let n = 0; n < 4; n++) expect((await cms.find('things')).docs.length).to.be.greaterThan(0)
      if (replicas[0] === closed) await end(cms)
      else await cms.stop()
    }
  })
})
