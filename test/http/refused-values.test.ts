/** What no field stores and no plan takes: dates that are none, a document that may not point to itself. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, everywhere, type Started, start } from '../harness/start.ts'

everywhere((host, database) => {
  describe('http: refused values', () => {
    let started: Started
    let admin: Browser
    before(async () => {
      const notItself = ({ id }: { id?: number }) => (id === undefined ? true : { id: { not_equals: id } })
      started = await start(host, database, {
        audit: true,
        collections: [
          {
            slug: 'pages',
            drafts: true,
            schedule: true,
            fields: [
              { name: 'title' },
              { name: 'date', type: 'date' },
              { name: 'parent', type: 'relationship', to: 'pages', filterOptions: notItself },
            ],
          },
        ],
      } as object)
      await makeUser(started.cms, 'admin@example.org', { role: 'admin' })
      admin = await new Browser(started.listener).login('admin@example.org')
      for (const title of ['one', 'two']) await started.cms.create('pages', { title, status: 'published' })
    })
    after(() => end(started.cms))

    for (const wrong of [
      '2026-01-31T10:00:60Z',
      '2026-01-31T23:59:60Z',
      '2026-02-30',
      '2026-02-30T00:00:00Z',
      '2026-02-30T00:00:00.000Z',
      '2026-13-01',
      '0099-02-29',
      // In UTC these lie before the first year and behind the last one.
      '0000-01-01T00:00:00+14:00',
      '0000-01-01T00:00+00:01',
      '9999-12-31T23:59:59-14:00',
      '9999-12-31T23:59:59.999-00:01',
      '+010000-01-01T00:00:00Z',
    ])
      it(`the date ${wrong}, in a field, a filter, a plan and a search of the audit log`, async () => {
        const field = await admin.post('/pages', { title: 'x', date: wrong })
        expect([field.status, field.body.errors]).to.deep.equal([
          400,
          [{ field: 'date', message: 'must be a valid date', code: 'VALIDATION' }],
        ])
        expect((await admin.get(`/pages?where[date][equals]=${encodeURIComponent(wrong)}`)).status).to.equal(400)
        for (const end of ['from', 'to']) {
          const { status, body } = await admin.get(`/admin/audit?${end}=${encodeURIComponent(wrong)}`)
          expect(status).to.equal(400)
          expect(body.errors[0]).to.include({ field: end, code: 'BAD_QUERY' })
        }
        const plan = await admin.post('/pages/1/schedule', { action: 'unpublish', at: wrong })
        expect([plan.status, plan.body.errors?.[0]?.field]).to.deep.equal([400, 'at'])
        expect((await admin.get('/pages/1/schedule')).body).to.deep.equal([])
      })

    for (const [given, stored] of Object.entries({
      '0000-01-01': '0000-01-01T00:00:00.000Z',
      '0000-02-29': '0000-02-29T00:00:00.000Z',
      '0000-01-01T14:00:00+14:00': '0000-01-01T00:00:00.000Z',
      '0099-03-01T00:00:00+01:00': '0099-02-28T23:00:00.000Z',
      '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
      '9999-12-31T09:59:59-14:00': '9999-12-31T23:59:59.000Z',
      '9999-12-31T23:59:59+14:00': '9999-12-31T09:59:59.000Z',
    }))
      it(`but not the date ${given}, which is stored in UTC`, async () => {
        const { status, body } = await admin.post('/pages', { title: 'x', date: given, status: 'published' })
        expect([status, body.date]).to.deep.equal([201, stored])
        for (const date of [given, stored])
          expect((await admin.get(`/pages?where[date][equals]=${encodeURIComponent(date)}`)).body.docs).to.have.length(1)
        expect((await admin.get(`/admin/audit?from=${encodeURIComponent(given)}&to=${encodeURIComponent(given)}`)).status).to.equal(200)
        if (stored > '9') {
          const plan = await admin.post(`/pages/${body.id}/schedule`, { action: 'unpublish', at: given })
          expect([plan.status, plan.body.runAt]).to.deep.equal([201, stored])
        }
        await started.cms.delete('pages', body.id)
      })

    it('a document that points to itself, where filterOptions is told its id', async () => {
      const { status, body } = await admin.patch('/pages/1', { parent: 1 })
      expect([status, body.errors?.[0]?.field]).to.deep.equal([400, 'parent'])
      expect((await admin.patch('/pages/1', { parent: 2 })).status).to.equal(200)
      const offered = async (id?: number) => {
        const answer = await admin.post('/admin/choices', { collection: 'pages', field: 'parent', id, data: {} })
        return answer.body.docs.map((doc: any) => doc.id).sort()
      }
      expect(await offered(1)).to.deep.equal([2])
      expect(await offered()).to.deep.equal([1, 2])
      expect((await admin.post('/admin/choices', { collection: 'pages', field: 'parent', id: 'x', data: {} })).status).to.equal(404)
    })
  })
})
