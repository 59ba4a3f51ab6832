/** What is wrong with a form whose inputs aren't all values yet: one answer names everything, and nothing is stored. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/admin: the problems of a form', () => {
  pairwise((host, database) => {
    let started: Started
    let ada: Browser
    let plain: number
    let draft: number
    before(async () => {
      const fields = [
        { name: 'title', required: true },
        { name: 'code', unique: true, pattern: '^[a-z]+$' },
        { name: 'size', type: 'number', required: true, max: 9 },
        { name: 'extra', type: 'json' },
      ]
      started = await start(host, database, {
        auth: { roles: ['admin', 'reader'] },
        collections: [
          { slug: 'plain', fields, access: { create: 'admin' } },
          { slug: 'drafted', drafts: true, fields },
        ],
        globals: [{ slug: 'site', fields: fields.map(({ unique: _, ...field }) => field) }],
      } as object)
      await makeUser(started.cms, 'ada@example.org', { role: 'admin' })
      ada = await new Browser(started.listener).login('ada@example.org')
      plain = (await ada.post('/plain', { title: 'One', code: 'taken', size: 1 })).body.id
      await ada.post('/drafted', { title: 'One', code: 'taken', size: 1, status: 'published' })
      draft = (await ada.post('/drafted', { title: 'Two' })).body.id
    })
    after(() => end(started?.cms))

    const ask = (body: object, who = ada) => who.post('/admin/problems', body)
    const problemsOf = async (body: object) => {
      const { status, body: answer } = await ask(body)
      expect(status, JSON.stringify(answer)).to.equal(200)
      return Object.fromEntries(answer.errors.map((one: { field: string; message: string }) => [one.field, one.message]))
    }

    const HALF = 'is not a complete value yet'
    const WRONG = { title: '', code: 'taken', size: 10 }
    const CASES: Record<string, () => [form: object, found: Record<string, string>]> = {
      'a new document': () => [
        { collection: 'plain', data: WRONG, unfinished: ['extra'] },
        { title: 'is required', code: 'must be unique', size: 'must be at most 9', extra: HALF },
      ],
      'a new document, of which a required input is unfinished': () => [
        { collection: 'plain', data: { code: 'A1' }, unfinished: ['size'] },
        { title: 'is required', code: "has the wrong format; it should look like 'abc'", size: HALF },
      ],
      'a stored document': () => [
        { collection: 'plain', id: plain, data: { title: null }, unfinished: ['extra'] },
        { title: 'is required', extra: HALF },
      ],
      'nothing else': () => [{ collection: 'plain', id: plain, data: { title: 'Other' }, unfinished: ['extra'] }, { extra: HALF }],
      'a publication': () => [
        { collection: 'drafted', id: draft, data: { code: 'taken', status: 'published' }, unfinished: ['extra'] },
        { code: 'must be unique', size: 'is required', extra: HALF },
      ],
      'a draft': () => [
        { collection: 'drafted', id: draft, data: { title: null, size: 10 }, unfinished: ['extra'] },
        { size: 'must be at most 9', extra: HALF },
      ],
      'a global': () => [
        { global: 'site', data: { size: 10 }, unfinished: ['extra'] },
        { title: 'is required', size: 'must be at most 9', extra: HALF },
      ],
    }
    for (const [what, given] of Object.entries(CASES))
      it(`are all named: ${what}`, async () => {
        const [form, found] = given()
        expect(await problemsOf(form)).to.deep.equal(found)
        expect((await ada.get('/plain')).body.totalDocs).to.equal(1)
        expect((await ada.get(`/plain/${plain}`)).body.title).to.equal('One')
      })

    it('are not given for a form without unfinished inputs, which a save would store, or to those who may not save', async () => {
      const form = { collection: 'plain', data: { title: 'Stored', size: 1 } }
      for (const unfinished of [undefined, [], 'extra', [1], Array(101).fill('extra')]) {
        const { status, body } = await ask({ ...form, unfinished })
        expect([status, body.errors[0].field]).to.deep.equal([400, 'unfinished'])
      }
      await makeUser(started.cms, 'rob@example.org', { role: 'reader' })
      const rob = await new Browser(started.listener).login('rob@example.org')
      expect((await ask({ ...form, unfinished: ['extra'] }, rob)).status).to.equal(403)
      expect((await ask({ ...form, collection: 'none', unfinished: ['extra'] })).status).to.equal(404)
      expect((await ada.get('/plain')).body.totalDocs).to.equal(1)
    })
  })
})
