/** Tens of thousands of failed deliveries stall nobody: listed, counted, tried again, deleted, or forgotten once they are old. */
import { expect } from 'chai'
import { deliveriesOf } from '../../lib/features/webhooks/delivery.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { drawn } from '../harness/depth.ts'
import { longestTurn, Measured, type Sent } from '../harness/measured.ts'
import { DURABLE, startCms } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'

const MANY = 40_000
/** Every so many carry a large document. */
const LARGE_EACH = 1000
const BODIES = ['x'.repeat(400), 'x'.repeat(2_000_000)]

const config = {
  audit: true,
  // Nobody listens there.
  webhooks: [{ url: 'http://127.0.0.1:9/' }],
  collections: [{ slug: 'posts', fields: [{ name: 'title' }] }],
  cronSecret: 'the secret of the scheduler',
  jobsTimer: false,
}

const databases = { ...DURABLE, 'better-sqlite3': () => `better-sqlite3:${DURABLE['SQLite']!()}` }

for (const [database, fresh] of drawn(Object.entries(databases), 'many deliveries')) {
  describe(`http: many failed deliveries with ${database} @long`, function () {
    this.retries(3)
    this.timeout(300_000)
    let measured: Measured
    /** Another process would fill it. */
    let cms: Handle

    before(async () => {
      const where = fresh()
      measured = await Measured.start(database, where, config, async () => undefined)
      cms = await startCms({ name: database, fresh: () => adapterFor(where) }, config as object)
    })
    after(async () => {
      await measured?.stop()
      await cms?.stop()
    })

    const counts = () => deliveriesOf(cms.engine).rows.chosen.counts()

    /** Given up so many days ago. */
    async function fail(days = 0): Promise<void> {
      const { store } = cms.engine
      const { quote: q, table } = store.dialect
      const at = new Date(Date.now() - days * 24 * 3600 * 1000).toISOString()
      const row = {
        key: `cast(? as text) || cast("n" as text)`,
        state: `'failed'`,
        attempts: '9',
        error: `'could not be reached'`,
        created_at: '?',
        updated_at: '?',
        next_at: '?',
        lease: `''`,
        stream: `cast("n" as text)`,
        url: '?',
        nth: `'0'`,
        event: `'create'`,
        collection: `'posts'`,
        document: `cast("n" as text)`,
        body: `case when "n" % ${LARGE_EACH} = 0 then cast(? as text) else cast(? as text) end`,
      }
      const columns = Object.keys(row).map(q).join(', ')
      const name = table('webhook-deliveries')
      await store.commit({
        writes: [
          { kind: 'delete', sql: `delete from ${name}`, values: [] },
          {
            kind: 'insert',
            sql: `with recursive numbers("n") as (select 1 union all select "n" + 1 from numbers where "n" < ${MANY}) insert into ${name} (${columns}) select ${Object.values(row).join(', ')} from numbers`,
            values: [`${Math.random()} `, at, at, at, config.webhooks[0]!.url, BODIES[1], BODIES[0]],
          },
        ],
      })
      expect(await counts()).to.deep.equal({ failed: MANY, pending: 0 })
    }

    async function stallsNobody(sent: Sent, settled?: () => Promise<unknown>) {
      // Only the first time is there anything to do.
      const { answers, delays } = await measured.measure(sent, Number.POSITIVE_INFINITY, settled)
      if (process.env['SHOW']) console.log(sent.method ?? 'GET', sent.path, answers[0]!.status, delays.map(Math.round).join())
      for (const { status, text } of answers) expect(status, text.slice(0, 300)).to.equal(200)
      expect(Math.min(...delays), 'milliseconds of one turn').to.be.below(longestTurn())
      return JSON.parse(answers[0]!.text)
    }

    it('in the list and on the page of the status', async () => {
      await fail()
      for (const page of [1, MANY / 50]) expect((await stallsNobody({ path: `/admin/deliveries?page=${page}` })).docs).to.have.length(50)
      await stallsNobody({ path: '/admin/status' })
    })

    it('tried again', async () => {
      await fail()
      const retried = { method: 'POST', path: '/admin/deliveries/webhook/retry' }
      expect(await stallsNobody(retried, async () => expect((await counts()).failed).to.be.at.most(50))).to.deep.equal({
        sent: 0,
        failed: 50,
        queued: MANY - 50,
        sending: 0,
      })
      expect(await counts()).to.deep.equal({ failed: 50, pending: MANY - 50 })
    })

    it('deleted', async () => {
      await fail()
      const deleted = { method: 'DELETE', path: '/admin/deliveries/webhook' }
      expect(await stallsNobody(deleted)).to.deep.equal({ deleted: MANY, sending: 0 })
      expect(await counts()).to.deep.equal({ failed: 0, pending: 0 })
    })

    it('forgotten after thirty days, and looked through until then', async () => {
      const jobs = { method: 'POST', path: '/jobs/run', headers: { authorization: `Bearer ${config.cronSecret}` } }
      await fail(29)
      await stallsNobody(jobs)
      expect(await counts()).to.deep.equal({ failed: MANY, pending: 0 })
      await fail(31)
      await stallsNobody(jobs)
      expect(await counts()).to.deep.equal({ failed: 0, pending: 0 })
    })
  })
}
