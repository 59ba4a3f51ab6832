/** A transaction is all or nothing, and its calls belong to it: one that comes after its end is refused. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { Frame } from '../../lib/store/transaction.ts'
import { BETTER_SQLITE, driversFor, end, HOSTS, start, startCms } from '../harness/start.ts'

const DRIVERS = driversFor('store/transaction')
/** A storage that knows what lies in it, and no more. */
const remembering = (kept: Set<string>): any => ({
  name: 'memory',
  async put(key: string, stream: AsyncIterable<unknown>) {
    for await (const _ of stream) kept.add(key)
  },
  get: async () => null,
  delete: async (key: string) => void kept.delete(key),
})
const turn = () => new Promise((resolve) => setImmediate(resolve))
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'resolved',
    (error) => error.code,
  )

for (const database of DRIVERS) {
  describe(`store/transaction: with ${database.name}`, () => {
    let cms: Handle
    before(async () => {
      cms = await startCms(database, {
        upload: { storage: remembering(new Set()), mimeTypes: ['text/plain'] },
        events: ['till.paid'],
        email: { name: 'nowhere', send: async () => undefined },
        collections: [
          {
            slug: 'things',
            access: { read: 'anyone', create: 'anyone' },
            fields: [
              { name: 'a' },
              { name: 'n', type: 'number', defaultValue: 100 },
              { name: 'others', type: 'relationship', to: 'things' },
            ],
          },
        ],
      })
    })
    after(() => end(cms))
    const there = async () => (await cms.find('things', { limit: 0, sort: 'id' })).docs.map((doc: any) => doc.a)
    beforeEach(() =>
      cms.transaction(async () => {
        for (const { id } of (await cms.find('things', { limit: 0 })).docs) await cms.delete('things', id)
      }),
    )

    it('refuses what waits for its connection when it ends', async () => {
      const late = await cms.engine.store.atomically(async (connection) => {
        const frame = new Frame()
        await frame.hold(connection, async () => 'done')
        expect(frame.isClosed).to.equal(true)
        return Promise.all([frame.all('select 1', []), frame.nested((inside) => inside.all('select 1'))].map(codeOf))
      })
      expect(late).to.deep.equal(['TRANSACTION', 'TRANSACTION'])
    })

    it('refuses every kind of call after its end, however it ended', async () => {
      const doors: Record<string, (id: number) => Promise<unknown>> = {
        find: () => cms.find('things'),
        findById: (id) => cms.findById('things', id),
        create: () => cms.create('things', { a: 'late' }),
        update: (id) => cms.update('things', id, { a: 'late' }),
        increment: (id) => cms.increment('things', id, 'n'),
        delete: (id) => cms.delete('things', id),
        'as a visitor': () => cms.as(null).create('things', { a: 'late' }),
        transaction: () => cms.transaction(async () => undefined),
        emit: () => cms.emit('till.paid', {}),
        sendEmail: () => cms.sendEmail({ to: 'a@example.org', subject: 's', text: 't' }),
        upload: () => cms.upload({ filename: 'a.txt', content: Buffer.from('a') } as any),
      }
      const { id } = await cms.create('things', { a: 'before' })
      for (const how of ['commit', 'rollback', 'limit']) {
        const late: Record<string, Promise<unknown>> = {}
        let open!: () => void
        const ended = new Promise<void>((resolve) => (open = resolve))
        const work = async () => {
          await cms.find('things')
          for (const [name, call] of Object.entries(doors)) late[name] = codeOf(ended.then(() => call(id)))
          if (how === 'rollback') throw new Error('no')
          if (how === 'limit') await new Promise(() => undefined)
        }
        await cms.engine.store.transaction(work, how === 'limit' ? { limit: 50 } : {}).catch(() => undefined)
        open()
        for (const [name, code] of Object.entries(late)) expect(await code, `${name} after ${how}`).to.equal('TRANSACTION')
      }
      expect(await there()).to.deep.equal(['before'])
      expect((await cms.findById('things', id))!.n).to.equal(100)
    })

    it('makes no money when it is held too long', async () => {
      const [a, b] = [await cms.create('things', { a: 'a' }), await cms.create('things', { a: 'b' })]
      let rest!: Promise<unknown>
      const pay = () => {
        rest = (async () => {
          await cms.increment('things', a.id, 'n', -50)
          await new Promise((resolve) => setTimeout(resolve, 200))
          await cms.increment('things', b.id, 'n', 50)
        })()
        return rest
      }
      expect(await codeOf(cms.engine.store.transaction(pay, { limit: 60 }))).to.equal('TRANSACTION')
      expect(await codeOf(rest)).to.equal('TRANSACTION')
      for (const { id } of [a, b]) expect((await cms.findById('things', id))!.n).to.equal(100)
    })

    it('leaves nothing behind of parts that run at once, when one of them fails', async () => {
      const parts: Promise<unknown>[] = []
      const whole = cms.transaction(() => {
        parts.push(
          cms.create('things', { a: 'first', others: 99 }),
          cms.create('things', { a: 'second' }),
          ...[1, 5, 20].map(async (ticks) => {
            for (let n = 0; n < ticks; n++) await turn()
            await cms.create('things', { a: `after ${ticks}` })
            await cms.create('things', { a: `and after ${ticks}` })
          }),
        )
        return Promise.all(parts)
      })
      expect(await codeOf(whole)).to.equal('VALIDATION')
      await Promise.allSettled(parts)
      expect(await there()).to.deep.equal([])
    })

    it('undoes a transaction inside it alone', async () => {
      await cms.transaction(async () => {
        await cms.create('things', { a: 'outer' })
        const inner = cms.transaction(async () => {
          await cms.create('things', { a: 'inner' })
          expect(await there()).to.deep.equal(['outer', 'inner'])
          throw new Error('no')
        })
        expect(await inner.catch((error) => error.message)).to.equal('no')
        await cms.transaction(() => cms.create('things', { a: 'other' }))
      })
      expect(await there()).to.deep.equal(['outer', 'other'])
    })

    it('says so when a failed statement has undone it, however quietly', async () => {
      const { store } = cms.engine
      const done = cms.transaction(async () => {
        await cms.create('things', { a: 'one' })
        await store.read('select no_such_column from nowhere').catch(() => undefined)
        await cms.create('things', { a: 'two' }).catch(() => undefined)
      })
      const isDone = await done.then(
        () => true,
        () => false,
      )
      expect(await there()).to.deep.equal(isDone ? ['one', 'two'] : [])
    })

    it('runs its work in the context of its caller', async () => {
      const { AsyncLocalStorage } = await import('node:async_hooks')
      const who = new AsyncLocalStorage<number>()
      const ran = await Promise.all(
        [1, 2, 3, 4].map((n) => who.run(n, () => cms.transaction(async () => [n, (await cms.find('things')) && who.getStore()]))),
      )
      for (const [n, held] of ran) expect(held).to.equal(n)
    })

    it('removes the file of an upload that is rolled back', async () => {
      const kept = new Set<string>()
      const library = await startCms(database, { collections: [], upload: { storage: remembering(kept), mimeTypes: ['text/plain'] } })
      try {
        const file = { filename: 'a.txt', content: Buffer.from('a') }
        const failing = library.transaction(async () => {
          await library.transaction(() => library.upload(file))
          await library
            .transaction(async () => {
              await library.upload(file)
              throw new Error('inner')
            })
            .catch(() => undefined)
          expect(kept.size).to.equal(2)
          throw new Error('no')
        })
        expect(await failing.catch((error) => error.message)).to.equal('no')
        expect(kept.size).to.equal(0)
        await library.transaction(() => library.upload(file))
        expect([kept.size, await library.count('media')]).to.deep.equal([1, 1])
      } finally {
        await end(library)
      }
    })
  })
}

for (const host of HOSTS) {
  it(`store/transaction: what an endpoint, a job, a hook or a route of ${host.name} starts and leaves is all or nothing`, async () => {
    const late: Promise<unknown>[] = []
    /** Starts work that goes on when the transaction has ended. */
    const leave = (cms: Handle, a: string) => {
      late.push(
        (async () => {
          for (let n = 0; n < 20; n++) await new Promise((resolve) => setTimeout(resolve, 1))
          // Without the context: its own hooks leave nothing.
          await cms.as(null, {}).create('things', { a })
        })(),
      )
      late.at(-1)!.catch(() => undefined)
    }
    const hook = (name: string) => [
      ({ cms, context, doc }: any) => {
        if (context.leaves) leave(cms, name)
        return doc
      },
    ]
    const failing = (cms: Handle, name: string) =>
      cms
        .transaction(async () => {
          leave(cms, name)
          const caller = cms.as(null, { leaves: true })
          await caller.create('things', { a: `${name} itself` })
          await caller.find('things')
          throw new Error('no')
        })
        .catch(() => undefined)
    const { cms, agent } = await start(host, BETTER_SQLITE, {
      collections: [
        {
          slug: 'things',
          access: { read: 'anyone', create: 'anyone' },
          fields: [{ name: 'a' }],
          hooks: Object.fromEntries(['beforeValidate', 'beforeChange', 'afterChange', 'afterRead'].map((name) => [name, hook(name)])),
        },
      ],
      endpoints: [{ method: 'post', path: '/pay', handler: async ({ cms }: any) => ({ done: await failing(cms, 'endpoint') }) }],
      jobs: [{ name: 'sum', every: 60, run: ({ cms }: any) => failing(cms, 'job') }],
    } as any)
    try {
      await agent.post('/api/cms/pay').expect(200)
      await cms.runJobs()
      await failing(cms, 'code')
      const codes = await Promise.all(late.map(codeOf))
      expect(codes.length).to.be.at.least(9)
      expect(new Set(codes)).to.deep.equal(new Set(['TRANSACTION']))
      expect((await cms.find('things')).docs).to.deep.equal([])
    } finally {
      await end(cms)
    }
  })
}
