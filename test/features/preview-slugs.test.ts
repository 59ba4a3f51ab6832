/** A preview is at the address that its document will have: an empty slug is made as a save would make it. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/preview: slugs', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser

    const preview = ({ doc, locale }: any) => `/${locale}/${doc.slug}`
    before(async () => {
      const fields: any[] = [
        { name: 'title', maxLength: 20 },
        { name: 'slug', type: 'slug', from: 'title' },
      ]
      const within = (type: object) => [...fields.slice(0, 1), { name: 'site', ...type }, { ...fields[1], uniqueWithin: 'site' }]
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          { slug: 'posts', drafts: true, preview, fields },
          { slug: 'pages', preview, fields: fields.map((field) => ({ ...field, localized: true })) },
          { slug: 'sites', fields: [{ name: 'name' }] },
          { slug: 'related', preview, fields: within({ type: 'relationship', to: 'sites' }) },
          { slug: 'numbered', preview, fields: within({ type: 'number' }) },
        ],
        globals: [{ slug: 'home', preview, fields }],
      })
      await makeUser(started.cms, 'ed@x.org', { role: 'editor' })
      editor = await new Browser(started.listener).login('ed@x.org')
    })
    after(() => end(started?.cms))

    async function shown(path: string, body: object) {
      const answer = await editor.post(path, body)
      expect(answer.status, answer.text).to.equal(200)
      const { doc, url } = answer.body
      return { slug: doc.slug, at: url.replace(/\?.*/, '') }
    }

    it('of a new document, and the save makes the same one', async () => {
      expect(await shown('/posts/preview', { title: 'Brand new' })).to.deep.equal({ slug: 'brand-new', at: '/en/brand-new' })
      expect(await shown('/posts/preview', { title: 'Brand new', slug: '' })).to.include({ slug: 'brand-new' })
      expect((await editor.post('/posts', { title: 'Brand new' })).body.slug).to.equal('brand-new')
      expect(await shown('/posts/preview', { title: 'Brand new' })).to.include({ slug: 'brand-new-2' })
      expect((await editor.post('/posts', { title: 'Brand new' })).body.slug).to.equal('brand-new-2')
    })

    it('of a document that has none yet, with and without drafts, and of a global', async () => {
      const { id } = (await editor.post('/posts', {})).body
      expect(await shown(`/posts/${id}/preview`, { title: 'Later' })).to.deep.equal({ slug: 'later', at: '/en/later' })
      await editor.post('/posts', { title: 'Later' })
      expect(await shown(`/posts/${id}/preview`, { title: 'Later' })).to.include({ slug: 'later-2' })
      expect(await shown('/globals/home/preview', { title: 'Home' })).to.include({ slug: 'home' })
    })

    it('leaves the one that is there, or that is typed', async () => {
      const { id, slug } = (await editor.post('/posts', { title: 'Kept' })).body
      expect(await shown(`/posts/${id}/preview`, { title: 'Renamed' })).to.include({ slug })
      expect(await shown('/posts/preview', { title: 'Typed', slug: 'My own' })).to.include({ slug: 'my-own' })
      expect(await shown('/posts/preview', {})).to.include({ slug: null })
      expect(await shown('/posts/preview', { title: '!!!' })).to.include({ slug: null })
      expect(await shown('/posts/preview', { title: 'Longer than any title may be' })).to.include({ slug: 'longer-than-any-title-may-be' })
    })

    it('of one locale, where only another one has a slug', async () => {
      const { id } = (await editor.post('/pages', { title: 'Trains' })).body
      expect(await shown(`/pages/${id}/preview?locale=th`, { title: 'รถไฟ' })).to.deep.equal({ slug: 'รถไฟ', at: '/th/รถไฟ' })
      expect(await shown('/pages/preview?locale=th', { title: 'รถไฟ' })).to.include({ slug: 'รถไฟ' })
      expect(await shown(`/pages/${id}/preview?locale=th`, {})).to.include({ slug: 'trains' })
    })

    it('leads to the default locale if the request asks for all, and to the same place whatever it selects', async () => {
      const all = { title: { en: 'Ships', th: 'เรือ' } }
      expect(await shown('/pages/preview?locale=all', all)).to.deep.equal({ slug: { en: 'ships', th: 'เรือ' }, at: '/en/ships' })
      const { id } = (await editor.post('/pages', { title: 'Planes' })).body
      expect(await shown(`/pages/${id}/preview?locale=all`, {})).to.deep.include({ at: '/en/planes' })
      expect(await shown(`/pages/${id}/preview?select=title`, {})).to.deep.include({ at: '/en/planes' })
      expect(await shown(`/pages/${id}/preview?select=title&depth=0&locale=th`, { slug: 'x' })).to.deep.include({ at: '/th/x' })
    })

    it('within what a form holds, also where that is no value', async () => {
      await started.cms.create('sites', { name: 'a' })
      await editor.post('/related', { title: 'Same', site: 1 })
      await editor.post('/numbered', { title: 'Same', site: 1 })
      for (const slug of ['related', 'numbered']) {
        expect(await shown(`/${slug}/preview`, { title: 'Same', site: 1 })).to.include({ slug: 'same-2' })
        expect(await shown(`/${slug}/preview`, { title: 'Same', site: 2 })).to.include({ slug: 'same' })
        for (const site of ['x', 1e15, -1, 1.5, true, { id: 'x' }, [1], '9007199254740991'])
          expect((await shown(`/${slug}/preview`, { title: 'Same', site })).slug, JSON.stringify(site)).to.match(/^same/)
        expect((await editor.post(`/${slug}`, { title: 'Same', site: 'x' })).status).to.equal(400)
      }
    })

    it('saves nothing', async () => {
      const before = await started.cms.count('posts', { draft: true } as object)
      await shown('/posts/preview', { title: 'Never stored' })
      expect(await started.cms.count('posts', { draft: true } as object)).to.equal(before)
    })
  })
})
