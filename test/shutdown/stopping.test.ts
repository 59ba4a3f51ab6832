/** What a stop ends or refuses rejects with one code, nothing else does, and what was answered is there afterwards. */
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { longUnlessDrawn } from '../harness/depth.ts'
import { configWith, DATABASES, end, type Started, temporaryFile } from '../harness/start.ts'

const DRIVERS: Record<string, () => DatabaseAdapter> = {
  SQLite: () => sqlite({ filename: temporaryFile('.db') }),
  'SQLite (better-sqlite3)': () => sqlite({ filename: temporaryFile('.db'), client: 'better-sqlite3' }),
  Postgres: () => DATABASES.find(({ name }) => name === 'Postgres')!.fresh(),
}

const AT_ONCE = 2

const KINDS: Record<string, (cms: Handle) => Promise<unknown>> = {
  find: (cms) => cms.find('notes', { where: { text: { like: '%zz%' } } }),
  'find as a visitor': (cms) => cms.as(null).find('notes', { where: { text: { like: '%zz%' } }, sort: '-text' }),
  findById: (cms) => cms.findById('notes', 1),
  create: (cms) => cms.create('notes', { text: 'created' }),
  update: (cms) => cms.update('notes', 2, { text: String(Math.random()) }),
  increment: (cms) => cms.increment('notes', 1, 'n'),
  transaction: (cms) =>
    cms.transaction(async (tx) => {
      await tx.create('notes', { text: 'one' })
      await setTimeout(2)
      await tx.create('notes', { text: 'other' })
    }),
  'audit.find': (cms) => cms.audit.find(),
  'audit.verify': (cms) => cms.audit.verify(),
}

for (const [driver, make] of Object.entries(DRIVERS)) {
  describe(`shutdown/stopping: with ${driver}${longUnlessDrawn(driver, Object.keys(DRIVERS), 'stopping')}`, () => {
    let db: DatabaseAdapter
    let logged: Started['logged']
    beforeEach(() => {
      db = make()
      logged = []
    })
    const open = () => {
      const given: any = {
        db,
        audit: true,
        jobsTimer: false,
        queries: { timeout: { visitors: 60_000, users: 60_000 } },
        collections: [
          { slug: 'notes', access: { read: 'anyone' }, fields: [{ name: 'text' }, { name: 'n', type: 'number', defaultValue: 0 }] },
        ],
      }
      return createCms(configWith(DATABASES[0]!, given, logged))
    }

    it('ends every call under way with STOPPING or its answer, says nothing of it in the log, and keeps the audit log whole @long', async () => {
      let cms = await open()
      for (let n = 0; n < 100; n++) await cms.create('notes', { text: `note ${n}` })
      const answered: Record<string, number> = {}
      const codes = new Set<string>()
      let isOver = false
      const callers = Object.entries(KINDS).flatMap(([name, call]) =>
        Array.from({ length: AT_ONCE }, async () => {
          answered[name] = 0
          while (!isOver) {
            await call(cms).then(
              () => answered[name]!++,
              (error) => codes.add(error.code ?? String(error)),
            )
            // A loop of answers that are there at once would let nobody else run.
            await setTimeout(1)
          }
        }),
      )
      while (Object.keys(KINDS).some((name) => !answered[name])) await setTimeout(5)
      await cms.stop({ within: 60 })
      while (codes.size === 0) await setTimeout(5)
      isOver = true
      await Promise.all(callers)
      expect([...codes]).to.deep.equal(['STOPPING'])
      // Entries that were to be signed after the stop.
      await setTimeout(300)
      expect(logged.filter(({ level, line }) => level !== 'info' && !line.startsWith('a list of'))).to.deep.equal([])
      cms = await open()
      try {
        expect(await cms.audit.verify())
          .to.include({ gaps: 0, truncated: false })
          .and.to.have.property('invalid').that.is.empty
        expect(await cms.count('notes')).to.be.at.least(100 + answered['create']! + 2 * answered['transaction']!)
        expect((await cms.findById('notes', 1))!['n']).to.be.at.least(answered['increment']!)
      } finally {
        await end(cms)
      }
    })

    it('finishes the calls that began before it, however many and whatever they do', async () => {
      const given: any = {
        db,
        audit: true,
        jobsTimer: false,
        collections: [
          {
            slug: 'notes',
            fields: [{ name: 'text' }],
            hooks: {
              beforeChange: async ({ data, cms }: any) => {
                await setTimeout(data.text === 'slow' ? 300 : 0)
                return { ...data, text: `${data.text} ${await cms.count('notes')}` }
              },
            },
          },
        ],
      }
      let cms = await createCms(configWith(DATABASES[0]!, given, logged))
      const first = await cms.create('notes', { text: 'first' })
      const calls: Promise<unknown>[] = [
        ...Array.from({ length: 60 }, (_, n) => cms.create('notes', { text: `note ${n}` })),
        cms.create('notes', { text: 'slow' }),
        cms.update('notes', first.id, { text: 'slow' }),
        ...Array.from({ length: 60 }, () => cms.find('notes')),
        cms.transaction(async (tx) => {
          await tx.create('notes', { text: 'one' })
          await setTimeout(100)
          await tx.create('notes', { text: 'two' })
        }),
      ]
      const ended = Promise.allSettled(calls)
      await cms.stop()
      const refused = (await ended).flatMap((one) => (one.status === 'rejected' ? [one.reason.code ?? one.reason] : []))
      expect(refused).to.deep.equal([])
      cms = await createCms(configWith(DATABASES[0]!, given, logged))
      expect(await cms.count('notes')).to.equal(64)
      await end(cms)
    })

    it('leaves behind calls that do not end in time, and waits for none that begins later', async () => {
      const cms = await open()
      let goOn = () => {}
      const hanging = cms
        .transaction(async (tx) => {
          await tx.create('notes', { text: 'never' })
          await new Promise<void>((resolve) => (goOn = resolve))
          await tx.create('notes', { text: 'more' })
        })
        .catch(() => undefined)
      let isStopped = false
      const busy = (async () => {
        while (!isStopped) await cms.find('notes').catch(() => setTimeout(1))
      })()
      await cms.stop({ within: 0.3 })
      isStopped = true
      goOn()
      await Promise.all([hanging, busy])
      expect(logged.map(({ line }) => line).join()).to.include('requests in progress did not end in time')
    })

    it('leaves entries of the audit log that are too late to be signed to the next process, without a word @long', async () => {
      let cms = await open()
      let letGo: (() => void) | undefined
      const late = cms.transaction(async (tx) => {
        await tx.create('notes', { text: 'late' })
        await new Promise<void>((resolve) => (letGo = resolve))
      })
      while (!letGo) await setTimeout(5)
      const stopped = cms.stop({ within: 0.3 })
      const isRefused = () =>
        cms.find('notes').then(
          () => false,
          (error) => error.code === 'STOPPING',
        )
      while (!(await isRefused())) await setTimeout(5)
      letGo()
      await Promise.all([late, stopped])
      // By then they would have been signed.
      await setTimeout(500)
      const warnings = logged.filter(({ level, line }) => level !== 'info' && !line.includes('did not end in time'))
      expect(warnings).to.deep.equal([])
      cms = await open()
      try {
        expect(await cms.audit.verify()).to.include({ checked: 1, gaps: 0, truncated: false })
      } finally {
        await end(cms)
      }
    })

    it('ends a long statement with STOPPING, unless its client has gone before', async () => {
      const cms = await open()
      const long = {
        // Each driver stops it in a way of its own.
        sql: `with recursive c(n) as (select 1 union all select n + 1 from c where n < 300000000) select count(*) as n from c where ${db.dialect.timeCheck?.('n') ?? 'n > 0'}`,
      }
      const outcome = (disconnected?: AbortSignal) => {
        const limit = { caller: String(Math.random()), isFirst: true, ms: 3000, spent: { ms: 0 }, disconnected: () => disconnected }
        return cms.engine.store.query(long, [], false, limit).then(
          () => 'answered',
          (error) => error.code ?? String(error),
        )
      }
      const client = new AbortController()
      const codes = [outcome(client.signal), outcome(), outcome()]
      await setTimeout(300)
      client.abort(new Error('the client is gone'))
      const stopped = cms.stop()
      const [gone, ...others] = await Promise.all(codes)
      await stopped
      expect(gone).to.equal('TOO_SLOW')
      // Postgres lets a statement that runs come to its limit.
      for (const code of others) expect(code).to.be.oneOf(driver === 'Postgres' ? ['STOPPING', 'TOO_SLOW'] : ['STOPPING'])
    })
  })
}
