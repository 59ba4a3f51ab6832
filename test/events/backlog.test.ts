/** What waited while a receiver was away is sent as fast as it takes it: in one run, in order for each document, by one process or three. */
import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { longUnlessDrawn } from '../harness/depth.ts'
import { HurriedClock } from '../harness/people.ts'
import { type Got, Sink } from '../harness/sink.ts'
import { configWith, DATABASES, DURABLE, end } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'

const DOCUMENTS = 6
const CHANGES = 12
const WAITING = DOCUMENTS * CHANGES

for (const database of DATABASES) {
  describe(`events/backlog with ${database.name}${longUnlessDrawn(database, DATABASES, 'backlog')}`, () => {
    let [well, ill]: Sink[] = []
    let clock: HurriedClock
    let where: string
    let processes: Handle[]
    let logged: { level: string; line: string }[]

    beforeEach(async () => {
      ;[well, ill] = [await new Sink().start(), await new Sink().start()]
      clock = new HurriedClock()
      where = DURABLE[database.name]!()
      processes = []
      logged = []
    })
    afterEach(async () => {
      await Promise.all(processes.slice(1).map((cms) => cms.stop()))
      await end(processes[0])
      await Promise.all([well!.stop(), ill!.stop()])
      if (database.name === 'SQLite') for (const ending of ['', '-wal', '-shm']) rmSync(`${where}${ending}`, { force: true })
    })

    async function open(more: object = {}): Promise<Handle> {
      const cms = await createCms({
        ...configWith(database, {}, logged),
        db: adapterFor(where),
        clock,
        jobsTimer: false,
        collections: [{ slug: 'notes', fields: [{ name: 'n', type: 'number' }] }],
        webhooks: [{ url: well!.origin }],
        ...more,
      } as any)
      processes.push(cms)
      return cms
    }

    /** Every change is told of nowhere, and waits for a later retry. */
    async function pileUp(cms: Handle): Promise<void> {
      for (let d = 1; d <= DOCUMENTS; d++) await cms.create('notes', { n: 0 })
      for (let n = 1; n < CHANGES; n++) for (let d = 1; d <= DOCUMENTS; d++) await cms.update('notes', d, { n })
      await cms.flushWebhooks()
      clock.forward(600)
    }

    const inOrder = (got: Got[]) => {
      for (let d = 1; d <= DOCUMENTS; d++) {
        const delivered = got.filter(({ body }) => body.id === d).map(({ body }) => body.doc.n)
        expect(delivered, `document ${d}`).to.deep.equal([...Array(CHANGES).keys()])
      }
    }

    it('in one run @long', async () => {
      well!.forget(503)
      const cms = await open()
      await pileUp(cms)
      well!.forget(200)
      expect((await cms.runJobs())['webhooks']).to.deep.equal({ sent: WAITING, failed: 0 })
      inOrder(well!.got)
    })

    it('in one run of three processes at once, each delivery once @long', async () => {
      well!.forget(503)
      const cms = await open()
      await pileUp(cms)
      well!.forget(200)
      const others = [await open(), await open()]
      const runs = await Promise.all([cms, ...others].map((one) => one.runJobs()))
      expect(runs.map((one: any) => one.webhooks.sent).reduce((a, b) => a + b)).to.equal(WAITING)
      expect(well!.got).to.have.length(WAITING)
      inOrder(well!.got)
    })

    it('past a receiver that is still away, which gets one batch a run @long', async () => {
      well!.forget(503)
      ill!.forget(503)
      const cms = await open({ webhooks: [{ url: ill!.origin }, { url: well!.origin }] })
      await pileUp(cms)
      well!.forget(200)
      ill!.forget(503)
      const { sent, failed } = (await cms.runJobs())['webhooks'] as any
      expect(sent).to.equal(WAITING)
      expect(failed).to.be.within(1, 50)
      expect(ill!.got).to.have.length(failed)
    })

    it('past one document that it always chokes on @long', async () => {
      well!.forget(503)
      const cms = await open()
      await pileUp(cms)
      well!.forget((got) => (got.body.id === 3 ? 500 : 200))
      const { sent } = (await cms.runJobs())['webhooks'] as any
      expect(sent).to.equal(WAITING - CHANGES)
    })

    it('but nothing more once the process is to stop @long', async () => {
      well!.forget(503)
      const cms = await open()
      await pileUp(cms)
      let stopping: Promise<void> | undefined
      well!.forget(() => {
        stopping ??= cms.stop()
        return 200
      })
      await cms.runJobs()
      await stopping
      expect(well!.got.length).to.be.below(50)
      well!.forget(200)
      clock.forward(600)
      const next = await open()
      processes.shift()
      await next.runJobs()
      expect(await next.engine.features.queues['webhook']!.outbox()!.rows.chosen.counts()).to.deep.equal({ failed: 0, pending: 0 })
    })
  })
}
