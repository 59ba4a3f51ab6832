/** A document may be written in another language than the default one first: with every language at once it is read, changed and copied as it is. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { MovedClock } from '../harness/people.ts'
import { playing, type Scenario, type Step } from '../harness/scenario.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

const refused = (...fields: string[]) => ({ errors: fields.map((field) => ({ field })) })
const list = [{ url: '/1' }, { url: '/2' }]

const thai: Step = {
  send: 'POST /posts?locale=th',
  body: { title: 'ช้าง', links: list, rows: [{ id: 'r', word: 'หนึ่ง' }], seo: { title: 'ช' } },
  status: 201,
  events: ['create posts'],
}
const STORED = {
  title: { en: null, th: 'ช้าง' },
  links: { en: [], th: list },
  rows: [{ id: 'r', word: { en: null, th: 'หนึ่ง' } }],
  seo: { title: { en: null, th: 'ช' } },
}

const scenarios: Scenario[] = [
  {
    name: 'a change of every language goes through, and so does a copy',
    steps: [
      thai,
      { send: 'PATCH /posts/1?locale=all', body: { plain: 'x' }, status: 200, gives: { ...STORED, plain: 'x' }, events: ['update posts'] },
      { send: 'PATCH /posts/1?locale=all', body: STORED, status: 200, gives: STORED, events: ['update posts'] },
      { send: 'POST /posts?locale=all', body: STORED, status: 201, gives: { ...STORED, id: 2 }, events: ['create posts'] },
    ],
  },
  {
    name: 'what one language lacks is asked of that language, and of one at least',
    steps: [
      thai,
      { send: 'PATCH /posts/1', body: { title: 'Elephant' }, status: 400, gives: refused('links', 'rows.0.word', 'seo.title') },
      { send: 'PATCH /posts/1', body: { seo: { title: 'E' } }, status: 400, gives: refused('title', 'links', 'rows.0.word') },
      { send: 'PATCH /posts/1', body: { rows: [{ id: 'r' }, {}] }, status: 400, gives: refused('rows.1.word') },
      {
        send: 'PATCH /posts/1?locale=all',
        body: { title: { th: null }, rows: [{ id: 'r', word: { th: '' } }] },
        status: 400,
        gives: refused('title.en', 'rows.0.word.en'),
      },
      { send: 'PATCH /posts/1?locale=all', body: { links: { th: list.slice(1) } }, status: 400, gives: refused('links.th') },
      {
        send: 'PATCH /posts/1?locale=all',
        body: { links: { th: [{}, {}] } },
        status: 400,
        gives: refused('links.th.0.url', 'links.th.1.url'),
      },
      { send: 'POST /posts?locale=all', body: {}, status: 400, gives: refused('title.en', 'links.en', 'seo.title.en') },
    ],
  },
  {
    name: 'a change that writes no words goes through in any language',
    steps: [
      thai,
      { send: 'PATCH /posts/1', body: { plain: 'x' }, status: 200, gives: { plain: 'x', title: null }, events: ['update posts'] },
      { send: 'PATCH /posts/1', body: { plain: 'y', title: null, seo: {}, rows: [{ id: 'r' }] }, status: 200, events: ['update posts'] },
      { send: 'GET /posts/1?locale=all', status: 200, gives: { ...STORED, plain: 'y' } },
      { send: 'POST /posts', body: { title: 'Tiger', links: list, seo: { title: 'T' } }, status: 201, events: ['create posts'] },
      { send: 'PATCH /posts/2?locale=th', body: { plain: 'x' }, status: 200, events: ['update posts'] },
      { send: 'PATCH /posts/2?locale=th', body: { title: 'เสือ' }, status: 400, gives: refused('links', 'seo.title') },
      { send: 'PATCH /posts/2', body: { title: '' }, status: 400, gives: refused('title') },
    ],
  },
  {
    name: 'the words of the default language can’t be taken away with every language at once',
    steps: [
      {
        send: 'POST /posts?locale=all',
        body: {
          title: { en: 'Elephant', th: 'ช้าง' },
          links: { en: list },
          rows: [{ id: 'r', word: { en: 'one', th: 'หนึ่ง' } }],
          seo: { title: { en: 'E', th: 'ช' } },
        },
        status: 201,
        events: ['create posts'],
      },
      // No Thai links: a list is asked of the default language alone.
      { send: 'PATCH /posts/1?locale=all', body: { plain: 'x' }, status: 200, gives: { links: { th: [] } }, events: ['update posts'] },
      {
        send: 'PATCH /posts/1?locale=all',
        body: {
          title: { en: '' },
          links: { en: [], th: list },
          rows: [{ id: 'r', word: { en: null } }, { word: { th: 'สอง' } }],
          seo: { title: { en: null } },
        },
        status: 400,
        gives: refused('title.en', 'links.en', 'rows.0.word.en', 'seo.title.en'),
      },
      {
        send: 'PATCH /posts/1?locale=all',
        body: { rows: [{ word: { th: 'สอง' } }, { id: 'r', word: {} }] },
        status: 200,
        gives: { rows: [{ word: { en: null, th: 'สอง' } }, { word: { en: 'one', th: 'หนึ่ง' } }] },
        events: ['update posts'],
      },
    ],
  },
]

playing('features/localization: another language first', scenarios, {
  localization: { locales: ['en', 'th'] },
  collections: [
    {
      slug: 'posts',
      access: { read: 'anyone', create: 'anyone', update: 'anyone' },
      fields: [
        { name: 'plain' },
        { name: 'title', required: true, localized: true },
        { name: 'links', type: 'array', localized: true, minRows: 2, fields: [{ name: 'url', required: true }] },
        { name: 'rows', type: 'array', fields: [{ name: 'word', required: true, localized: true }] },
        { name: 'seo', type: 'group', fields: [{ name: 'title', required: true, localized: true }] },
      ],
    },
  ],
})

for (const database of DATABASES)
  describe(`features/localization: publishing what was written in another language first, with ${database.name}`, () => {
    let cms: Handle
    const clock = new MovedClock()
    const fields = [{ name: 'title', required: true, localized: true }]
    before(async () => {
      cms = await startCms(database, {
        clock,
        localization: { locales: ['en', 'th'] },
        collections: [{ slug: 'notes', access: { read: 'anyone' }, drafts: true, schedule: true, fields }],
      })
    })
    after(() => end(cms))

    const inTime = async (id: number) => {
      await cms.schedule('notes', id, { action: 'publish', at: clock.now().toISOString() })
      return (await cms.runJobs())['scheduled']
    }
    const byHand = (id: number) => cms.update('notes', id, { status: 'published' })
    const live = (id: number) => cms.as(null).findById('notes', id, { locale: 'th', fallbackLocale: false })
    const thai = (data: object) => cms.in('th').create('notes', data)

    it('needs no mention of the language, by hand or in time', async () => {
      for (const publish of [byHand, inTime]) {
        const { id } = await thai({ title: 'ช้าง' })
        await publish(id)
        expect((await live(id))?.['title']).to.equal('ช้าง')
        await cms.in('th').update('notes', id, { title: 'เสือ', status: 'draft' })
        await publish(id)
        expect((await live(id))?.['title']).to.equal('เสือ')
      }
    })

    it('is refused where every language lacks it, by hand and in time', async () => {
      const { id } = await thai({})
      expect(await byHand(id).catch(({ message }) => message)).to.equal('title: is required')
      expect(await inTime(id)).to.deep.equal({ ran: 0, failed: 1 })
      expect(await live(id)).to.equal(null)
    })
  })
