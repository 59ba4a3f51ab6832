/** Many deliveries at once: chosen by number, state or address, sent again or deleted, except those that are being sent. */
import { expect } from 'chai'
import { createCms } from '../../../lib/cms.ts'
import { deliveriesOf } from '../../../lib/features/webhooks/delivery.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { Browser, HurriedClock, makeUser } from '../../harness/people.ts'
import { type Got, Sink } from '../../harness/sink.ts'
import { configWith, DATABASES, DURABLE, end, onePairAtLength, type Started, start } from '../../harness/start.ts'
import { adapterFor } from '../../store/writer.ts'

describe('features/deliveries: many at once', () => {
  onePairAtLength('many deliveries')((host, database) => {
    let [well, ill]: Sink[] = []
    const clock = new HurriedClock()
    let started: Started
    let admin: Browser
    before(async () => {
      ;[well, ill] = [await new Sink().start(), await new Sink().start()]
      started = await start(host, database, {
        clock,
        audit: true,
        auth: { rbac: true },
        collections: [{ slug: 'notes', fields: [{ name: 'n', type: 'number' }] }],
        webhooks: [{ url: `${well!.origin}/well` }, { url: `${ill!.origin}/ill`, collections: ['notes'] }],
        email: { name: 'test', send: async () => undefined },
      })
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      await makeUser(started.cms, 'ed@example.org')
      admin = await new Browser(started.listener).login('boss@example.org')
    })
    beforeEach(async () => {
      const { store } = started.cms.engine
      await started.cms.flushWebhooks()
      await store.commit({ writes: [{ kind: 'delete', sql: `delete from ${store.dialect.table('webhook-deliveries')}`, values: [] }] })
      well!.forget(503)
      ill!.forget(503)
    })
    after(async () => {
      await end(started?.cms)
      await Promise.all([well!.stop(), ill!.stop()])
    })

    const list = async (query = '') => (await admin.get(`/admin/deliveries${query}`)).body
    const waiting = async (query = '') => (await list(`?state=pending${query}`)).docs.map(({ id }: { id: number }) => id)
    const atWell = () => `url=${encodeURIComponent(`${well!.origin}/well`)}`
    const atIll = () => `url=${encodeURIComponent(`${ill!.origin}/ill`)}`
    const paths = [
      ['POST', '/admin/deliveries/webhook/retry'],
      ['DELETE', '/admin/deliveries/webhook'],
    ] as const
    const send = (who: Browser, method: 'POST' | 'DELETE', path: string) => (method === 'POST' ? who.post(path) : who.delete(path))

    /** So many that wait for each address. */
    async function pileUp(count: number): Promise<void> {
      for (let n = 0; n < count; n++) await started.cms.create('notes', { n })
      await started.cms.flushWebhooks()
      clock.forward(-600)
    }
    /** Gives up on those that wait for the address that is ill. */
    async function giveUp(): Promise<void> {
      for (const pause of [1200, 300, 1800, 7200, 21_600, 43_200]) {
        clock.forward(pause + 60)
        await started.cms.retryWebhooks()
      }
    }

    it('are listed for an address, with what each address has', async () => {
      await pileUp(3)
      well!.forget(200)
      clock.forward(1200)
      await started.cms.retryWebhooks()
      const found = await list(`?state=pending&${atIll()}`)
      expect(found).to.deep.include({ totalDocs: 3, counts: { failed: 0, pending: 3 } })
      expect(found.receivers).to.deep.equal([{ url: `${ill!.origin}/ill`, failed: 0, pending: 3 }])
      expect(await list(`?state=pending&${atWell()}`)).to.deep.include({ totalDocs: 0, docs: [], counts: { failed: 0, pending: 0 } })
      expect(await list('?kind=email')).to.not.have.property('receivers')
    })

    it('are deleted: those of an address, in a state, or with these numbers', async () => {
      await pileUp(3)
      const [last] = await waiting(`&${atWell()}`)
      const deleted = async (query: string) => (await admin.delete(`/admin/deliveries/webhook${query}`)).body
      expect(await deleted('')).to.deep.equal({ deleted: 0, sending: 0 })
      expect(await deleted(`?${atIll()}`)).to.deep.equal({ deleted: 0, sending: 0 })
      expect(await deleted(`?ids=${last}&state=failed`)).to.deep.equal({ deleted: 0, sending: 0 })
      expect(await deleted(`?ids=${last},${last},999999`)).to.deep.equal({ deleted: 1, sending: 0 })
      expect(await deleted(`?ids=${last},999999`), 'again').to.deep.equal({ deleted: 0, sending: 0 })
      expect(await deleted(`?state=pending&${atIll()}`)).to.deep.equal({ deleted: 3, sending: 0 })
      expect(await list('?state=pending')).to.deep.include({ counts: { failed: 0, pending: 2 } })
    })

    it('are sent again, fifty now in the order of each document, the rest with the next jobs', async () => {
      for (let n = 0; n < 27; n++) {
        const { id } = (await started.cms.create('notes', { n: 0 })) as { id: number }
        await started.cms.update('notes', id, { n: 1 })
      }
      await started.cms.flushWebhooks()
      clock.forward(-600)
      well!.forget(200)
      const before = await waiting(`&${atIll()}`)
      const { body } = await admin.post(`/admin/deliveries/webhook/retry?state=pending&${atWell()}`)
      expect(body).to.deep.equal({ sent: 50, failed: 0, queued: 4, sending: 0 })
      const values = new Map<number, number[]>()
      for (const { body: sent } of well!.got) values.set(sent.id, [...(values.get(sent.id) ?? []), sent.doc.n])
      for (const [id, order] of values) expect(order, `note ${id}`).to.deep.equal([0, 1])
      expect((await started.cms.runJobs())['webhooks']).to.deep.equal({ sent: 4, failed: 0 })
      expect(await waiting(`&${atIll()}`), 'the other address').to.deep.equal(before)
    })

    it('count as failed where they fail again, and stay', async () => {
      await pileUp(2)
      await giveUp()
      expect(await list()).to.deep.include({ counts: { failed: 4, pending: 0 } })
      const ids = (await list(`?${atIll()}`)).docs.map(({ id }: { id: number }) => id)
      ill!.forget(500, 200)
      const { body } = await admin.post(`/admin/deliveries/webhook/retry?ids=${ids.join()}`)
      expect(body).to.deep.equal({ sent: 1, failed: 1, queued: 0, sending: 0 })
      expect(await list(`?${atIll()}`)).to.deep.include({ counts: { failed: 1, pending: 0 } })
    })

    it('make nobody wait for an address that hangs: after ten seconds the rest is left to the jobs', async () => {
      await pileUp(12)
      ill!.forget('hang')
      const { now } = performance
      performance.now = () => now.call(performance) + (ill!.got.length > 0 ? 10_000 : 0)
      const { body } = await admin.post(`/admin/deliveries/webhook/retry?state=pending&${atIll()}`).finally(() => {
        performance.now = now
      })
      expect(body).to.deep.include({ sent: 0, sending: 0 })
      expect(body.failed).to.be.within(1, 8)
      expect(body.failed + body.queued).to.equal(12)
      ill!.forget(200)
      expect((await started.cms.runJobs())['webhooks']).to.deep.equal({ sent: body.queued, failed: 0 })
    })

    it('that are being sent are neither deleted nor sent a second time', async () => {
      await pileUp(3)
      const [held] = await waiting(`&${atWell()}`)
      well!.forget('hang')
      const hanging = admin.post(`/admin/deliveries/webhook/${held}/retry`)
      await well!.until(1)
      ill!.forget(200)
      for (const query of [`ids=${held}`, `ids=${held}&state=pending`])
        for (const [method, path] of paths)
          expect((await send(admin, method, `${path}?${query}`)).body, `${method} ${query}`).to.deep.include({ sending: 1 })
      expect((await admin.delete(`/admin/deliveries/webhook?state=pending&${atWell()}`)).body).to.deep.equal({ deleted: 2, sending: 1 })
      expect((await admin.post(`/admin/deliveries/webhook/${held}/retry`)).body.ok, 'one alone').to.equal(false)
      expect((await hanging).body).to.deep.equal({ ok: false, error: 'no answer within 10 s' })
      expect(well!.got).to.have.length(1)
      expect(await waiting(`&${atWell()}`)).to.deep.equal([held])
    })

    it('that failed are tried by one of two people who press at once', async () => {
      await pileUp(2)
      await giveUp()
      well!.forget('hang')
      const both = await Promise.all([1, 2].map(() => admin.post(`/admin/deliveries/webhook/retry?${atWell()}`)))
      const sum = (name: string) => both.reduce((total, { body }) => total + body[name], 0)
      expect({ failed: sum('failed'), sending: sum('sending') }).to.deep.equal({ failed: 2, sending: 2 })
      expect(well!.got).to.have.length(2)
    })

    it('that somebody else begins to send between two looks at them are counted once', async () => {
      await pileUp(2)
      await giveUp()
      well!.forget('hang')
      const { chosen } = deliveriesOf(started.cms.engine)!.rows
      for (const look of ['oldest', 'sending'] as const) {
        well!.forget('hang')
        const original: (...args: any[]) => Promise<any> = chosen[look]
        let other: Promise<{ body: object }> | undefined
        chosen[look] = async (...args: any[]): Promise<any> => {
          delete (chosen as Partial<typeof chosen>)[look]
          const found = await original.apply(chosen, args)
          other = admin.post(`/admin/deliveries/webhook/retry?${atWell()}`)
          await well!.until(2)
          return found
        }
        const mine = await admin.post(`/admin/deliveries/webhook/retry?${atWell()}`)
        expect(mine.body, look).to.deep.equal({ sent: 0, failed: 0, queued: 0, sending: 2 })
        expect((await other!).body, look).to.deep.equal({ sent: 0, failed: 2, queued: 0, sending: 0 })
      }
    })

    it('are refused with the parameter that is wrong', async () => {
      await pileUp(1)
      for (const [query, field] of [
        ['ids=', 'ids'],
        ['ids=1,x', 'ids'],
        ['ids=0', 'ids'],
        [`ids=${Array.from({ length: 101 }, (_, n) => n + 1).join()}`, 'ids'],
        ['ids[a]=1', 'ids'],
        ['state=sent', 'state'],
        ['state=', 'state'],
        ['url=nowhere', 'url'],
        ['url[a]=x', 'url'],
        // Misspelt, it would mean all.
        ['id=1', 'id'],
      ] as const)
        for (const [method, path] of paths) {
          const { status, body } = await send(admin, method, `${path}?${query}`)
          expect({ status, field: body.errors[0].path ?? body.errors[0].field }, `${method} ${query}`).to.deep.equal({ status: 400, field })
        }
      for (const [method, path] of paths) {
        const { status, body } = await send(admin, method, `${path.replace('webhook', 'email')}?${atWell()}`)
        expect({ status, field: body.errors[0].path ?? body.errors[0].field }, method).to.deep.equal({ status: 400, field: 'url' })
      }
      expect((await admin.get('/admin/deliveries?url=nowhere')).status).to.equal(400)
      expect((await admin.get(`/admin/deliveries?kind=email&${atWell()}`)).status).to.equal(400)
      expect(await waiting()).to.have.length(2)
    })

    it('are for those who may open the page', async () => {
      await pileUp(1)
      const ed = await new Browser(started.listener).login('ed@example.org')
      for (const who of [ed, new Browser(started.listener)])
        for (const [method, path] of paths)
          expect((await send(who, method, `${path}?state=pending`)).status, method).to.equal(who === ed ? 403 : 401)
      expect(await waiting()).to.have.length(2)
    })

    it('are one entry of the audit log, without the rest of the address', async () => {
      await pileUp(2)
      const ids = await waiting(`&${atWell()}`)
      await admin.delete(`/admin/deliveries/webhook?state=pending&${atIll()}`)
      well!.forget(200)
      await admin.post(`/admin/deliveries/webhook/retry?ids=${ids.join()}`)
      const { docs } = (await admin.get('/admin/audit?action=delivery')).body
      expect(docs.slice(0, 2).map(({ action, detail }: any) => ({ action, detail }))).to.deep.equal([
        { action: 'delivery.retry', detail: { kind: 'webhook', ids, sent: 2, failed: 0, queued: 0, sending: 0 } },
        { action: 'delivery.delete', detail: { kind: 'webhook', state: 'pending', address: ill!.origin, deleted: 2, sending: 0 } },
      ])
    })
  })

  for (const database of DATABASES)
    it(`are sent once by two processes, with ${database.name}`, async () => {
      const sink = await new Sink().start()
      const where = DURABLE[database.name]!()
      const clock = new HurriedClock()
      const processes: Handle[] = []
      const open = async () =>
        processes.push(
          await createCms({
            ...configWith(database, {}),
            db: adapterFor(where),
            clock,
            jobsTimer: false,
            collections: [{ slug: 'notes', fields: [{ name: 'n', type: 'number' }] }],
            webhooks: [{ url: sink.origin }],
          } as any),
        )
      await open()
      sink.forget(503)
      for (let n = 0; n < 30; n++) await processes[0]!.create('notes', { n })
      await processes[0]!.flushWebhooks()
      await open()
      sink.forget(200)
      const tallies = await Promise.all(processes.map(({ engine }) => deliveriesOf(engine).retryMany({ state: 'pending' })))
      expect(new Set(sink.got.map(({ headers }: Got) => headers['x-svc-delivery'])).size).to.equal(30)
      expect(sink.got).to.have.length(30)
      expect(tallies.map(({ failed, queued }) => ({ failed, queued }))).to.deep.equal([
        { failed: 0, queued: 0 },
        { failed: 0, queued: 0 },
      ])
      await processes[1]!.stop()
      await end(processes[0])
      await sink.stop()
    })
})
