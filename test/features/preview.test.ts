/** Previews: what a form holds, unsaved, and links that show one draft. */
import { expect } from 'chai'
import { Browser, type Made, MovedClock, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/preview', () => {
  pairwise((host, database) => {
    const clock = new MovedClock()
    let started: Started
    let editor: Browser
    let visitor: Browser
    let made: Made
    const tokenOf = (url: string) => new URL(url, 'https://site.example').searchParams.get('preview')!
    const linkTo = async (path: string) => tokenOf((await editor.post(`${path}/preview`)).body.url)

    before(async () => {
      started = await start(host, database, {
        clock,
        apiKeys: true,
        collections: [
          {
            slug: 'posts',
            drafts: true,
            access: { read: 'anyone', update: ({ user }: any) => user !== null && { locked: { not_equals: true } } },
            preview: ({ doc }: any) =>
              doc.title === 'throw'
                ? boom()
                : doc.title === 'none'
                  ? null
                  : doc.title === 'of'
                    ? `/of/${doc.friend?.slug}`
                    : `/posts/${doc.slug ?? 'new'}?a=1#top`,
            fields: [
              { name: 'title', required: true, maxLength: 10 },
              { name: 'slug', type: 'slug', from: 'title' },
              { name: 'locked', type: 'boolean', access: { create: 'admin', update: 'admin' } },
              { name: 'hidden', hidden: true },
              { name: 'friend', type: 'relationship', to: 'posts' },
              { name: 'rows', type: 'array', fields: [{ name: 'n', type: 'number' }] },
              { name: 'wide', type: 'select', options: ['a', 'b'], defaultValue: 'a' },
            ],
          },
          { slug: 'inner', fields: [{ name: 'text' }] },
        ],
        globals: [
          { slug: 'site', drafts: true, access: { read: 'anyone' }, preview: () => 'https://site.example/', fields: [{ name: 'name' }] },
          { slug: 'tenant', scope: () => null, preview: () => '/', fields: [{ name: 'name', defaultValue: 'x' }] },
        ],
      })
      const { cms, listener } = started
      made = await makeUser(cms, 'ed@example.org', { role: 'editor' })
      await makeUser(cms, 'boss@example.org', { role: 'admin' })
      editor = await new Browser(listener).login(made.email)
      visitor = new Browser(listener)
      await cms.create('posts', { title: 'One', status: 'published', hidden: 'canary' })
      await cms.create('posts', { title: 'Draft', hidden: 'canary' })
      await cms.create('posts', { title: 'Locked', locked: true })
      await cms.create('inner', { text: 'inside' })
    })
    after(() => end(started?.cms))
    afterEach(() => expect(started.logged.filter((one) => one.level === 'error')).to.deep.equal([]))

    it('shows a form’s values over what is stored, wrong ones too, and saves nothing', async () => {
      const { cms } = started
      const before = await cms.findById('posts', 1)
      const { status, body, text } = await editor.post('/posts/1/preview', {
        title: 'far too long a title',
        rows: [{ n: 'seven' }, 'no row', null],
        wide: 'x',
        friend: 2,
        locked: true,
        unknown: 1,
        hidden: 'mine',
      })
      expect(status).to.equal(200)
      expect(body.doc).to.deep.include({ id: 1, title: 'far too long a title', wide: 'x', locked: null, slug: 'one' })
      expect(body.doc.friend).to.include({ id: 2, title: 'Draft' })
      expect(body.doc.rows.map((row: any) => row.n)).to.deep.equal(['seven'])
      expect(text).to.not.include('canary').and.not.include('mine')
      expect(body.url).to.match(/^\/posts\/one\?a=1&preview=[\w-]+\.[\w-]+#top$/)
      expect(await cms.findById('posts', 1)).to.deep.equal(before)
    })

    it('makes the address with related documents, however deep the answer is', async () => {
      for (const depth of [0, 1, 2]) {
        const { body } = await editor.post(`/posts/1/preview?depth=${depth}`, { title: 'of', friend: 2 })
        expect(body.url).to.match(/^\/of\/draft\?preview=/)
        expect(typeof body.doc.friend).to.equal(depth === 0 ? 'number' : 'object')
      }
    })

    it('goes on from the pending draft', async () => {
      await started.cms.update('posts', 1, { title: 'Pending', status: 'draft' })
      expect((await editor.post('/posts/1/preview', { wide: 'b' })).body.doc).to.include({ title: 'Pending', wide: 'b' })
      await started.cms.discardDraft('posts', 1)
    })

    it('shows a new document, whose link carries no token', async () => {
      const { body } = await editor.post('/posts/preview', { title: 'New' })
      expect(body.doc).to.include({ title: 'New', wide: 'a', status: 'draft' })
      expect(body.doc).to.not.have.property('id')
      expect(body.url).to.equal('/posts/new?a=1#top')
    })

    it('gives no address where there is none, or where making it fails', async () => {
      expect((await editor.post('/posts/1/preview', { title: 'none' })).body.url).to.equal(null)
      expect((await editor.post('/posts/1/preview', { title: 'throw' })).body.url).to.equal(null)
      expect((await editor.post('/inner/1/preview', { text: 'x' })).body).to.deep.include({ url: null })
    })

    it('needs the right to change, or to create', async () => {
      expect((await visitor.post('/posts/1/preview')).status).to.equal(401)
      expect((await visitor.post('/posts/preview')).status).to.equal(401)
      expect((await editor.post('/posts/3/preview')).status).to.equal(403)
      expect((await editor.post('/posts/99/preview')).status).to.equal(404)
      expect((await editor.post('/nothing/preview')).status).to.equal(404)
      expect((await editor.get('/posts/preview')).status).to.equal(405)
      expect((await editor.post('/globals/nothing/preview')).status).to.equal(404)
      expect((await editor.post('/globals/tenant/preview', { name: 'y' })).body).to.deep.equal({
        doc: { name: null, updatedAt: null },
        url: null,
      })
    })

    it('opens one draft to whoever has its link', async () => {
      const token = await linkTo('/posts/2')
      expect((await visitor.get('/posts/2')).status).to.equal(404)
      const shown = await visitor.get(`/posts/2?preview=${token}`)
      expect(shown.status, shown.text).to.equal(200)
      expect(shown.body).to.include({ title: 'Draft', status: 'draft' })
      expect(shown.text).to.not.include('canary')
      expect((await visitor.get(`/posts/2?depth=0&preview=${token}`)).status).to.equal(200)
      for (const path of ['/posts/1', '/posts/3', '/inner/1', '/inner/2', '/globals/site', '/posts/99'])
        expect((await visitor.get(`${path}?preview=${token}`)).status, path).to.equal(401)
      expect((await visitor.get(`/posts?preview=${token}`)).body.totalDocs, 'a list stays that of a visitor').to.equal(1)
      expect((await visitor.get(`/posts/2/versions?preview=${token}`)).status).to.equal(400)
      expect((await visitor.patch(`/posts/2?preview=${token}`, { title: 'x' })).status).to.equal(401)
      expect((await visitor.post(`/posts/2/unpublish?preview=${token}`)).status).to.equal(401)
    })

    it('shows documents around the one it is for as visitors see them', async () => {
      const { cms } = started
      const live = await cms.create('posts', { title: 'Live', status: 'published' })
      await cms.update('posts', live.id, { title: 'Not yet', status: 'draft' })
      const draft = await cms.create('posts', { title: 'Unseen' })
      const toLive = await cms.create('posts', { title: 'To live', friend: live.id })
      const toDraft = await cms.create('posts', { title: 'To draft', friend: draft.id })
      const through = async (id: number) => (await visitor.get(`/posts/${id}?preview=${await linkTo(`/posts/${id}`)}`)).body
      expect((await through(toLive.id)).friend).to.include({ title: 'Live', status: 'published' })
      expect(await through(toDraft.id)).to.include({ title: 'To draft', friend: null })
      // A pending draft is read in another way than a document that was never live.
      const pending = await cms.create('posts', { title: 'Was live', status: 'published' })
      await cms.update('posts', pending.id, { title: 'Is next', friend: live.id, status: 'draft' })
      const shown = await through(pending.id)
      expect(shown).to.include({ title: 'Is next' })
      expect(shown.friend).to.include({ title: 'Live', status: 'published' })
      await cms.update('posts', pending.id, { friend: draft.id, status: 'draft' })
      expect(await through(pending.id)).to.include({ title: 'Is next', friend: null })
    })

    it('shows the pending draft of a live document, and of a global', async () => {
      const { cms } = started
      await cms.update('posts', 1, { title: 'Pending', status: 'draft' })
      const token = await linkTo('/posts/1')
      expect((await visitor.get(`/posts/1?preview=${token}`)).body).to.include({ title: 'Pending', status: 'draft' })
      expect((await visitor.get('/posts/1')).body).to.include({ title: 'One' })
      expect((await visitor.get('/globals/site?preview=wrong')).status).to.equal(401)
      await cms.updateGlobal('site', { name: 'Draft' })
      const site = await linkTo('/globals/site')
      expect((await visitor.get('/globals/site')).body.name).to.equal(null)
      expect((await visitor.get(`/globals/site?preview=${site}`)).body.name).to.equal('Draft')
      expect((await visitor.get(`/posts/1?preview=${site}`)).status).to.equal(401)
    })

    it('refuses what was changed, has expired, or whose maker may not come in any more', async () => {
      const token = await linkTo('/posts/2')
      const [payload, signature] = token.split('.') as [string, string]
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
      const other = Buffer.from(JSON.stringify({ ...claims, id: 3 })).toString('base64url')
      for (const wrong of [
        '',
        'x',
        '.',
        payload,
        `${payload}.`,
        `${other}.${signature}`,
        `${payload}.${signature.slice(1)}`,
        `${token}&preview=x`,
        'a'.repeat(2000),
      ])
        expect((await visitor.get(`/posts/2?preview=${wrong}`)).status, wrong.slice(0, 40)).to.equal(401)
      await started.cms.update('users', made.id, { active: false })
      expect((await visitor.get(`/posts/2?preview=${token}`)).status).to.equal(401)
      await started.cms.update('users', made.id, { active: true })
      expect((await visitor.get(`/posts/2?preview=${token}`)).status).to.equal(200)
      clock.forward(3600)
      expect((await visitor.get(`/posts/2?preview=${token}`)).status).to.equal(401)
    })

    it('gives tokens from code: with a user’s rights, or the system’s', async () => {
      const { cms } = started
      const previewed = await visitor.get(`/inner/1?preview=${await cms.createPreviewToken('inner', 1)}`)
      expect(previewed.body).to.include({ text: 'inside' })
      const token = await cms.as({ id: made.id, role: 'editor' }).createPreviewToken('posts', 2)
      expect((await visitor.get(`/posts/2?preview=${token}`)).status).to.equal(200)
      expect(
        (
          await cms
            .as(null)
            .createPreviewToken('posts', 2)
            .catch((error) => error)
        ).code,
      ).to.equal('UNAUTHENTICATED')
      expect(
        (
          await cms
            .as({ id: 'host-7', role: 'editor' })
            .createPreviewToken('posts', 2)
            .catch((error) => error)
        ).code,
      ).to.equal('NOT_FOUND')
      expect(await cms.preview('posts', null, { title: 'x' })).to.deep.include({ url: '/posts/x?a=1#top' })
      expect((await cms.previewGlobal('site', { name: 'N' })).url).to.match(/^https:\/\/site\.example\/\?preview=/)
    })
  })
})

function boom(): never {
  throw new Error('no address')
}
