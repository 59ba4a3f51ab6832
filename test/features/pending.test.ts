/** The filter for pending changes: what it finds, in each state of a document, and who may ask. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

describe('features/drafts: where[pending]', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser
    let member: Browser
    let visitor: Browser
    const titles = async (who: Browser, path: string) => {
      const answer = await who.get(path)
      expect(answer.status, answer.text).to.equal(200)
      return answer.body.docs.map((doc: any) => doc.title).sort()
    }

    before(async () => {
      const fields = [{ name: 'title' }]
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        auth: { roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'] } },
        collections: [
          { slug: 'posts', drafts: true, trash: true, access: { read: 'published' }, fields },
          { slug: 'localized', drafts: true, access: { read: 'anyone' }, fields: [{ name: 'title', localized: true }] },
          { slug: 'own', drafts: true, access: { read: 'owner' }, fields },
          { slug: 'plainly', drafts: true, access: { read: 'anyone' }, fields },
          { slug: 'plain', access: { read: 'anyone' }, fields },
          { slug: 'named', drafts: true, access: { read: 'anyone' }, fields: [...fields, { name: 'pending' }] },
          { slug: 'notes', access: { read: 'anyone' }, fields: [{ name: 'post', type: 'relationship', to: 'posts' }] },
        ],
      })
      const { cms, listener } = started
      await makeUser(cms, 'editor@x.org', { role: 'editor' })
      await makeUser(cms, 'other@x.org', { role: 'editor' })
      await makeUser(cms, 'reader@x.org', { role: 'reader' })
      editor = await new Browser(listener).login('editor@x.org')
      member = await new Browser(listener).login('reader@x.org')
      visitor = new Browser(listener)
      const make = async (slug: string, title: string, status: string) => ((await cms.create(slug, { title, status })) as { id: number }).id
      await make('posts', 'never published', 'draft')
      await make('posts', 'live', 'published')
      for (const title of ['changed', 'published again', 'discarded', 'unpublished', 'trashed', 'recovered']) {
        const id = await make('posts', title, 'published')
        await cms.update('posts', id, { title: `${title}!`, status: 'draft' })
        if (title === 'published again') await cms.update('posts', id, { status: 'published' })
        if (title === 'discarded') await cms.discardDraft('posts', id)
        if (title === 'unpublished') await cms.unpublish('posts', id)
        if (title === 'trashed' || title === 'recovered') await cms.delete('posts', id)
        if (title === 'recovered') await cms.recover('posts', id)
      }
      const id = await make('localized', 'changed', 'published')
      await cms.update('localized', id, { title: 'เปลี่ยน', status: 'draft' }, { locale: 'th' })
      for (const email of ['editor@x.org', 'other@x.org']) {
        const owner = await new Browser(listener).login(email)
        const made = (await owner.post('/own', { title: email, status: 'published' })).body.id
        await owner.post(`/own/${made}/autosave`, { title: `${email}!` })
      }
    })
    after(() => end(started?.cms))

    it('finds live documents with a draft behind them, and no others', async () => {
      expect(await titles(editor, '/posts?draft=true&where[pending][equals]=true')).to.deep.equal(['changed!', 'recovered!'])
      expect(await titles(editor, '/posts?where[pending][equals]=true')).to.deep.equal(['changed', 'recovered'])
      expect(await titles(editor, '/posts?draft=true&trash=true&where[pending][equals]=true')).to.deep.equal(['trashed!'])
      expect(await titles(editor, '/localized?where[pending][equals]=true')).to.deep.equal(['changed'])
      const others = ['discarded', 'live', 'never published', 'published again!', 'unpublished!']
      for (const test of ['[equals]=false', '[not_equals]=true'])
        expect(await titles(editor, `/posts?draft=true&where[pending]${test}`)).to.deep.equal(others)
      const where = JSON.stringify({ or: [{ pending: { equals: true } }, { title: { equals: 'live' } }] })
      expect(await titles(editor, `/posts?where=${where}`)).to.deep.equal(['changed', 'live', 'recovered'])
      expect(await started.cms.count('posts', { where: { pending: { equals: true } } })).to.equal(2)
    })

    it('is unknown to visitors and members, in the words for a field that does not exist', async () => {
      for (const who of [visitor, member])
        for (const slug of ['posts', 'localized', 'plain'])
          for (const draft of ['', 'draft=true&']) {
            const { status, body } = await who.get(`/${slug}?${draft}where[pending][equals]=true`)
            const other = (await who.get(`/${slug}?${draft}where[pendinx][equals]=true`)).body
            expect(status).to.equal(400)
            expect(body.errors[0].message).to.equal("unknown field 'pending'")
            expect(body).to.deep.equal(JSON.parse(JSON.stringify(other).replaceAll('pendinx', 'pending')))
          }
    })

    it('shows nobody a document that they may not read', async () => {
      expect(await titles(editor, '/own?where[pending][equals]=true&draft=true')).to.deep.equal(['editor@x.org!'])
    })

    it('is no field: neither elsewhere, nor through relations, nor to sort by', async () => {
      for (const query of ['/plain?where[pending][equals]=true', '/notes?where[post.pending][equals]=true', '/posts?sort=pending'])
        expect((await editor.get(query)).status, query).to.equal(400)
      const { body } = await editor.get('/posts?where[pending][like]=x')
      expect(body.errors[0].message).to.include("only 'equals' and 'not_equals'")
      expect((await editor.get('/posts?where[pending][equals]=maybe')).body.errors[0].message).to.equal('must be true or false')
      expect((await editor.get('/posts?where[pending]=true')).status).to.equal(400)
    })

    it('sorts by the time of the last save that the list shows, for those who see drafts', async () => {
      const { cms } = started
      const pause = () => new Promise((resolve) => setTimeout(resolve, 5))
      const ids: number[] = []
      for (const title of ['first', 'second', 'third']) {
        ids.push(((await cms.create('plainly', { title, status: 'published' })) as { id: number }).id)
        await pause()
      }
      await cms.update('plainly', ids[0]!, { title: 'first, again', status: 'draft' })
      const order = async (who: Browser, path: string) => (await who.get(path)).body.docs.map((doc: any) => doc.title)
      expect(await order(editor, '/plainly?draft=true&sort=-updatedAt')).to.deep.equal(['first, again', 'third', 'second'])
      expect(await order(editor, '/plainly?draft=true&sort=updatedAt')).to.deep.equal(['second', 'third', 'first, again'])
      expect(await order(editor, '/plainly?sort=-updatedAt')).to.deep.equal(['third', 'second', 'first'])
      for (const who of [visitor, member])
        expect(await order(who, '/plainly?draft=true&sort=-updatedAt'), 'nobody else learns of the draft').to.deep.equal([
          'third',
          'second',
          'first',
        ])
      const shown = (await editor.get('/plainly?draft=true&sort=-updatedAt&select=updatedAt')).body.docs.map((doc: any) => doc.updatedAt)
      expect(shown).to.deep.equal([...shown].sort().reverse())
      await cms.discardDraft('plainly', ids[0]!)
      expect(await order(editor, '/plainly?draft=true&sort=-updatedAt')).to.deep.equal(['third', 'second', 'first'])
    })

    it('leaves its name to a field that is called so', async () => {
      await started.cms.create('named', { title: 'x', pending: 'yes', status: 'published' })
      expect(await titles(editor, '/named?where[pending][equals]=yes')).to.deep.equal(['x'])
      expect(await titles(visitor, '/named?where[pending][like]=ye')).to.deep.equal(['x'])
    })
  })
})
