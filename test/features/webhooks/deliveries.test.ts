/** The pages of deliveries: what was given up and what waits, sent again and deleted, by those who may. */
import { expect } from 'chai'
import { Browser, HurriedClock, makeUser } from '../../harness/people.ts'
import { Sink } from '../../harness/sink.ts'
import { end, pairwise, type Started, start } from '../../harness/start.ts'

describe('features/deliveries', () => {
  pairwise((host, database) => {
    let sink: Sink
    const clock = new HurriedClock()
    let started: Started
    let admin: Browser
    let mails: number
    let mailError: Error | undefined
    before(async () => {
      sink = await new Sink().start()
      started = await start(host, database, {
        clock,
        auth: { rbac: true },
        collections: [{ slug: 'notes', fields: [{ name: 'text' }] }],
        webhooks: [{ url: sink.origin, collections: ['notes'] }],
        email: {
          name: 'test',
          async send() {
            mails++
            if (mailError) throw mailError
          },
        },
      })
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      await makeUser(started.cms, 'ed@example.org')
      admin = await new Browser(started.listener).login('boss@example.org')
    })
    beforeEach(async () => {
      mails = 0
      mailError = undefined
      sink.forget()
      for (const kind of ['webhook', 'email']) expect((await admin.delete(`/admin/deliveries/${kind}`)).status).to.equal(200)
    })
    after(async () => {
      await end(started?.cms)
      await sink.stop()
    })

    const list = async (query = '') => (await admin.get(`/admin/deliveries${query}`)).body
    /** Deliveries that were tried for a day. */
    async function failing(count: number): Promise<any[]> {
      sink.forget(500)
      for (let n = 0; n < count; n++) await started.cms.create('notes', { text: `${n}` })
      await started.cms.flushWebhooks()
      for (const pause of [60, 300, 1800, 7200, 21_600, 43_200]) {
        clock.forward(pause)
        // The quick retries of the others moved the clock on, so that some are due a little later.
        clock.forward(count * 6)
        for (let n = 0; n * 50 < count; n++) await started.cms.retryWebhooks()
      }
      return (await list()).docs
    }

    it('lists what was given up, newest first, and what waits', async () => {
      const [last] = await failing(3)
      expect(last).to.deep.include({
        kind: 'webhook',
        state: 'failed',
        attempts: 9,
        error: 'answered 500',
        nextAttemptAt: null,
        url: sink.origin,
        event: 'create',
        collection: 'notes',
      })
      expect(JSON.parse(last.body).doc).to.include({ id: last.doc, text: '2' })
      sink.forget(503)
      await started.cms.create('notes', { text: 'later' })
      await started.cms.flushWebhooks()
      const waiting = await list('?state=pending')
      expect(waiting).to.deep.include({ totalDocs: 1, limit: 50, page: 1, counts: { failed: 3, pending: 1 } })
      expect(waiting.docs[0]).to.deep.include({
        state: 'pending',
        attempts: 3,
        nextAttemptAt: new Date(clock.now().getTime() + 60_000).toISOString(),
      })
      await started.cms.engine.store.commit({
        writes: [{ kind: 'delete', sql: `delete from ${started.cms.engine.store.dialect.table('webhook-deliveries')}`, values: [] }],
      })
    })

    it('sends one again, and says what is wrong where it fails', async () => {
      const [{ id }] = await failing(1)
      for (const reply of [500, 400] as const) {
        sink.forget(reply)
        expect((await admin.post(`/admin/deliveries/webhook/${id}/retry`)).body).to.deep.equal({ ok: false, error: `answered ${reply}` })
        expect((await list()).docs[0], 'a failed one stays until it is sent or deleted').to.include({
          id,
          state: 'failed',
          error: `answered ${reply}`,
        })
      }
      const before = sink.got.at(-1)!
      sink.forget(200)
      expect((await admin.post(`/admin/deliveries/webhook/${id}/retry`)).body).to.deep.equal({ ok: true })
      expect(sink.got).to.have.length(1)
      expect(sink.got[0]).to.deep.include({ raw: before.raw })
      expect(sink.got[0]!.headers['x-svc-delivery']).to.equal(before.headers['x-svc-delivery'])
      expect((await admin.post(`/admin/deliveries/webhook/${id}/retry`)).status).to.equal(404)
    })

    it('sends all that failed: fifty now, the rest with the next jobs @long', async () => {
      await failing(60)
      sink.forget(200)
      expect((await admin.post('/admin/deliveries/webhook/retry')).body).to.deep.equal({ sent: 50, failed: 0, queued: 10, sending: 0 })
      expect((await list('?state=pending')).counts).to.deep.equal({ failed: 0, pending: 10 })
      expect((await started.cms.runJobs())['webhooks']).to.deep.equal({ sent: 10, failed: 0 })
    })

    it('shows emails without what they say', async () => {
      mailError = new Error('no such mailbox')
      await started.cms.sendEmail({ to: 'a@example.org', subject: 'Hello', text: 'canary' })
      for (let n = 0; n < 200 && mails < 3; n++) await new Promise((resolve) => setTimeout(resolve, 5))
      await new Promise((resolve) => setTimeout(resolve, 30))
      const answer = await admin.get('/admin/deliveries?kind=email&state=pending')
      expect(answer.text).to.not.include('canary')
      const [mail] = answer.body.docs
      expect(mail).to.deep.include({ kind: 'email', to: 'a@example.org', subject: 'Hello', attempts: 3, error: 'no such mailbox' })
      mailError = undefined
      expect((await admin.post(`/admin/deliveries/email/${mail.id}/retry`)).body).to.deep.equal({ ok: true })
      expect((await list('?kind=email&state=pending')).docs).to.deep.equal([])
    })

    it('deletes one, or all that failed', async () => {
      const [{ id }] = await failing(3)
      expect((await admin.delete(`/admin/deliveries/webhook/${id}`)).body).to.deep.equal({ deleted: 1 })
      expect((await admin.delete(`/admin/deliveries/webhook/${id}`)).status).to.equal(404)
      expect((await list()).totalDocs).to.equal(2)
      expect((await admin.delete('/admin/deliveries/webhook')).body).to.deep.equal({ deleted: 2, sending: 0 })
      expect((await list()).totalDocs).to.equal(0)
    })

    it('refuses what it does not know', async () => {
      for (const query of ['?kind=x', '?state=sent', '?page=0'])
        expect((await admin.get(`/admin/deliveries${query}`)).status, query).to.equal(400)
      for (const path of [
        '/admin/deliveries/x',
        '/admin/deliveries/constructor',
        '/admin/deliveries/webhook/0',
        '/admin/deliveries/webhook/x',
      ])
        expect((await admin.delete(path)).status, path).to.equal(404)
    })

    it('is open to a role with the right alone', async () => {
      const ed = await new Browser(started.listener).login('ed@example.org')
      const { roles } = (await admin.get('/admin/roles')).body
      const role = roles.find((one: any) => one.key === 'editor')
      const grant = (views: string[]) => admin.patch(`/admin/roles/${role.id}`, { permissions: { ...role.permissions, admin: views } })
      expect((await grant([])).status).to.equal(200)
      expect((await ed.get('/admin/deliveries')).status).to.equal(403)
      expect((await ed.delete('/admin/deliveries/webhook')).status).to.equal(403)
      await grant(['deliveries'])
      expect((await ed.get('/admin/deliveries')).status).to.equal(200)
      expect((await ed.post('/admin/deliveries/webhook/retry')).status).to.equal(200)
    })

    it('shows content to admins alone, whatever the role may read', async () => {
      const ed = await new Browser(started.listener).login('ed@example.org')
      const { roles } = (await admin.get('/admin/roles')).body
      const role = roles.find((one: any) => one.key === 'editor')
      await admin.patch(`/admin/roles/${role.id}`, { permissions: { admin: ['deliveries'] } })
      sink.forget(500)
      const { id } = (await started.cms.create('notes', { text: 'only for those who may read notes' })) as { id: number }
      await started.cms.flushWebhooks()
      for (const state of ['pending', 'failed']) {
        const { text, body } = await ed.get(`/admin/deliveries?state=${state}`)
        expect(text, state).to.not.include('only for those')
        if (state === 'pending') {
          expect(body.docs[0]).to.deep.include({ url: sink.origin, event: 'create', collection: 'notes', doc: id, state })
          expect(JSON.parse((await list(`?state=${state}`)).docs[0].body).doc.text).to.equal('only for those who may read notes')
        }
      }
      await admin.delete(`/admin/deliveries/webhook/${(await list('?state=pending')).docs[0].id}`)
    })
  })
})
