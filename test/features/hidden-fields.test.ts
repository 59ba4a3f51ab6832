/** Hidden fields are set by the site's own code: callers can neither set them nor find out that they exist, at any door that writes. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start, temporaryFile } from '../harness/start.ts'

const kept = { name: 'kept', hidden: true }
const score = { name: 'score', type: 'number', hidden: true }

const single = { name: 'single', hidden: true, unique: true }

/** Fields of each place that a value can stand in. */
const FIELDS: any[] = [
  { name: 'title' },
  kept,
  score,
  single,
  { name: 'word', localized: true, hidden: true },
  { name: 'target', type: 'relationship', to: 'targets', hidden: true },
  { name: 'noted', hidden: true, access: { update: 'loggedIn' } },
  { name: 'born', hidden: true, access: { create: 'loggedIn' } },
  { name: 'seo', type: 'group', fields: [{ name: 'text' }, kept, { name: 'deep', type: 'group', fields: [{ name: 'text' }, kept] }] },
  { name: 'secrets', type: 'group', hidden: true, fields: [{ name: 'inner' }] },
  {
    name: 'rows',
    type: 'array',
    fields: [
      { name: 'text' },
      kept,
      score,
      { name: 'group', type: 'group', fields: [{ name: 'text' }, kept] },
      { name: 'inner', type: 'array', fields: [{ name: 'text' }, kept] },
    ],
  },
  {
    name: 'parts',
    type: 'blocks',
    blocks: [
      { slug: 'one', fields: [{ name: 'text' }, kept] },
      { slug: 'two', fields: [{ name: 'text' }, kept] },
    ],
  },
]

/** A global has one document, so nothing in it is unique. */
const GLOBAL_FIELDS = FIELDS.map((field) => (field === single ? { ...single, unique: false } : field))

/** As a caller would try to set them. */
const TRIED = {
  kept: 'mine',
  score: 5,
  single: 'mine',
  word: 'mine',
  target: 1,
  seo: { text: 'new', kept: 'mine', deep: { text: 'new', kept: 'mine' } },
  secrets: { inner: 'mine' },
  rows: [{ text: 'new', kept: 'mine', score: 5, group: { kept: 'mine' }, inner: [{ kept: 'mine' }] }],
  parts: [{ blockType: 'one', text: 'new', kept: 'mine' }],
}

/** As nothing of them may be refused: a refusal would name the field. */
const WRONG = {
  kept: { no: 'text' },
  score: 'no number',
  single: 'taken\0',
  word: '\ud800',
  target: 'no id',
  seo: { kept: ['no'], deep: { kept: '\0' } },
  secrets: 'no group',
  rows: [{ text: 'new', kept: 7, score: 'x\0', inner: [{ kept: {} }] }],
  parts: [{ blockType: 'one', kept: '\0' }],
}

describe('features/hidden fields', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser
    let as: any

    before(async () => {
      started = await start(host, database, {
        upload: { dir: temporaryFile('-files'), folders: true, mimeTypes: ['documents'] },
        localization: { locales: ['en', 'de'], defaultLocale: 'en' },
        collections: [
          { slug: 'targets', fields: [{ name: 'title' }] },
          { slug: 'posts', fields: FIELDS },
          { slug: 'drafted', drafts: true, versions: true, preview: () => '/', fields: FIELDS },
          { slug: 'media', fields: [{ name: 'alt' }, kept] },
        ],
        globals: [{ slug: 'site', drafts: true, versions: true, fields: GLOBAL_FIELDS }],
      })
      const made = await makeUser(started.cms, 'ed@example.org', { role: 'editor' })
      editor = await new Browser(started.listener).login(made.email)
      as = started.cms.as({ id: made.id, role: 'editor' })
      await started.cms.create('targets', { title: 'a' })
    })
    after(() => end(started?.cms))
    afterEach(() => expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([]))

    const stored = (slug: string, id: number): Promise<any> =>
      started.cms.findById(slug, id, { showHidden: true, depth: 0, draft: true, locale: 'all' } as object)

    let count = 0
    /** A document with a value in each hidden place. */
    const filled = async (slug: string, more: object = {}) => {
      const { id } = (await started.cms.create(slug, { ...content(`s${++count}`), ...more })) as any
      return { id: id as number, doc: await stored(slug, id) }
    }
    const content = (single: string): any => ({
      title: 'one',
      kept: 'ours',
      score: 7,
      single,
      word: 'ours',
      target: 1,
      noted: 'ours',
      seo: { text: 'a', kept: 'ours', deep: { text: 'a', kept: 'ours' } },
      secrets: { inner: 'ours' },
      rows: [
        {
          id: 'r1',
          text: 'a',
          kept: 'ours 1',
          score: 1,
          group: { text: 'a', kept: 'ours 1' },
          inner: [{ id: 'i1', text: 'a', kept: 'ours 1' }],
        },
        { id: 'r2', text: 'b', kept: 'ours 2', score: 2, group: { text: 'b', kept: 'ours 2' }, inner: [] },
      ],
      parts: [
        { id: 'p1', blockType: 'one', text: 'a', kept: 'ours 1' },
        { id: 'p2', blockType: 'two', text: 'b', kept: 'ours 2' },
      ],
    })
    const holdsMine = (doc: unknown) => /mine|"score":5/.test(JSON.stringify(doc))

    for (const slug of ['posts', 'drafted']) {
      it(`creates ${slug} without them, over HTTP and for a user, wrong values or not`, async () => {
        for (const data of [TRIED, WRONG]) {
          const { status, body, text } = await editor.post(`/${slug}`, { title: 'x', ...data })
          expect(status, text).to.equal(201)
          const ids = [body.id, (await as.create(slug, { title: 'x', ...data })).id]
          for (const id of ids) {
            const doc = await stored(slug, id)
            expect(holdsMine(doc), JSON.stringify(doc)).to.equal(false)
            expect(doc).to.include({ title: 'x', kept: null, score: null, single: null, target: null })
            expect(doc.rows[0].text).to.equal('new')
          }
        }
      })

      it(`keeps their values through changes of ${slug}, in rows by id`, async () => {
        const { id, doc } = await filled(slug)
        const changes = [
          { title: 'two' },
          TRIED.kept && { kept: 'mine', score: 5, word: 'mine', target: null, secrets: null, single: null },
          { seo: { text: 'b', kept: 'mine', deep: { text: 'b', kept: 'mine' } }, secrets: { inner: 'mine' } },
          { seo: null },
          {
            rows: [
              { id: 'r2', text: 'b2', kept: 'mine', group: { text: 'b2', kept: 'mine' } },
              { id: 'r1', text: 'a2', kept: null, inner: [{ id: 'i1', text: 'a2', kept: 'mine' }] },
              { id: 'r3', text: 'c', kept: 'mine' },
            ],
          },
          {
            parts: [
              { id: 'p2', blockType: 'two', kept: 'mine' },
              { id: 'p1', blockType: 'one' },
            ],
          },
        ]
        const doors: ((data: object) => Promise<unknown>)[] = [
          async (data) => expect((await editor.patch(`/${slug}/${id}`, data)).status).to.equal(200),
          (data) => as.update(slug, id, data),
          ...(slug === 'drafted'
            ? [
                async (data: object) => expect((await editor.post(`/${slug}/${id}/autosave`, data)).status).to.equal(200),
                (data: object) => as.autosave(slug, id, data),
              ]
            : []),
        ]
        for (const door of doors) {
          for (const data of changes) await door(data as object)
          const after = await stored(slug, id)
          expect(holdsMine(after), JSON.stringify(after)).to.equal(false)
          for (const name of ['kept', 'score', 'single', 'word', 'target', 'secrets', 'noted'])
            expect(after[name], name).to.deep.equal(doc[name])
          expect(after.seo).to.deep.equal({ text: null, kept: 'ours', deep: { text: null, kept: 'ours' } })
          expect(after.rows.map((row: any) => [row.id, row.kept, row.score, row.group.kept])).to.deep.equal([
            ['r2', 'ours 2', 2, 'ours 2'],
            ['r1', 'ours 1', 1, 'ours 1'],
            ['r3', null, null, null],
          ])
          expect(after.rows[1].inner[0].kept).to.equal('ours 1')
          expect(after.parts.map((part: any) => part.kept)).to.deep.equal(['ours 2', 'ours 1'])
          await started.cms.update(slug, id, { rows: doc.rows, parts: doc.parts, seo: doc.seo })
        }
      })
    }

    it('gives no hidden value of one block to another kind', async () => {
      const { id } = await filled('posts')
      expect((await editor.patch(`/posts/${id}`, { parts: [{ id: 'p1', blockType: 'two', text: 'x' }] })).status).to.equal(200)
      expect((await stored('posts', id)).parts).to.deep.equal([{ id: 'p1', blockType: 'two', text: 'x', kept: null }])
    })

    it('lets whom a rule admits set them, for its operation', async () => {
      const { body } = await editor.post('/posts', { noted: 'a', born: 'a' })
      expect(await stored('posts', body.id)).to.include({ noted: 'a', born: 'a' })
      expect((await editor.patch(`/posts/${body.id}`, { noted: 'b', born: 'b' })).status).to.equal(200)
      expect(await stored('posts', body.id)).to.include({ noted: 'b', born: 'a' })
      expect((await editor.patch(`/posts/${body.id}`, { noted: {} })).status).to.equal(400)
    })

    it('keeps them through publishing, unpublishing and restoring', async () => {
      const { id, doc } = await filled('drafted')
      await as.update('drafted', id, { title: 'two', status: 'published' })
      await as.autosave('drafted', id, { rows: [{ id: 'r1', text: 'z', kept: 'mine' }] })
      await as.unpublish('drafted', id)
      const versions = await as.findVersions('drafted', id)
      await as.restoreVersion('drafted', id, versions.docs.at(-1)!.id)
      const after = await stored('drafted', id)
      expect(holdsMine(after)).to.equal(false)
      for (const name of ['kept', 'score', 'single', 'word', 'target', 'secrets']) expect(after[name], name).to.deep.equal(doc[name])
      expect(after.seo.deep.kept).to.equal('ours')
      expect(after.rows.map((row: any) => [row.text, row.kept])).to.deep.equal([
        ['a', 'ours 1'],
        ['b', null],
      ])
    })

    it('previews what would be saved', async () => {
      const { id } = await filled('drafted')
      for (const data of [TRIED, WRONG]) {
        const { status, text } = await editor.post(`/drafted/${id}/preview`, data)
        expect([status, text.includes('mine') || text.includes('ours')], text).to.deep.equal([200, false])
        expect((await editor.post('/drafted/preview', data)).status).to.equal(200)
      }
    })

    it('keeps them in globals', async () => {
      const { single, ...rest } = content('g')
      await started.cms.updateGlobal('site', rest)
      const read = () => started.cms.findGlobal('site', { showHidden: true, draft: true, depth: 0 } as object) as Promise<any>
      const before = await read()
      for (const data of [TRIED, WRONG]) {
        expect((await editor.patch('/globals/site', data)).status).to.equal(200)
        expect((await editor.post('/globals/site/autosave', data)).status).to.equal(200)
        await as.updateGlobal('site', data)
      }
      const after = await read()
      expect(holdsMine(after), JSON.stringify(after)).to.equal(false)
      for (const name of ['kept', 'score', 'word', 'target', 'secrets']) expect(after[name], name).to.deep.equal(before[name])
    })

    it('takes none from forms of files', async () => {
      const { body, status } = await editor.upload(Buffer.from('hello'), 'a.txt', { alt: 'text', kept: 'mine' })
      expect(status).to.equal(201)
      expect(await stored('media', body.id)).to.include({ alt: 'text', kept: null })
      const replaced = await editor.upload(
        Buffer.from('hello'),
        'b.txt',
        { kept: 'mine' },
        { path: `/media/${body.id}/file`, method: 'put' },
      )
      expect(replaced.status).to.equal(200)
      expect((await stored('media', body.id)).kept).to.equal(null)
      expect((await editor.post('/media-folders', { name: 'f', place: 'mine' })).status).to.equal(201)
      expect((await editor.post('/media-folders', { name: 'g', place: {} })).status).to.equal(201)
    })

    it('counts none for a user, as if it did not exist', async () => {
      const { id } = await filled('posts')
      const refusal = async (field: string) =>
        (await as.increment('posts', id, field).catch((error: any) => error.message)).replace(field, '')
      expect(await refusal('score')).to.equal(await refusal('nothing'))
      expect((await started.cms.increment('posts', id, 'score'))?.['id']).to.equal(id)
      expect((await stored('posts', id)).score).to.equal(8)
    })
  })
})
