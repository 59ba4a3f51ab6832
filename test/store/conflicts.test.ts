/** Postgres ends one of two transactions that wait for each other, and with a stricter isolation more of them: what is ours alone runs again, other transactions as often as they allow. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { postgres } from '../../adapters/postgres/index.ts'
import { GalleyError } from '../../lib/errors.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { DATABASES, type Database, driversFor, end, startCms } from '../harness/start.ts'

const POSTGRES = DATABASES.find(({ name }) => name === 'Postgres')!
const collections: any = [
  { slug: 'things', orderable: true, fields: [{ name: 'a' }, { name: 'b' }, { name: 'n', type: 'number', defaultValue: 0 }] },
]

describe('store/conflicts', function () {
  this.timeout(60_000)

  it('runs a write again that was ended by a deadlock @long', async () => {
    const cms = await startCms(POSTGRES, { collections })
    try {
      const ids = (await Promise.all([cms.create('things', {}), cms.create('things', {})])).map(({ id }) => id as number)
      const { store } = cms.engine
      const { table, native } = store.dialect
      let holding = 0
      let runs = 0
      const add = (order: number[]) =>
        store.atomically(async (connection) => {
          runs++
          for (const id of order) {
            await connection.all(native(`update ${table('things')} set "n" = "n" + 1 where "id" = ?`), [id])
            holding++
            while (holding < 2) await new Promise((resolve) => setTimeout(resolve, 5))
          }
        })
      await Promise.all([add(ids), add([...ids].reverse())])
      expect(runs).to.be.at.least(3)
      for (const id of ids) expect((await cms.findById('things', id))!.n).to.equal(2)
    } finally {
      await end(cms)
    }
  })

  it('takes changes, counting and moves at once under any isolation', async () => {
    const url = new URL(postgresUrl())
    url.searchParams.set('options', '-c default_transaction_isolation=serializable')
    const strict: Database = { name: 'Postgres', fresh: () => postgres({ url: url.href, schema: `t${randomBytes(6).toString('hex')}` }) }
    const cms = await startCms(strict, { collections })
    try {
      const [level] = await cms.engine.store.read('show transaction_isolation')
      expect(level!['transaction_isolation']).to.equal('serializable')
      const ids = (await Promise.all([1, 2, 3].map(() => cms.create('things', {})))).map(({ id }) => id as number)
      await Promise.all(
        Array.from({ length: 60 }, (_, n) => {
          const [id, other] = [ids[n % 3]!, ids[(n + 1) % 3]!]
          const kind = Math.floor(n / 3) % 3
          if (kind === 0) return cms.update('things', id, n % 2 ? { a: 'x' } : { b: 'y' })
          return kind === 1 ? cms.increment('things', id, 'n') : cms.move('things', id, { before: other })
        }),
      )
      for (const id of ids) expect(await cms.findById('things', id)).to.include({ a: 'x', b: 'y' })
    } finally {
      await end(cms)
    }
  })
})

for (const database of driversFor('store/conflicts')) {
  describe(`store/conflicts: with ${database.name}`, function () {
    this.timeout(120_000)
    let cms: Handle
    let ids: number[]
    before(async () => {
      cms = await startCms(database, { collections })
      ids = (await Promise.all([cms.create('things', {}), cms.create('things', {})])).map(({ id }) => id as number)
    })
    after(() => end(cms))

    const counts = () => Promise.all(ids.map(async (id) => (await cms.findById('things', id))!['n']))
    const codesOf = async (all: Promise<unknown>[]) =>
      (await Promise.allSettled(all)).map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code))
    /** Two transactions that change the same documents in opposite orders, and meet between the two where both can hold one. */
    function crosswise(options?: { retries: number }, pairs = 1): Promise<unknown>[] {
      let holding = 0
      return Array.from({ length: 2 * pairs }, (_, n) =>
        cms.transaction(async (tx) => {
          const [first, second] = n % 2 ? ids : [...ids].reverse()
          await tx.increment('things', first!, 'n')
          holding++
          for (let waits = 0; database.name === 'Postgres' && holding < 2 && waits < 200; waits++)
            await new Promise((resolve) => setTimeout(resolve, 5))
          await tx.increment('things', second!, 'n')
        }, options),
      )
    }

    it('lets one of two transactions through that meet crosswise, and says that the other may run again', async () => {
      const before = await counts()
      const codes = await codesOf(crosswise())
      expect(codes.sort()).to.deep.equal(database.name === 'Postgres' ? ['TRANSACTION', 'done'] : ['done', 'done'])
      const done = codes.filter((code) => code === 'done').length
      expect(await counts()).to.deep.equal(before.map((n) => n + done))
    })

    it('lets all of them through with retries @long', async () => {
      const before = await counts()
      expect(new Set(await codesOf(crosswise({ retries: 20 }, 3)))).to.deep.equal(new Set(['done']))
      expect(await counts()).to.deep.equal(before.map((n) => n + 6))
    })

    it('runs the callback again after STALE, as often as it may, and after nothing else', async () => {
      const failing = async (error: () => Error, options?: { retries: number }) => {
        let runs = 0
        const [code] = await codesOf([
          cms.transaction(async (tx) => {
            await tx.create('things', { a: 'failing' })
            runs++
            throw error()
          }, options),
        ])
        return [runs, code]
      }
      const stale = () => new GalleyError('STALE', 'has changed')
      expect(await failing(stale, { retries: 2 })).to.deep.equal([3, 'STALE'])
      expect(await failing(stale)).to.deep.equal([1, 'STALE'])
      expect(await failing(() => new GalleyError('TRANSACTION', 'held too long'), { retries: 2 })).to.deep.equal([1, 'TRANSACTION'])
      expect(await failing(() => new Error('no'), { retries: 2 })).to.deep.equal([1, undefined])
      expect(await cms.count('things', { where: { a: { equals: 'failing' } } })).to.equal(0)
    })

    it('leaves the retries of a transaction inside another one to that one', async () => {
      const runs = { outer: 0, inner: 0 }
      const work = cms.transaction(
        async (tx) => {
          runs.outer++
          const inner = async () => {
            runs.inner++
            if (runs.inner < 3) throw new GalleyError('STALE', 'has changed')
          }
          await tx.transaction(inner, { retries: 5 })
        },
        { retries: 5 },
      )
      await work
      expect(runs).to.deep.equal({ outer: 3, inner: 3 })
    })

    it('refuses retries that are no number of times', async () => {
      for (const retries of [-1, 0.5, 101, Number.NaN, '3', null] as number[])
        expect(await codesOf([cms.transaction(async () => undefined, { retries })]), String(retries)).to.deep.equal(['VALIDATION'])
    })
  })
}
