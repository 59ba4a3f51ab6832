/** Field rules that look at the document: neither a draft nor the values of a preview open what they hide in the document as it is stored. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, everywhere, type Started, start } from '../harness/start.ts'

const CANARY = 'canary'
const whenOpen = { read: ({ data, user }: any) => user?.role === 'admin' || data?.open === true }
const note = { name: 'note', access: whenOpen }

const content = {
  drafts: true,
  preview: () => '/here',
  access: { read: 'anyone', update: 'loggedIn', create: 'loggedIn' },
  fields: [
    { name: 'title', localized: true },
    { name: 'open', type: 'boolean' },
    { ...note, localized: true },
    { name: 'seo', type: 'group', fields: [note] },
    { name: 'rows', type: 'array', fields: [note] },
    { name: 'parts', type: 'blocks', blocks: [{ slug: 'price', fields: [note] }] },
  ],
} as const
const FILLED = { note: CANARY, seo: { note: CANARY }, rows: [{ note: CANARY }], parts: [{ blockType: 'price', note: CANARY }] }
const holds = (shown: object) => JSON.stringify(shown).split(CANARY).length - 1

describe('features/preview: rules that look at the document', () => {
  everywhere((host, database) => {
    let started: Started
    let cms: Handle
    let editor: Browser
    const visitor = () => new Browser(started.listener)

    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          { slug: 'posts', ...content, fields: [...content.fields, { name: 'next', type: 'relationship', to: 'posts' }] },
          { slug: 'read', ...content, hooks: { afterRead: [({ doc }: any) => doc] } },
        ],
        globals: [{ slug: 'site', ...content, access: { read: 'anyone', update: 'loggedIn' } }],
      } as object)
      cms = started.cms
      await makeUser(cms, 'editor@x.org', { role: 'editor' })
      editor = await new Browser(started.listener).login('editor@x.org')
    })
    after(() => end(started?.cms))

    const save = async (slug: string, live: boolean, draft?: boolean) => {
      const change = async (data: object, id?: number) => {
        if (slug === 'site') return void (await cms.updateGlobal('site', data))
        return id === undefined ? (await cms.create(slug, data)).id : void (await cms.update(slug, id, data))
      }
      const id = (await change({ ...FILLED, title: 'live', open: live, status: 'published' })) as number | undefined
      if (slug === 'posts') await cms.update('posts', id!, { next: id!, status: 'published' })
      if (draft !== undefined) await change({ title: 'draft', open: draft, status: 'draft' }, id)
      const token = id === undefined ? await cms.createGlobalPreviewToken('site') : await cms.createPreviewToken(slug, id)
      return { id, token, at: id === undefined ? '/globals/site' : `/${slug}/${id}` }
    }

    for (const slug of ['posts', 'read', 'site'])
      for (const [live, draft] of [
        [false, true],
        [true, false],
        [false, false],
        [true, true],
      ] as const)
        it(`a link to ${slug}, ${live ? 'open' : 'closed'}, with a draft that is ${draft ? 'open' : 'closed'}`, async () => {
          const { at, token, id } = await save(slug, live, draft)
          for (const query of ['?depth=0', '?depth=2', '?locale=th', '?locale=all', '?select=title,note,rows']) {
            const { body, text, status } = await visitor().get(`${at}${query}&preview=${token}`)
            expect(status, text).to.equal(200)
            expect(text).to.include('draft')
            expect(holds(body) > 0, `${query} ${text}`).to.equal(live && draft)
          }
          if (id === undefined) return
          const handle: any = await cms.as(null).withPreview(token)
          const { docs } = await handle.find(slug, { where: { id: { equals: id } }, depth: 1 })
          expect([docs[0].title, holds(docs) > 0]).to.deep.equal(['draft', live && draft])
          const publicAnswer = await visitor().get(`${at}?depth=0`)
          expect([publicAnswer.body.title, holds(publicAnswer.body) > 0], 'without the link').to.deep.equal(['live', live])
        })

    for (const slug of ['posts', 'read', 'site'])
      for (const [stored, given] of [
        [false, true],
        [true, false],
        [true, true],
      ] as const)
        it(`a preview of ${slug}, ${stored ? 'open' : 'closed'}, with a form that says ${given ? 'open' : 'closed'}`, async () => {
          const { at } = await save(slug, stored)
          for (const query of ['', '?locale=th', '?locale=all', '?depth=0']) {
            const { body, status, text } = await editor.post(`${at}/preview${query}`, { open: given })
            expect(status, text).to.equal(200)
            expect(body.doc.open).to.equal(given)
            expect(holds({ ...body.doc, next: null }) > 0, `${query} ${text}`).to.equal(stored && given)
          }
        })

    it('a document that was never published is asked as it is', async () => {
      for (const open of [true, false]) {
        const { id } = await cms.create('posts', { ...FILLED, open, title: 'new' })
        const { body } = await visitor().get(`/posts/${id}?preview=${await cms.createPreviewToken('posts', id)}`)
        expect([body.title, holds(body) > 0]).to.deep.equal(['new', open])
        const { body: made } = await editor.post('/posts/preview', { ...FILLED, open })
        expect(holds(made.doc) > 0).to.equal(open)
      }
    })
  })
})
