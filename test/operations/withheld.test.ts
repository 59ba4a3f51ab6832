/** Inside rows, what a caller can't see or may not set outlives every save of these rows, whoever makes it. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const inside = [
  { name: 'text' },
  { name: 'kept', hidden: true, defaultValue: 'default' },
  { name: 'noted', hidden: true, access: { update: 'loggedIn' } },
  { name: 'wage', access: { read: 'admin' } },
  { name: 'fixed', access: { update: 'admin' } },
]
const FIELDS: any[] = [
  { name: 'title' },
  { name: 'seo', type: 'group', fields: inside },
  {
    name: 'rows',
    type: 'array',
    fields: [...inside, { name: 'group', type: 'group', fields: inside }, { name: 'inner', type: 'array', fields: inside }],
  },
  {
    name: 'parts',
    type: 'blocks',
    blocks: [
      { slug: 'one', fields: inside },
      { slug: 'two', fields: inside },
    ],
  },
  { name: 'steps', type: 'array', localized: true, fields: inside },
]

const values = (word: string) => ({ text: word, kept: word, noted: word, wage: word, fixed: word })
const content = () => ({
  title: 'one',
  seo: values('seo'),
  rows: [
    {
      id: 'a',
      ...values('a'),
      group: values('ga'),
      inner: [
        { id: 'i', ...values('i') },
        { id: 'j', ...values('j') },
      ],
    },
    { id: 'b', ...values('b'), group: values('gb'), inner: [] },
  ],
  parts: [{ id: 'p', blockType: 'one', ...values('p') }],
  steps: [{ id: 's', ...values('s') }],
})

const done = ({ status, body }: any) => expect(status, JSON.stringify(body)).to.equal(200)

describe('operations/withheld', () => {
  pairwise((host, database) => {
    let started: Started
    let browser: Browser
    let editor: any

    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'], defaultLocale: 'en' },
        collections: [
          { slug: 'posts', fields: FIELDS },
          { slug: 'drafted', drafts: true, versions: true, fields: FIELDS },
        ],
        globals: [{ slug: 'site', fields: FIELDS }],
      } as any)
      const made = await makeUser(started.cms, 'ed@example.org', { role: 'editor' })
      browser = await new Browser(started.listener).login(made.email)
      editor = started.cms.as({ id: made.id, role: 'editor' } as any)
    })
    after(() => end(started?.cms))

    const stored = async (slug: string, id: number): Promise<any> => {
      const {
        createdAt,
        updatedAt,
        id: _,
        status,
        ...doc
      }: any = await started.cms.findById(slug, id, {
        showHidden: true,
        depth: 0,
        draft: true,
      } as object)
      return doc
    }
    const made = async (slug: string, more: object = {}): Promise<number> =>
      ((await started.cms.create(slug, { ...content(), ...more } as any)) as any).id

    it('is kept where the rows are sent as they were read, over HTTP and by code', async () => {
      for (const slug of ['posts', 'drafted']) {
        const id = await made(slug, slug === 'drafted' ? { status: 'published' } : {})
        const { rows, parts, steps } = (await browser.get(`/${slug}/${id}`)).body
        expect(JSON.stringify([rows, parts, steps])).to.not.include('kept')
        done(await browser.patch(`/${slug}/${id}`, { rows, parts, steps }))
        expect(await stored(slug, id)).to.deep.equal(content())
        await editor.update(slug, id, { rows, parts, steps, ...(slug === 'drafted' && { status: 'draft' }) })
        if (slug === 'drafted') done(await browser.post(`/${slug}/${id}/autosave`, { rows, parts }))
        expect(await stored(slug, id)).to.deep.equal(content())
        if (slug === 'drafted') done(await browser.patch(`/${slug}/${id}`, { status: 'published' }))
        const [version] = slug === 'drafted' ? (await started.cms.findVersions(slug, id)).docs : []
        if (version) done(await browser.post(`/${slug}/${id}/versions/${version.id}/restore`))
        expect(await stored(slug, id)).to.deep.equal(content())
      }
    })

    it('is kept where code leaves hidden values out, and nothing else is', async () => {
      const id = await made('posts')
      await started.cms.update('posts', id, {
        rows: [{ id: 'a', group: null, inner: [{ id: 'i' }] }],
        parts: [{ id: 'p', blockType: 'one' }],
      } as any)
      const bare = (word: string) => ({ text: null, kept: word, noted: word, wage: null, fixed: null })
      const { rows, parts } = await stored('posts', id)
      expect(rows).to.deep.equal([{ id: 'a', ...bare('a'), group: bare('ga'), inner: [{ id: 'i', ...bare('i') }] }])
      expect(parts).to.deep.equal([{ id: 'p', blockType: 'one', ...bare('p') }])
      await started.cms.update('posts', id, { rows: [{ id: 'a', kept: null }] } as any)
      expect((await stored('posts', id)).rows[0].kept).to.equal(null)
    })

    it('is kept in groups that are emptied', async () => {
      const id = await made('posts')
      done(await browser.patch(`/posts/${id}`, { seo: null }))
      expect((await stored('posts', id)).seo).to.deep.include({ text: null, kept: 'seo', noted: 'seo', fixed: 'seo' })
    })

    it('moves with a row to another parent, and is not there in a block of another type', async () => {
      const id = await made('posts')
      const rows = [
        { id: 'b', text: 'b', inner: [{ id: 'j', text: 'moved' }] },
        { text: 'new', inner: [{ id: 'i', text: 'moved too' }] },
      ]
      done(await browser.patch(`/posts/${id}`, { rows, parts: [{ id: 'p', blockType: 'two', text: 'other' }] }))
      const after = await stored('posts', id)
      expect(after.rows[0].inner).to.deep.equal([{ id: 'j', ...values('j'), text: 'moved' }])
      expect(after.rows[1].inner).to.deep.equal([{ id: 'i', ...values('i'), text: 'moved too' }])
      expect(after.rows[1]).to.deep.include({ kept: 'default', noted: null, wage: null })
      expect(after.parts[0]).to.deep.include({ kept: 'default', noted: null, wage: null })
    })

    it('is kept in each locale and in globals', async () => {
      const id = await made('posts')
      await started.cms.update('posts', id, { steps: [{ id: 's', ...values('ไทย') }] } as any, { locale: 'th' } as object)
      for (const locale of ['en', 'th']) done(await browser.patch(`/posts/${id}?locale=${locale}`, { steps: [{ id: 's', text: locale }] }))
      const whole: any = await started.cms.findById('posts', id, { showHidden: true, depth: 0, locale: 'all' } as object)
      expect(whole.steps).to.deep.equal({ en: [{ id: 's', ...values('s'), text: 'en' }], th: [{ id: 's', ...values('ไทย'), text: 'th' }] })
      await started.cms.updateGlobal('site', content() as any)
      const { rows } = (await browser.get('/globals/site')).body
      done(await browser.patch('/globals/site', { rows }))
      expect(((await started.cms.findGlobal('site', { showHidden: true, depth: 0 } as object)) as any).rows).to.deep.equal(content().rows)
    })
  })
})
