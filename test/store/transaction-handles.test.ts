/** The handle of a transaction belongs to it: its calls are part of it whatever context they come from, and none is taken after its end. */
import { AsyncResource } from 'node:async_hooks'
import { expect } from 'chai'
import { features } from '../../lib/features.ts'
import { type Handle, memberNames } from '../../lib/local/handle.ts'
import { addedBy } from '../../lib/local/members.ts'
import { driversFor, end, startCms } from '../harness/start.ts'

type Context = <T>(work: () => Promise<T>) => Promise<T>

const DRIVERS = driversFor('store/transaction-handles')
/** These give a handle or end everything; they ask the database nothing. */
const ELSEWHERE = ['as', 'in', 'start', 'stop']

/** A context that knows nothing of what begins later, such as that of a queue or of an event emitter. */
function contextFromNow(): Context {
  const resource = new AsyncResource('queue')
  return (work) => resource.runInAsyncScope(work)
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'resolved',
    (error) => error.code ?? String(error),
  )

for (const database of DRIVERS) {
  describe(`store/transaction-handles: with ${database.name}`, () => {
    let cms: Handle
    let outside: Context
    const sent: string[] = []

    beforeEach(async () => {
      cms = await startCms(database, {
        audit: true,
        localization: { locales: ['en', 'de'] },
        events: ['till.paid'],
        email: { name: 'kept', send: async ({ to }: { to: string }) => void sent.push(to) },
        collections: [
          {
            slug: 'things',
            access: { read: 'anyone', create: 'anyone' },
            fields: [{ name: 'a' }, { name: 'n', type: 'number', defaultValue: 1 }],
          },
        ],
      } as any)
      outside = contextFromNow()
      sent.length = 0
    })
    afterEach(() => end(cms))

    const there = async (handle = cms) => (await handle.find('things', { limit: 0, sort: 'id' })).docs.map((doc: any) => doc.a)
    const noted = async () => (await cms.audit.find({ action: 'till.count' })).totalDocs

    /** A transaction with a limit of its own. */
    async function heldFor(milliseconds: number | undefined, work: (c: Handle) => Promise<unknown>): Promise<unknown> {
      const { store } = cms.engine
      const usual = store.transaction
      store.transaction = (inner) => usual.call(store, inner, milliseconds === undefined ? {} : { limit: milliseconds }) as Promise<any>
      const ended = cms.transaction(work)
      store.transaction = usual
      return ended
    }

    const everyKind = async (c: Handle, id: number) => {
      await c.create('things', { a: 'itself' })
      await c.as(null).create('things', { a: 'as' })
      await c.in('de').create('things', { a: 'in' })
      await c.as(null).in('de').as(null).create('things', { a: 'as in as' })
      await c.increment('things', id, 'n')
      await c.transaction((inner) => inner.as(null).create('things', { a: 'inner' }))
      await c.audit.note({ action: 'till.count', target: 'till' })
      await c.as(null).audit.note({ action: 'till.count', target: 'till' })
      await c.sendEmail({ to: 'a@example.org', subject: 's', text: 't' })
      expect(await there(c)).to.deep.equal(['before', 'itself', 'as', 'in', 'as in as', 'inner'])
      expect((await c.findById('things', id))!.n).to.equal(2)
      return c
    }

    it('undoes every call of another context with the rest', async () => {
      const { id } = await cms.create('things', { a: 'before' })
      const work = cms.transaction(async (c) => {
        await outside(() => everyKind(c, id))
        throw new Error('no')
      })
      expect(await work.catch((error) => error.message)).to.equal('no')
      expect(await there()).to.deep.equal(['before'])
      expect((await cms.findById('things', id))!.n).to.equal(1)
      expect([await noted(), sent]).to.deep.equal([0, []])
    })

    it('commits every call of another context with the rest, and shows them to nobody sooner', async () => {
      const { id } = await cms.create('things', { a: 'before' })
      await cms.transaction(async (c) => {
        await outside(() => everyKind(c, id))
        if (database.name === 'Postgres') expect(await outside(() => there())).to.deep.equal(['before'])
      })
      expect(await there()).to.deep.equal(['before', 'itself', 'as', 'in', 'as in as', 'inner'])
      expect([(await cms.findById('things', id))!.n, await noted()]).to.deep.equal([2, 2])
    })

    it('takes calls from the context of a transaction that has ended, and of one that is open', async () => {
      let ended!: Context
      await cms.transaction(async () => {
        ended = contextFromNow()
      })
      await cms.transaction(async (c) => void (await ended(() => c.create('things', { a: 'later' }))))
      expect(await there()).to.deep.equal(['later'])
    })

    it('refuses every call once it has ended, however it ended and wherever the call comes from', async () => {
      for (const how of ['commit', 'rollback', 'limit']) {
        let kept!: Handle
        let within!: Context
        await heldFor(how === 'limit' ? 50 : undefined, async (c) => {
          kept = c
          within = contextFromNow()
          await c.find('things')
          if (how === 'rollback') throw new Error('no')
          if (how === 'limit') await new Promise(() => undefined)
        }).catch(() => undefined)
        const given: Record<string, any[]> = {
          find: ['things'],
          count: ['things'],
          signedURL: [1],
          runJobs: [],
          emit: ['till.paid', {}],
          transaction: [async () => undefined],
          upload: [{ filename: 'a', content: Buffer.from('a') }],
          create: ['things', { a: 'late' }],
          increment: ['things', 1, 'n'],
          sendEmail: [{ to: 'a@example.org', subject: 's', text: 't' }],
        }
        const calls: Record<string, (c: Handle) => Promise<unknown>> = {
          'audit.find': (c) => c.audit.find(),
          'audit.note': (c) => c.audit.note({ action: 'a.b', target: 'x' }),
          'audit.verify': (c) => c.audit.verify(),
          'auth.user': (c) => c.auth.user('nobody'),
          'auth.login': (c) => c.auth.login({ email: 'a@example.org', password: 'x' }),
          'auth.logout': (c) => c.auth.logout(1),
          'as().create': (c) => c.as(null).create('things', { a: 'late' }),
          all: (c) => c.all('things').next(),
          'in().create': (c) => c.in('de').create('things', { a: 'late' }),
        }
        for (const name of memberNames(addedBy(features)).filter((one) => ![...ELSEWHERE, 'all'].includes(one) && !one.includes('.')))
          calls[name] = (c) => (c as any)[name](...(given[name] ?? (/global/i.test(name) ? ['none', {}] : ['things', 1, {}])))
        for (const [name, call] of Object.entries(calls)) {
          // What is not there at all is said first.
          const expected = /global|upload|replaceFile|signedURL/i.test(name) ? ['TRANSACTION', 'NOT_FOUND', 'BAD_REQUEST'] : ['TRANSACTION']
          for (const context of [outside, within])
            expect(await codeOf(context(async () => call(kept))), `${name} after ${how}`).to.be.oneOf(expected)
        }
      }
      expect(await there()).to.deep.equal([])
    })

    it('keeps the handle of a transaction inside it to that one', async () => {
      let inner!: Handle
      await cms.transaction(async (c) => {
        await c
          .transaction(async (d) => {
            inner = d
            await outside(() => d.create('things', { a: 'inner, elsewhere' }))
            await c.create('things', { a: 'outer’s handle, in here' })
            await d.transaction((e) => outside(() => e.create('things', { a: 'innermost, elsewhere' })))
            expect(await there(d)).to.have.length(3)
            throw new Error('no')
          })
          .catch(() => undefined)
        expect(await codeOf(inner.create('things', { a: 'late' }))).to.equal('TRANSACTION')
        expect(await codeOf(outside(() => inner.find('things')))).to.equal('TRANSACTION')
        await outside(() => c.transaction((d) => outside(() => d.create('things', { a: 'other' }))))
        await outside(() => c.create('things', { a: 'outer' }))
      })
      expect(await there()).to.deep.equal(['other', 'outer'])
    })

    it('lets a call of another context wait for a transaction inside it', async () => {
      await cms.transaction(async (c) => {
        await Promise.allSettled([
          c.transaction(async (d) => {
            await d.create('things', { a: 'inner' })
            throw new Error('no')
          }),
          outside(() => c.create('things', { a: 'outer' })),
          outside(() => c.transaction((d) => d.create('things', { a: 'second' }))),
        ])
        await outside(() => c.find('things'))
      })
      expect(await there()).to.have.members(['outer', 'second'])
    })

    it('undoes everything when a transaction inside it waits for what waits for its end', async () => {
      let inner!: Promise<unknown>
      const ended = heldFor(300, (c) => {
        inner = c.transaction(() => outside(() => c.create('things', { a: 'outer' })))
        return inner
      })
      expect([await codeOf(ended), await codeOf(inner)]).to.deep.equal(['TRANSACTION', 'TRANSACTION'])
      expect(await there()).to.deep.equal([])
    })

    // Two writers at once are Postgres's alone.
    if (database.name === 'Postgres')
      it('lets one transaction be written to from the callback of another', async () => {
        await cms.transaction(async (one) => {
          const other = outside(() =>
            cms.transaction(async (c) => {
              await one.create('things', { a: 'one' })
              await c.create('things', { a: 'other' })
              throw new Error('no')
            }),
          )
          expect(await other.catch((error) => error.message)).to.equal('no')
        })
        expect(await there()).to.deep.equal(['one'])
      })
  })
}
