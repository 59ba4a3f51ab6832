/** What no field stores and no plan takes: dates that are none, a document that may not point to itself. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, everywhere, type Started, start } from '../harness/start.ts'

/** How a call of the Local API ends, as an answer would say it. */
async function local(call: () => Promise<unknown>): Promise<{ status: number; body: any }> {
  try {
    return { status: 200, body: await call() }
  } catch (error) {
    const { status, errors } = error as { status: number; errors: unknown }
    return { status, body: { errors } }
  }
}

everywhere((host, database) => {
  describe('http: refused values', () => {
    let started: Started
    let admin: Browser
    before(async () => {
      const notItself = ({ id }: { id?: number }) => (id === undefined ? true : { id: { not_equals: id } })
      started = await start(host, database, {
        audit: true,
        apiKeys: true,
        collections: [
          {
            slug: 'pages',
            drafts: true,
            schedule: true,
            fields: [
              { name: 'title' },
              { name: 'date', type: 'date' },
              { name: 'rows', type: 'array', fields: [{ name: 'date', type: 'date' }] },
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
      // As JavaScript writes them: as text they come before every other date.
      '+010000-01-01T00:00:00.000Z',
      '+275760-09-13T00:00:00.000Z',
      '-000001-01-01T00:00:00.000Z',
      // A zone without minutes, and a separator that isn't one.
      '2026-01-31T10:00:00+05',
      '2026-01-31\t10:00:00Z',
    ])
      it(`the date ${JSON.stringify(wrong)}, through every door that takes one`, async () => {
        const encoded = encodeURIComponent(wrong)
        const key = { name: 'far', permissions: { collections: { pages: ['read'] } } }
        const doors: Record<string, [field: string, ask: () => PromiseLike<{ status: number; body: any }>]> = {
          'a field': ['date', () => admin.post('/pages', { title: 'x', date: wrong })],
          'a row': ['rows.0.date', () => admin.post('/pages', { title: 'x', rows: [{ date: wrong }] })],
          'a call of the Local API': ['date', () => local(() => started.cms.create('pages', { date: wrong }))],
          'a call with a Date': ['date', () => local(() => started.cms.create('pages', { date: new Date(wrong) }))],
          'a filter on a field': ['where.date', () => admin.get(`/pages?where[date][equals]=${encoded}`)],
          'a filter on several': ['where.date', () => admin.get(`/pages?where[date][in]=${encoded}`)],
          'a filter on rows': ['where.rows.date', () => admin.get(`/pages?where[rows.date][gt]=${encoded}`)],
          'a filter on createdAt': ['where.createdAt', () => admin.get(`/pages?where[createdAt][lt]=${encoded}`)],
          'a filter on updatedAt': ['where.updatedAt', () => admin.get(`/pages?where[updatedAt][gte]=${encoded}`)],
          'a filter through a relation': ['where.parent.createdAt', () => admin.get(`/pages?where[parent.createdAt][lt]=${encoded}`)],
          'a filter of the Local API': [
            'where.createdAt',
            () => local(() => started.cms.find('pages', { where: { createdAt: { lt: wrong } } })),
          ],
          'the audit log, from': ['from', () => admin.get(`/admin/audit?from=${encoded}`)],
          'the audit log, to': ['to', () => admin.get(`/admin/audit?to=${encoded}`)],
          'a plan': ['at', () => admin.post('/pages/1/schedule', { action: 'unpublish', at: wrong })],
          'a plan of the Local API': ['at', () => local(() => started.cms.schedule('pages', 1, { action: 'publish', at: wrong }))],
          'an API key': ['expiresAt', () => admin.post('/api-keys', { ...key, expiresAt: wrong })],
        }
        for (const [door, [field, ask]] of Object.entries(doors)) {
          // JavaScript reads some of these dates as others.
          if (door === 'a call with a Date' && !Number.isNaN(Date.parse(wrong)) && new Date(wrong).toISOString().length === 24) continue
          const { status, body } = await ask()
          expect([status, body.errors?.[0]?.field], `${door} ${JSON.stringify(body)}`).to.deep.equal([400, field])
          expect(body.errors[0].message, door).to.include('must be a valid date')
        }
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
