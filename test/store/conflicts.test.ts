/** Postgres ends one of two transactions that wait for each other, and with a stricter isolation more of them: what is ours alone runs again. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { postgres } from '../../adapters/postgres.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { DATABASES, type Database, end, startCms } from '../harness/start.ts'

const POSTGRES = DATABASES.find(({ name }) => name === 'Postgres')!
const collections: any = [
  { slug: 'things', orderable: true, fields: [{ name: 'a' }, { name: 'b' }, { name: 'n', type: 'number', defaultValue: 0 }] },
]

describe('store/conflicts', function () {
  this.timeout(60_000)

  it('runs a write again that was ended by a deadlock', async () => {
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
      expect(runs).to.equal(3)
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
