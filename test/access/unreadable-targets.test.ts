/** A relation to what its writer can't read is answered like one to what isn't there, at every door that writes. What is stored already stays valid. */
import { expect } from 'chai'
import { pdf } from '../harness/files.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start, temporaryFile } from '../harness/start.ts'

const MISSING = 999
const toNote = { name: 'note', type: 'relationship', to: 'notes' }

/** A relation in each place where one can stand: a document that holds an id there. */
const PLACES: Record<string, (id: number) => Record<string, unknown>> = {
  single: (id) => ({ note: id }),
  'a text that is an id': (id) => ({ note: String(id) }),
  'a document that a read filled in': (id) => ({ note: { id } }),
  several: (id) => ({ notes: [id] }),
  'a group': (id) => ({ about: { note: id } }),
  rows: (id) => ({ rows: [{ note: id, inner: [] }] }),
  'rows of rows': (id) => ({ rows: [{ inner: [{ note: id }] }] }),
  blocks: (id) => ({ parts: [{ blockType: 'quote', note: id }] }),
  'localized fields': (id) => ({ word: id }),
  'filterOptions that admit all': (id) => ({ free: id }),
  'filterOptions that admit others': (id) => ({ strict: id }),
}

const fields: any[] = [
  { name: 'title' },
  toNote,
  { name: 'notes', type: 'relationship', to: 'notes', hasMany: true },
  { name: 'about', type: 'group', fields: [toNote] },
  { name: 'rows', type: 'array', fields: [toNote, { name: 'inner', type: 'array', fields: [toNote] }] },
  { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [toNote] }] },
  { name: 'word', type: 'relationship', to: 'notes', localized: true },
  { name: 'free', type: 'relationship', to: 'notes', filterOptions: {} },
  { name: 'strict', type: 'relationship', to: 'notes', filterOptions: { title: { equals: 'nobody has it' } } },
  { name: 'set', type: 'relationship', to: 'notes' },
  { name: 'usual', type: 'relationship', to: 'notes' },
  { name: 'cover', type: 'upload' },
]

describe('access/unreadable targets', () => {
  pairwise((host, database) => {
    let started: Started
    let secret: number
    let open: number
    let draft: number
    let privateFile: number
    let admin: Browser
    let editor: Browser
    let visitor: Browser
    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        upload: { dir: temporaryFile(''), folders: true },
        apiKeys: true,
        collections: [
          {
            slug: 'notes',
            drafts: true,
            access: { read: ({ user }: any) => user?.role === 'admin' || { isOpen: { equals: true } } },
            fields: [{ name: 'title' }, { name: 'isOpen', type: 'boolean' }],
          },
          {
            slug: 'posts',
            access: { read: 'anyone', create: 'anyone', update: 'anyone' },
            versions: true,
            fields,
            hooks: { beforeChange: [({ data }: any) => ({ ...data, ...(data.title === 'hooked' && { set: secret }) })] },
          },
          { slug: 'claims', access: { create: 'anyone', read: 'owner' }, fields: [{ name: 'text' }] },
          { slug: 'users', access: { read: 'admin' } },
        ],
        globals: [{ slug: 'site', access: { update: 'anyone', read: 'anyone' }, fields: [toNote] }],
      } as object)
      const { cms, listener } = started
      await makeUser(cms, 'admin@x.org', { role: 'admin' })
      await makeUser(cms, 'editor@x.org', { role: 'editor' })
      admin = await new Browser(listener).login('admin@x.org')
      editor = await new Browser(listener).login('editor@x.org')
      visitor = new Browser(listener)
      const note = async (more: object) => ((await cms.create('notes', { title: 'x', ...more })) as { id: number }).id
      secret = await note({ status: 'published' })
      open = await note({ status: 'published', isOpen: true })
      draft = await note({ isOpen: true })
      const uploaded = await admin.upload(pdf, 'a.pdf', { private: 'true' })
      expect(uploaded.status, uploaded.text).to.equal(201)
      privateFile = uploaded.body.id
    })
    after(() => end(started.cms))

    /** What is said, without the id that was asked for. */
    const summary = ({ status, text }: { status: number; text: string }, id: number) => `${status} ${text.replaceAll(String(id), 'ID')}`

    for (const [place, holding] of Object.entries(PLACES)) {
      it(`in ${place}`, async () => {
        const { id } = (await editor.post('/posts', { title: 'own' })).body
        for (const browser of [visitor, editor]) {
          const create = async (target: number) => summary(await browser.post('/posts', holding(target)), target)
          expect(await create(secret)).to.match(/^400 .*notes ID does not exist/)
          expect(await create(secret)).to.equal(await create(MISSING))
          const update = async (target: number) => summary(await browser.patch(`/posts/${id}`, holding(target)), target)
          expect(await update(secret)).to.match(/^400 .*notes ID does not exist/)
          expect(await update(secret)).to.equal(await update(MISSING))
          if (!place.includes('others')) expect(await create(open)).to.match(/^201/)
        }
        if (!place.includes('others')) expect(summary(await admin.post('/posts', holding(secret)), secret)).to.match(/^201/)
      })
    }

    it('in globals, in uploads, through an API key and in the Local API', async () => {
      const { cms, listener } = started
      expect((await visitor.post('/globals/site', { note: secret })).status).to.equal(400)
      expect((await visitor.post('/globals/site', { note: open })).status).to.equal(200)
      expect((await visitor.post('/posts', { cover: privateFile })).body.errors[0].message).to.equal(`media ${privateFile} does not exist`)
      expect((await editor.post('/posts', { cover: privateFile })).status).to.equal(201)
      const made = await admin.post('/api-keys', { name: 'k', permissions: { collections: { posts: ['create'] } } })
      const key = new Browser(listener)
      key.headers = { authorization: `Bearer ${made.body.key}` }
      expect((await key.post('/posts', { note: open })).status, 'a key that does not list the target').to.equal(400)
      for (const target of [secret, MISSING]) {
        const refused = await cms
          .as(null)
          .create('posts', { note: target })
          .catch((error) => error)
        expect(refused.errors[0]).to.include({ field: 'note', code: 'NO_SUCH_TARGET' })
      }
      expect(((await cms.create('posts', { note: secret }, { depth: 0 })) as any).note).to.equal(secret)
    })

    it('for drafts, which people of the admin may point to, and visitors may not', async () => {
      expect(summary(await visitor.post('/posts', { note: draft }), draft)).to.equal(
        summary(await visitor.post('/posts', { note: MISSING }), MISSING),
      )
      expect((await editor.post('/posts', { note: draft })).status).to.equal(201)
    })

    it('but keeps what is stored valid, wherever it stands, and when it comes back from history', async () => {
      const { id } = (await started.cms.create('posts', {
        note: secret,
        notes: [secret, open],
        rows: [{ note: secret }],
        parts: [{ blockType: 'quote', note: secret }],
      })) as { id: number }
      const stored = (await editor.get(`/posts/${id}?depth=0`)).body
      const { note, notes, rows, parts } = stored
      expect(note).to.equal(secret)
      const again = await editor.patch(`/posts/${id}`, { title: 'again', note, notes, rows, parts })
      expect(again.status, again.text).to.equal(200)
      const moved = await editor.patch(`/posts/${id}`, { notes: [open, secret], rows: [...rows, { note: secret }] })
      expect(moved.status, moved.text).to.equal(200)
      expect((await editor.patch(`/posts/${id}`, { about: { note: secret } })).status, 'in another field').to.equal(400)
      expect((await editor.patch(`/posts/${id}`, { note: null })).status).to.equal(200)
      expect((await editor.patch(`/posts/${id}`, { note })).status, 'no longer stored').to.equal(400)
      const [, before] = (await editor.get(`/posts/${id}/versions`)).body.docs
      const back = await editor.post(`/posts/${id}/versions/${before.id}/restore`)
      expect(back.status, back.text).to.equal(200)
      expect((await editor.get(`/posts/${id}?depth=0`)).body.note).to.equal(secret)
    })

    it('and lets code choose: hooks, and the creator of a document who may not read users', async () => {
      const hooked = await visitor.post('/posts?depth=0', { title: 'hooked' })
      expect([hooked.status, (await started.cms.findById('posts', hooked.body.id, { depth: 0 }))!['set']]).to.deep.equal([201, secret])
      const claim = await editor.post('/claims', { text: 'x', createdBy: 1 })
      expect(claim.status, claim.text).to.equal(201)
    })
  })
})
