/** A transaction that has ended: its connection serves others by then, so no late call may reach it. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Cms } from '../../lib/local/handle.ts'
import { holdFrame } from '../../lib/store/transaction.ts'
import { configWith, DATABASES, end, type Started } from '../harness/start.ts'

describe('store/transaction', () => {
  for (const database of DATABASES) {
    describe(`with ${database.name}`, () => {
      const logged: Started['logged'] = []
      let cms: Cms
      before(async () => {
        cms = await createCms(configWith(database, { collections: [{ slug: 'things', fields: [{ name: 'a' }] }] }, logged))
      })
      after(() => end(cms))

      it('refuses what waits for its connection when it ends', async () => {
        const late = await cms.engine.store.atomically(async (connection) => {
          const { frame } = await holdFrame(connection, 1000, new Error('the holder'), async () => 'done')
          expect(frame.closed).to.equal(true)
          return Promise.all(
            [frame.all('select 1', []), frame.nested((inside) => inside.all('select 1'))].map((call) =>
              call.then(
                () => 'was run',
                (error) => error.code,
              ),
            ),
          )
        })
        expect(late).to.deep.equal(['TRANSACTION', 'TRANSACTION'])
      })

      it('runs a call that comes after its end on its own, and says so', async () => {
        let late: Promise<unknown> | undefined
        let ended: () => void
        const end = new Promise<void>((resolve) => (ended = resolve))
        await cms.transaction(async (inside) => {
          await inside.create('things', { a: 'in time' })
          late = end.then(() => inside.create('things', { a: 'late' }))
        })
        ended!()
        expect(await late).to.include({ a: 'late' })
        expect(logged.map(({ level, line }) => `${level} ${line}`).join()).to.include(
          'warn a call was made after its transaction had ended',
        )
        expect(await cms.count('things')).to.equal(2)
      })
    })
  }
})
