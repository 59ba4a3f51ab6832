/** Running what is due: once, by one process, also after a kill; what fails says so, and what may pass is tried again. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import { stopping, tooBusy, unavailable } from '../../lib/errors.ts'
import { rowsOf } from '../../lib/features/schedule/table.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { Row } from '../../lib/store/contract.ts'
import { MovedClock, makeUser } from '../harness/people.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { playing } from '../harness/scenario.ts'
import { DATABASES, end, SECRET, startCms, temporaryFile } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'
import { scheduleScenarios, withSchedule } from './schedule.scenarios.ts'
import { scheduledCollections } from './scheduler.ts'

playing('features/schedule', scheduleScenarios, withSchedule)

const SCHEDULER = fileURLToPath(new URL('./scheduler.ts', import.meta.url))
const PLACES = [
  { name: 'one SQLite file', where: () => temporaryFile('.db') },
  { name: 'one Postgres', where: () => `${postgresUrl()}?galley=s${Math.random().toString(36).slice(2)}` },
]
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

async function scheduler(where: string, how = 'run'): Promise<ChildProcess> {
  const child = fork(SCHEDULER, [where, how], { execArgv: ['--import', 'tsx'] })
  await once(child, 'message')
  return child
}

async function runIn(child: ChildProcess): Promise<{ scheduled: { ran: number; failed: number }; published: number[] }> {
  child.send('go')
  const [message] = await once(child, 'message')
  return message
}

const open = (where: string, clock?: MovedClock) =>
  createCms({
    secret: SECRET,
    db: adapterFor(where),
    collections: scheduledCollections,
    jobsTimer: false,
    log: silent,
    ...(clock && { clock }),
  })

describe('features/schedule: running', function () {
  this.timeout(60_000)
  for (const place of PLACES) {
    it(`100 due jobs in two processes on ${place.name}: each runs once @long`, async () => {
      const where = place.where()
      const cms = await open(where)
      for (let n = 0; n < 100; n++) {
        const { id } = await cms.create('posts', { title: `${n}` })
        await cms.schedule('posts', id, { action: 'publish', at: '2001-01-01' })
      }
      const children = await Promise.all([scheduler(where), scheduler(where)])
      const [one, two] = await Promise.all(children.map(runIn))
      expect([...one!.published, ...two!.published].sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 100 }, (_, n) => n + 1))
      expect(one!.scheduled.ran + two!.scheduled.ran).to.equal(100)
      expect(one!.scheduled.failed + two!.scheduled.failed).to.equal(0)
      expect(Math.min(one!.scheduled.ran, two!.scheduled.ran), 'both took part').to.be.greaterThan(0)
      expect((await cms.findVersions('posts', 1)).totalDocs).to.equal(2)
      await end(cms)
    })

    it(`a kill between claim and finish on ${place.name}: it runs after the claim expires, and not twice @long`, async () => {
      const where = place.where()
      const clock = new MovedClock()
      const cms = await open(where, clock)
      await cms.create('posts', { title: 'One' })
      await cms.schedule('posts', 1, { action: 'publish', at: '2001-01-01' })
      const child = await scheduler(where, 'die')
      child.send('go')
      await once(child, 'exit')
      clock.forward(Math.ceil((Date.now() - clock.now().getTime()) / 1000))
      expect((await cms.runJobs())['scheduled']).to.deep.equal({ ran: 0, failed: 0 })
      expect(await cms.findById('posts', 1)).to.equal(null)
      clock.forward(310)
      expect((await cms.runJobs())['scheduled']).to.deep.equal({ ran: 1, failed: 0 })
      expect(await cms.findById('posts', 1)).to.include({ status: 'published' })
      clock.forward(310)
      expect((await cms.runJobs())['scheduled']).to.deep.equal({ ran: 0, failed: 0 })
      await end(cms)
    })
  }

  for (const database of DATABASES) {
    describe(`with ${database.name}`, () => {
      let cms: Handle
      let trouble: Error | undefined
      const clock = new MovedClock()
      before(async () => {
        cms = await startCms(database, {
          clock,
          jobsTimer: false,
          collections: [{ ...scheduledCollections[0]!, hooks: { beforeChange: () => (trouble ? Promise.reject(trouble) : undefined) } }],
        })
      })
      after(() => end(cms))

      const run = async () => (await cms.runJobs())['scheduled']
      const state = async (id: number) => {
        const { store } = cms.engine
        const { table, quote: q, native } = store.dialect
        const [row] = await store.read(native(`select * from ${table('$schedule')} where ${q('document')} = ?`), [id])
        return row
      }

      it('waits for its time', async () => {
        await cms.create('posts', { title: 'One' })
        await cms.schedule('posts', 1, { action: 'publish', at: new Date(clock.now().getTime() + 60_000) })
        expect(await run()).to.deep.equal({ ran: 0, failed: 0 })
        clock.forward(61)
        expect(await run()).to.deep.equal({ ran: 1, failed: 0 })
        expect(await cms.findById('posts', 1)).to.include({ status: 'published' })
      })

      it('puts the pending draft live, in the name of whoever planned it', async () => {
        const { id, email } = await makeUser(cms, 'planner@example.org', { role: 'admin' })
        await cms.update('posts', 1, { title: 'Two', status: 'draft' })
        const planned = await cms.as({ id, role: 'admin' }).schedule('posts', 1, { action: 'publish', at: '2001-01-01' })
        expect(planned.author).to.include({ id, email })
        expect(await run()).to.deep.equal({ ran: 1, failed: 0 })
        expect(await cms.findById('posts', 1)).to.include({ title: 'Two', status: 'published' })
        expect((await cms.findVersions('posts', 1)).docs[0]).to.deep.include({
          status: 'published',
          planned: true,
          author: { id, email, name: null },
        })
      })

      it('fails at once where a person must mend it', async () => {
        const { id } = await cms.create('posts', {})
        await cms.schedule('posts', id, { action: 'publish', at: '2001-01-01' })
        expect(await run()).to.deep.equal({ ran: 0, failed: 1 })
        expect(await state(id)).to.include({ state: 'failed', error: 'title: is required' })
        expect(await cms.scheduled('posts', id)).to.deep.equal([])
        expect(await run()).to.deep.equal({ ran: 0, failed: 0 })
      })

      it('tries three times what fails otherwise', async () => {
        const { id } = await cms.create('posts', { title: 'x' })
        await cms.schedule('posts', id, { action: 'publish', at: '2001-01-01' })
        trouble = new Error('the network was away')
        for (let n = 0; n < 3; n++) {
          expect((await state(id))!['state']).to.equal('pending')
          expect(await run()).to.deep.equal({ ran: 0, failed: 1 })
        }
        expect(await state(id)).to.include({ state: 'failed', error: 'the network was away', attempts: 3 })
        trouble = undefined
        expect(await run()).to.deep.equal({ ran: 0, failed: 0 })
        await cms.schedule('posts', id, { action: 'publish', at: '2001-01-01' })
        expect(await run()).to.deep.equal({ ran: 1, failed: 0 })
      })

      it('tries again what a busy, stopping or absent database refused', async () => {
        for (const refused of [tooBusy(undefined), stopping(), unavailable(undefined)]) {
          const { id } = await cms.create('posts', { title: 'x' })
          await cms.schedule('posts', id, { action: 'publish', at: '2001-01-01' })
          trouble = refused
          expect(await run(), refused.code).to.deep.equal({ ran: 0, failed: 1 })
          trouble = undefined
          expect(await run(), refused.code).to.deep.equal({ ran: 1, failed: 0 })
        }
      })

      it('lists a failure until the same is planned again, or done by hand', async () => {
        const failures = async (id: number) =>
          (await rowsOf(cms.engine)!.of(cms.engine.entity('posts'), id, 'failed')).map((row) => row['action'])
        const counted = () => rowsOf(cms.engine)!.failures()
        const before = await counted()
        const fails = async (id: number, action: 'publish' | 'unpublish') => {
          trouble = new Error('the network was away')
          await cms.schedule('posts', id, { action, at: '2001-01-01' })
          for (let n = 0; n < 3; n++) await run()
          trouble = undefined
        }
        const { id } = await cms.create('posts', { title: 'x', status: 'published' })
        const { id: other } = await cms.create('posts', { title: 'y', status: 'published' })
        for (const one of [id, other]) await cms.update('posts', one, { title: 'draft', status: 'draft' })
        for (const one of [id, other]) await fails(one, 'publish')
        await fails(id, 'unpublish')
        expect(await failures(id)).to.have.members(['publish', 'unpublish'])
        expect(await counted()).to.equal(before + 3)
        await cms.update('posts', id, { title: 'still a draft', status: 'draft' })
        expect(await failures(id), 'after a save').to.have.length(2)
        await cms.update('posts', id, { status: 'published' })
        expect(await failures(id), 'after a publication').to.deep.equal(['unpublish'])
        await cms.unpublish('posts', id)
        expect(await failures(id), 'after an unpublishing').to.deep.equal([])
        expect(await failures(other), 'of another document').to.deep.equal(['publish'])
        const planned = await cms.schedule('posts', other, { action: 'publish', at: '2999-01-01' })
        expect(await failures(other), 'once it is planned again').to.deep.equal([])
        expect((await cms.scheduled('posts', other)).map(({ id }) => id)).to.deep.equal([planned.id])
        expect(await counted()).to.equal(before)
      })

      it('gives a job to one process at a time, and ends it for the one that has it', async () => {
        const { id } = await cms.create('posts', { title: 'x' })
        await cms.schedule('posts', id, { action: 'publish', at: '2001-01-01' })
        const rows = rowsOf(cms.engine)!
        const job = (await state(id))!['id']
        const ends = (row: Row) =>
          cms.engine.store.commit({ guards: [rows.finished(row, () => new Error('lost'))] }).then(
            () => 'done',
            (error) => error.message,
          )
        const first = await rows.claim(job)
        expect(first).to.include({ id: job, attempts: 1 })
        expect(await rows.claim(job), 'while the first has it').to.equal(undefined)
        expect(await rows.due()).to.not.include(job)
        clock.forward(301)
        expect(await rows.due()).to.include(job)
        const second = await rows.claim(job)
        expect(second).to.include({ id: job, attempts: 2 })
        expect(await ends(first!), 'the first is too late').to.equal('lost')
        expect(await ends(second!)).to.equal('done')
        expect(await ends(second!), 'it is done').to.equal('lost')
        expect(await rows.claim(job)).to.equal(undefined)
      })

      it('forgets with its document what was planned for it, and after 30 days what was done', async () => {
        const { id } = await cms.create('posts', { title: 'x' })
        await cms.schedule('posts', id, { action: 'publish', at: '2999-01-01' })
        await cms.delete('posts', id)
        expect(await state(id)).to.equal(undefined)
        clock.forward(31 * 24 * 3600)
        await run()
        expect(await state(1)).to.equal(undefined)
      })
    })
  }
})

describe('features/schedule: documents in the trash', () => {
  for (const database of DATABASES)
    for (const jobsRun of [true, false])
      describe(`with ${database.name}, ${jobsRun ? 'jobs run' : 'no jobs run'} meanwhile`, () => {
        const clock = new MovedClock()
        const DAY = 24 * 3600
        const at = (days: number) => new Date(clock.now().getTime() + days * DAY * 1000).toISOString()
        let cms: Handle
        before(async () => {
          cms = await startCms(database, {
            clock,
            collections: [{ slug: 'posts', drafts: true, schedule: true, trash: true, fields: [{ name: 'title' }] }],
          })
        })
        after(() => end(cms))

        type Action = 'publish' | 'unpublish'
        const planned = async (action: Action, days: number): Promise<number> => {
          const { id } = await cms.create('posts', { title: 'x', status: action === 'publish' ? 'draft' : 'published' })
          await cms.schedule('posts', id as number, { action, at: at(days) })
          return id as number
        }
        const pass = async (days: number) => {
          clock.forward(days * DAY)
          if (jobsRun) expect((await cms.runJobs())['scheduled']).to.deep.equal({ ran: 0, failed: 0 })
        }
        const status = async (id: number) => ((await cms.findById('posts', id, { draft: true })) as { status: string }).status
        const listed = async (id: number, state: 'pending' | 'failed' = 'pending') =>
          (await rowsOf(cms.engine)!.of(cms.engine.entity('posts'), id, state)).map((row) => [row['action'], row['error']])

        for (const [action, before, otherwise] of [
          ['publish', 'draft', 'published'],
          ['unpublish', 'published', 'draft'],
        ] as const) {
          it(`a plan to ${action} that fell due there is missed, and shown when its document returns`, async () => {
            for (const days of [2, 60]) {
              const id = await planned(action, 1)
              await cms.delete('posts', id)
              await pass(days)
              expect(await listed(id, 'failed')).to.deep.equal([])
              await cms.recover('posts', id)
              const missed = [[action, 'The document was in the trash when its time came']]
              expect(await listed(id)).to.deep.equal([])
              expect(await listed(id, 'failed')).to.deep.equal(missed)
              for (let run = 0; run < 2; run++) expect((await cms.runJobs())['scheduled']).to.deep.equal({ ran: 0, failed: 0 })
              expect(await status(id)).to.equal(before)
              expect(await listed(id, 'failed')).to.deep.equal(missed)
              await cms.schedule('posts', id, { action, at: at(1) })
              clock.forward(DAY)
              expect((await cms.runJobs())['scheduled']).to.deep.equal({ ran: 1, failed: 0 })
              expect(await status(id)).to.equal(otherwise)
            }
          })

          it(`a plan to ${action} that falls due after its document returned is carried out`, async () => {
            const id = await planned(action, 5)
            await cms.delete('posts', id)
            await pass(2)
            await cms.recover('posts', id)
            expect(await listed(id)).to.deep.equal([[action, null]])
            clock.forward(3 * DAY)
            expect((await cms.runJobs())['scheduled']).to.deep.equal({ ran: 1, failed: 0 })
            expect(await status(id)).to.equal(otherwise)
          })
        }

        it('a plan that was overdue when its document went there is missed as well', async () => {
          const id = await planned('publish', 1)
          clock.forward(2 * DAY)
          await cms.delete('posts', id)
          await pass(0)
          await cms.recover('posts', id)
          expect((await cms.runJobs())['scheduled']).to.deep.equal({ ran: 0, failed: 0 })
          expect([await status(id), (await listed(id, 'failed')).length]).to.deep.equal(['draft', 1])
        })

        it('a plan goes with a document that is deleted in the trash', async () => {
          const id = await planned('publish', 1)
          await cms.delete('posts', id)
          await pass(2)
          await cms.delete('posts', id)
          const { store } = cms.engine
          const { table, quote: q } = store.dialect
          const left = await store.read(
            store.dialect.native(`select ${q('id')} from ${table('$schedule')} where ${q('document')} = ?`),
            [id],
            true,
          )
          expect(left).to.deep.equal([])
        })
      })
})
