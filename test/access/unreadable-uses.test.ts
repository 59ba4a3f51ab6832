/** “Where used” names no pending draft that its reader may not see, also where what is live is theirs to read. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const tags = { name: 'tags', type: 'relationship', to: 'tags', hasMany: true }
const fields = [{ name: 'title' }, { name: 'tenant' }, { name: 'tag', type: 'relationship', to: 'tags' }, tags]
const read = ({ user }: any) => user?.role === 'admin' || { tenant: { equals: 'mine' } }
const ALL = ['read', 'create', 'update', 'delete']

describe('access/unreadable uses', () => {
  pairwise((host, database) => {
    let started: Started
    let admin: Browser
    let editor: Browser
    const key = () => Object.assign(new Browser(started.listener), { headers: { authorization: `Bearer ${secret}` } })
    let secret: string
    before(async () => {
      started = await start(host, database, {
        apiKeys: true,
        collections: [
          { slug: 'tags', access: { read: 'anyone' }, fields: [{ name: 'name' }] },
          { slug: 'notes', trash: true, access: { read }, fields },
          { slug: 'posts', useAsTitle: 'title', drafts: true, access: { read }, fields },
        ],
        globals: [{ slug: 'site', drafts: true, access: { read }, fields }],
      } as object)
      await makeUser(started.cms, 'admin@x.org', { role: 'admin' })
      await makeUser(started.cms, 'editor@x.org', { role: 'editor' })
      admin = await new Browser(started.listener).login('admin@x.org')
      editor = await new Browser(started.listener).login('editor@x.org')
      const permissions = { collections: { tags: ALL, posts: ALL }, globals: { site: ['read', 'update'] } }
      secret = (await editor.post('/api-keys', { name: 'k', permissions })).body.key
    })
    after(() => end(started?.cms))

    it('documents in the trash are counted apart, for who could read them', async () => {
      const { id } = (await admin.post('/tags', { name: 't' })).body
      const ids = await Promise.all(['mine', 'other'].map(async (tenant) => (await admin.post('/notes', { tenant, tag: id })).body.id))
      const uses = async (browser: Browser) => (await browser.get(`/admin/references?collection=tags&ids=${id}`)).body
      expect(await uses(admin)).to.deep.include({ total: 2, trashed: 0 })
      for (const one of ids) await admin.delete(`/notes/${one}`)
      expect(await uses(admin)).to.deep.equal({ total: 2, trashed: 2, references: [] })
      expect(await uses(editor)).to.deep.equal({ total: 2, trashed: 1, references: [] })
      expect((await new Browser(started.listener).get(`/tags/${id}/references`)).body).to.deep.equal({
        total: 0,
        trashed: 0,
        references: [],
      })
    })

    for (const slug of ['posts', 'site'])
      it(`${slug}: until the draft is within reach`, async () => {
        const [one, other] = await Promise.all([1, 2].map(async () => (await admin.post('/tags', { name: 't' })).body.id as number))
        const live = { title: 'open', tenant: 'mine', tags: [other], status: 'published' }
        const at = slug === 'site' ? '/globals/site' : `/posts/${(await admin.post('/posts', live)).body.id}`
        if (slug === 'site') await admin.post(at, live)
        await admin.patch(at, { title: 'secret', tenant: 'other', tag: one, tags: [one, other], status: 'draft' })
        const uses = async (browser: Browser, id: number) => (await browser.get(`/tags/${id}/references`)).body
        const fieldsOf = ({ references }: any) => references.flatMap((use: any) => use.fields)
        expect(fieldsOf(await uses(admin, one!))).to.deep.equal(['tag', 'tags'])
        expect(await uses(editor, one!), 'people are told how many they can’t see').to.deep.equal({ total: 1, trashed: 0, references: [] })
        expect(await uses(key(), one!)).to.deep.equal({ total: 0, trashed: 0, references: [] })
        const ofBoth = async (browser: Browser) => (await browser.get(`/admin/references?collection=tags&ids=${one},${other}`)).body
        expect((await ofBoth(admin)).total, 'one document that uses both').to.equal(1)
        expect(fieldsOf(await ofBoth(admin)), 'one document that uses both').to.deep.equal(['tag', 'tags'])
        expect(fieldsOf(await ofBoth(editor)), 'what is live').to.deep.equal(['tags'])
        for (const browser of [admin, editor, key(), new Browser(started.listener)])
          expect(fieldsOf(await uses(browser, other!)), 'what is live').to.deep.equal(['tags'])
        await admin.patch(at, { tenant: 'mine', status: 'draft' })
        for (const browser of [editor, key()]) expect(fieldsOf(await uses(browser, one!))).to.deep.equal(['tag', 'tags'])
        expect(await uses(new Browser(started.listener), one!)).to.deep.equal({ total: 0, trashed: 0, references: [] })
      })
  })
})
