/** A draft that says what is live already: no pending draft is left, whichever way it was saved. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const text = (words: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }] })

const LIVE = {
  title: { en: 'First', th: 'แรก' },
  note: { en: null, th: null },
  plain: 'Plain',
  body: text('Body'),
  tags: [1, 2],
  extra: { b: [], a: '' },
  seo: { line: { en: 'Line', th: null }, about: null },
  rows: [{ label: 'One', url: null, kept: 'hidden' }],
  parts: [{ blockType: 'quote', text: 'Said' }],
}

/** What is typed, and what stands there once it is undone. */
const EDITS: [path: string, typed: object, undone: object][] = [
  ['a text', { plain: 'Other' }, { plain: 'Plain' }],
  ['a text in one locale', { title: { th: 'อื่น' } }, { title: { th: 'แรก' } }],
  ['an empty text that is empty again', { note: { en: 'typed' } }, { note: { en: '' } }],
  ['rich text', { body: text('Other') }, { body: text('Body') }],
  ['relations', { tags: [2] }, { tags: [1, 2] }],
  ['JSON', { extra: [] }, { extra: { a: '', b: [] } }],
  ['a group', { seo: { line: { en: 'Other' }, about: 'x' } }, { seo: { line: { en: 'Line' }, about: '' } }],
]

describe('features/drafts: a draft that says what is live', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser
    let member: Browser
    let id: number
    let rows: any
    let parts: any

    before(async () => {
      started = await start(host, database, {
        audit: true,
        localization: { locales: ['en', 'th'] },
        auth: { roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'] } },
        collections: [
          {
            slug: 'posts',
            drafts: true,
            versions: true,
            access: { read: 'anyone', update: 'anyone' },
            hooks: { beforeChange: [({ data }: any) => ({ ...data, touched: String(Math.random()) })] },
            fields: [
              { name: 'title', localized: true },
              { name: 'note', localized: true },
              { name: 'plain' },
              { name: 'body', type: 'richText' },
              { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
              { name: 'extra', type: 'json' },
              { name: 'seo', type: 'group', fields: [{ name: 'line', localized: true }, { name: 'about' }] },
              { name: 'rows', type: 'array', fields: [{ name: 'label' }, { name: 'url' }, { name: 'kept', hidden: true }] },
              { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'text' }] }] },
              { name: 'touched', hidden: true },
              { name: 'mark', hidden: true },
            ],
          },
          { slug: 'tags', fields: [{ name: 'name' }] },
        ],
        globals: [{ slug: 'site', drafts: true, fields: [{ name: 'name' }] }],
      } as any)
      const { cms, listener } = started
      await makeUser(cms, 'editor@x.org', { role: 'editor' })
      await makeUser(cms, 'reader@x.org', { role: 'reader' })
      editor = await new Browser(listener).login('editor@x.org')
      member = await new Browser(listener).login('reader@x.org')
      for (const name of ['one', 'two']) await cms.create('tags', { name })
    })
    after(() => end(started?.cms))
    beforeEach(async () => {
      const made = (await started.cms.create('posts', { ...LIVE, status: 'published' }, { locale: 'all' })) as any
      ;({ id, rows, parts } = made)
    })

    const isPending = async () => (await started.cms.count('posts', { where: { id: { equals: id }, pending: { equals: true } } })) === 1
    const live = () => started.cms.findById('posts', id, { locale: 'all', depth: 0 })
    const autosave = async (body: object) => {
      const answer = await editor.post(`/posts/${id}/autosave?locale=all&depth=0`, body)
      expect(answer.status, answer.text).to.equal(200)
      return answer.body
    }
    const lastEntry = async () => (await started.cms.audit.find({ limit: 1 })).docs[0]!.action

    for (const [what, typed, undone] of EDITS)
      it(`${what}: typed and undone`, async () => {
        const before = await live()
        expect(await autosave(typed)).to.include({ status: 'draft' })
        expect(await isPending()).to.equal(true)
        const answer = await autosave(undone)
        expect(await isPending()).to.equal(false)
        expect(answer).to.deep.equal(before)
        expect(await live()).to.deep.equal(before)
        expect(await lastEntry()).to.equal('discard')
      })

    it('rows and blocks: typed and undone, added and removed, but not in another order', async () => {
      const second = { label: 'Two' }
      await autosave({ rows: [{ ...rows[0], label: 'Other', url: '' }, second], parts: [{ ...parts[0], text: 'Other' }] })
      await autosave({ rows: [{ ...rows[0], url: '' }] })
      expect(await isPending()).to.equal(true)
      await autosave({ parts })
      expect(await isPending()).to.equal(false)
      await autosave({ rows: [...rows, second] })
      const both = ((await started.cms.findById('posts', id, { draft: true })) as any).rows
      await started.cms.update('posts', id, { status: 'published' })
      await autosave({ rows: [...both].reverse() })
      expect(await isPending()).to.equal(true)
    })

    it('goes back in two locales, one after the other', async () => {
      await editor.post(`/posts/${id}/autosave?locale=th`, { title: 'อื่น' })
      await editor.post(`/posts/${id}/autosave?locale=en`, { title: 'Other' })
      await editor.post(`/posts/${id}/autosave?locale=en`, { title: 'First' })
      expect(await isPending()).to.equal(true)
      const { body } = await editor.post(`/posts/${id}/autosave?locale=th`, { title: 'แรก' })
      expect(body).to.include({ title: 'แรก', status: 'published' })
      expect(await isPending()).to.equal(false)
    })

    it('a save as a draft, a restored version and an autosave alike, with and without a pending draft', async () => {
      const [version] = (await started.cms.findVersions('posts', id)).docs
      const ways: Record<string, () => Promise<any>> = {
        autosave: () => editor.post(`/posts/${id}/autosave`, { plain: 'Plain' }),
        draft: () => editor.patch(`/posts/${id}`, { plain: 'Plain', status: 'draft' }),
        restore: () => editor.post(`/posts/${id}/versions/${version!.id}/restore`),
      }
      for (const [name, save] of Object.entries(ways)) {
        await autosave({ plain: 'Other' })
        const { docs: kept } = await started.cms.findVersions('posts', id)
        for (const _ of [1, 2]) {
          const { status, body } = await save()
          expect([status, body.plain, body.status], name).to.deep.equal([200, 'Plain', 'published'])
          expect(await isPending(), name).to.equal(false)
        }
        expect((await started.cms.findVersions('posts', id)).docs, `${name}: history`).to.deep.equal(kept)
      }
    })

    it('nothing points to what the draft pointed to any more', async () => {
      await autosave({ tags: [1] })
      await started.cms.update('posts', id, { tags: [2], status: 'published' })
      await autosave({ tags: [1] })
      const users = async () => (await editor.get('/tags/1/references')).body.references.filter((one: any) => one.id === id)
      expect(await users()).to.have.length(1)
      await autosave({ tags: [2] })
      expect(await users()).to.deep.equal([])
    })

    it('a global the same', async () => {
      await started.cms.updateGlobal('site', { name: 'Name', status: 'published' })
      expect((await editor.post('/globals/site/autosave', { name: 'Other' })).body.status).to.equal('draft')
      expect((await editor.post('/globals/site/autosave', { name: 'Name' })).body).to.include({ name: 'Name', status: 'published' })
      expect((await started.cms.findGlobal('site', { draft: true })) as object).to.include({ status: 'published' })
    })

    it('a tag of what was read still guards it', async () => {
      await autosave({ plain: 'Other' })
      const { headers } = await editor.get(`/posts/${id}?draft=true`)
      await autosave({ plain: 'Third' })
      editor.headers = { 'if-match': headers['etag']! }
      const { status } = await editor.post(`/posts/${id}/autosave`, { plain: 'Plain' })
      editor.headers = {}
      expect(status).to.equal(400)
      expect(await isPending()).to.equal(true)
    })

    it('a hidden field counts where the site itself sets it aside', async () => {
      await started.cms.update('posts', id, { mark: 'new', status: 'draft' })
      expect(await isPending()).to.equal(true)
      await started.cms.update('posts', id, { mark: null, status: 'draft' })
      expect(await isPending()).to.equal(false)
    })

    it('a change of what is live to what the draft says ends the draft', async () => {
      await autosave({ plain: 'Other' })
      const { body } = await member.patch(`/posts/${id}`, { plain: 'Other' })
      expect(body, JSON.stringify(body)).to.include({ plain: 'Other', status: 'published' })
      expect(await isPending()).to.equal(false)
    })
  })
})
