/** An older and a newer process on one database: whatever either of them does, it loses nothing that only the other one knows. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { MovedClock, makeUser } from '../harness/people.ts'
import { type Deployed, deployed, endDeployed, SHARED, storedRow } from './deployed.ts'

/** `late`: fields that only the newer schema has. A global has one document, so nothing in it is unique. */
const fields = (isNewer: boolean, ofGlobal = false) => {
  const late = (...some: object[]) => (isNewer ? some : [])
  return [
    { name: 'title' },
    { name: 'count', type: 'number' },
    ...late(
      { name: 'late' },
      { name: 'hits', type: 'number' },
      { name: 'open', type: 'boolean' },
      { name: 'code', unique: !ofGlobal },
      { name: 'moods', type: 'select', options: ['calm', 'dark'], hasMany: true },
      { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
      { name: 'facts', type: 'json' },
      { name: 'links', type: 'array', fields: [{ name: 'url' }] },
      { name: 'seo', type: 'group', fields: [{ name: 'text' }] },
    ),
    {
      name: 'rows',
      type: 'array',
      fields: [
        { name: 'k' },
        ...late({ name: 'price', type: 'number' }, { name: 'token', hidden: true }, { name: 'tag', type: 'relationship', to: 'tags' }),
        { name: 'size', type: 'group', fields: [{ name: 'w' }, ...late({ name: 'h' })] },
        { name: 'inner', type: 'array', fields: [{ name: 'x' }, ...late({ name: 'y' })] },
      ],
    },
    { name: 'steps', type: 'array', localized: true, fields: [{ name: 'do' }, ...late({ name: 'how' })] },
    {
      name: 'layout',
      type: 'blocks',
      blocks: [{ slug: 'text', fields: [{ name: 't' }, ...late({ name: 'tone' })] }, ...late({ slug: 'video', fields: [{ name: 'u' }] })],
    },
  ]
}

const config = (isNewer: boolean, clock: MovedClock) =>
  ({
    clock,
    auth: { roles: ['admin', 'editor', 'member'], members: { roles: ['member'] } },
    localization: { locales: ['en', 'th'], defaultLocale: 'en' },
    collections: [
      {
        slug: 'posts',
        access: { read: () => true, update: ({ user }: any) => Boolean(user) },
        drafts: true,
        versions: true,
        schedule: true,
        trash: true,
        orderable: true,
        fields: fields(isNewer),
      },
      { slug: 'notes', versions: true, fields: fields(isNewer) },
      { slug: 'tags', fields: [{ name: 'name' }] },
    ],
    globals: [{ slug: 'site', drafts: true, versions: true, fields: fields(isNewer, true) }],
  }) as unknown as Partial<Config>

const content = (word: string): any => ({
  title: word,
  count: 1,
  late: word,
  hits: 7,
  open: true,
  code: word,
  moods: ['dark'],
  tags: [1, 2],
  facts: { word },
  links: [{ id: 'l', url: word }],
  seo: { text: word },
  rows: [
    {
      id: 'a',
      k: word,
      price: 5,
      token: word,
      tag: 1,
      size: { w: word, h: word },
      inner: [{ id: 'i', x: word, y: word }],
    },
    { id: 'b', k: word, price: 6, token: word, tag: null, size: { w: null, h: word }, inner: [] },
  ],
  steps: [{ id: 's', do: word, how: word }],
  layout: [
    { id: 'v0', blockType: 'video', u: word },
    { id: 't', blockType: 'text', t: word, tone: word },
    { id: 'v1', blockType: 'video', u: word },
    { id: 'v2', blockType: 'video', u: word },
  ],
})

for (const database of SHARED) {
  describe(`store/rolling deploy with ${database.name}`, () => {
    const clock = new MovedClock()
    let both: Deployed
    let older: Handle
    let newer: Handle
    let words = 0

    before(async () => {
      both = await deployed(database, config(false, clock), config(true, clock))
      ;({ older, newer } = both)
      for (const name of ['one', 'two']) await newer.create('tags', { name })
    })
    after(() => endDeployed(both))

    const nextWord = () => `w${++words}`
    const read = async (cms: Handle, slug: string, id: number, draft = false): Promise<any> => {
      const { createdAt, updatedAt, _order, ...doc }: any = await cms.findById(slug, id, { depth: 0, showHidden: true, draft } as object)
      const listed: any = (
        await cms.as({ id: 1, role: 'admin' } as any).find(slug, { where: { id: { equals: id } }, depth: 0, draft } as object)
      ).docs[0]
      if (listed)
        expect(JSON.parse(JSON.stringify(listed.rows)), 'lists say the same').to.deep.equal(doc.rows.map(({ token, ...row }: any) => row))
      return doc
    }
    const live = async (word = nextWord(), slug = 'posts') => {
      const { id } = (await newer.create(slug, { ...content(word), ...(slug === 'posts' && { status: 'published' }) })) as any
      await newer.update(slug, id, { steps: [{ id: 's', do: 'ทำ', how: 'ไทย' }] }, { locale: 'th' } as object)
      return { id: id as number, word, doc: await read(newer, slug, id) }
    }
    /** As somebody sees it who has the older schema. */
    const sent = async (id: number, slug = 'posts', draft = true): Promise<any> => older.findById(slug, id, { depth: 0, draft } as object)

    it('shows the older process nothing that it does not know', async () => {
      const { id, word } = await live()
      const doc = await sent(id)
      expect(doc.rows[0]).to.deep.equal({ id: 'a', k: word, size: { w: word }, inner: [{ id: 'i', x: word }] })
      expect(doc.layout).to.deep.equal([{ id: 't', blockType: 'text', t: word }])
      for (const where of [{ 'layout.blockType': { equals: 'video' } }, { 'layout.id': { equals: 'v1' } }])
        expect((await older.find('posts', { where })).totalDocs).to.equal(0)
    })

    it('keeps what a save of something else does not mention', async () => {
      for (const slug of ['posts', 'notes']) {
        const { id, doc } = await live(undefined, slug)
        await older.update(slug, id, { title: 'two' })
        expect(await read(newer, slug, id)).to.deep.equal({ ...doc, title: 'two' })
        const row = await storedRow(newer, slug, id)
        expect(row['steps__th'][0]['how']).to.equal('ไทย')
      }
    })

    it('keeps it in rows that are sent again, changed and in another order, and removes rows that are left out with all they hold', async () => {
      const { id, doc, word } = await live()
      const { rows, layout } = await sent(id)
      const [a, b] = rows
      await older
        .as({ id: 1, role: 'editor' } as any)
        .update('posts', id, { rows: [{ ...b, k: 'new', size: null }, { k: 'added' }, a], layout })
      const changed = await read(newer, 'posts', id)
      expect(changed.rows[0]).to.deep.equal({ ...doc.rows[1], k: 'new', size: { w: null, h: word } })
      expect(changed.rows[1]).to.deep.include({ k: 'added', price: null, token: null })
      expect(changed.rows[2]).to.deep.equal(doc.rows[0])
      expect(changed.layout).to.deep.equal(doc.layout)
      await older.update('posts', id, { rows: [b], layout: [] })
      await older.update('posts', id, { rows: [b, { ...a, k: 'again' }] })
      const again = await read(newer, 'posts', id)
      expect(again.rows[1]).to.deep.include({ id: 'a', k: 'again', price: null, token: null })
      expect(again.layout.map((row: any) => row.id)).to.deep.equal(['v0', 'v1', 'v2'])
    })

    it('keeps a pending draft of the newer one through drafts and autosaves, and publishes it whole', async () => {
      const { id } = await live()
      const word = nextWord()
      await newer.update('posts', id, { ...content(word), hits: 8, open: false, tags: [2], status: 'draft' })
      const pending = await read(newer, 'posts', id, true)
      await older.update('posts', id, { title: 'draft', status: 'draft' })
      await (older as any).update('posts', id, { status: 'draft', rows: (await sent(id)).rows })
      expect(await read(newer, 'posts', id, true)).to.deep.equal({ ...pending, title: 'draft' })
      await older.update('posts', id, { status: 'published' })
      const published = await read(newer, 'posts', id)
      expect(published).to.deep.equal({ ...pending, title: 'draft', status: 'published' })
      const found = async (where: object) => (await newer.find('posts', { where: { and: [{ id: { equals: id } }, where] } })).totalDocs
      expect(await found({ tags: { equals: 2 } })).to.equal(1)
      expect(await found({ tags: { equals: 1 } })).to.equal(0)
      expect(await found({ 'rows.price': { equals: 5 }, open: { equals: false }, 'layout.u': { equals: word } })).to.equal(1)
    })

    it('takes a document off the site with its pending draft, or throws that away, and a plan does the same', async () => {
      const { id, doc } = await live()
      await newer.update('posts', id, { late: 'next', rows: [{ ...doc.rows[0], price: 9 }], status: 'draft' })
      await older.unpublish('posts', id)
      expect(await read(newer, 'posts', id, true)).to.deep.equal({
        ...doc,
        late: 'next',
        rows: [{ ...doc.rows[0], price: 9 }],
        status: 'draft',
      })

      const other = await live()
      await newer.update('posts', other.id, { late: 'next', rows: [], status: 'draft' })
      await older.discardDraft('posts', other.id)
      expect(await read(newer, 'posts', other.id, true)).to.deep.equal(other.doc)

      await newer.update('posts', other.id, { late: 'next', rows: [{ ...doc.rows[0], price: 9 }], status: 'draft' })
      await older.schedule('posts', other.id, { action: 'publish', at: new Date(clock.now().getTime() + 60_000) })
      clock.forward(90)
      await older.runJobs()
      expect(await read(newer, 'posts', other.id)).to.deep.equal({ ...other.doc, late: 'next', rows: [{ ...doc.rows[0], price: 9 }] })
    })

    it('refuses to publish a value that another document has in a unique field, whoever knows the field', async () => {
      const [one, other] = [await live(), await live()]
      await newer.update('posts', one.id, { code: other.word, status: 'draft' })
      for (const cms of [newer, older]) {
        const error = await cms.update('posts', one.id, { status: 'published' }).catch((refusal: any) => refusal)
        expect([error.status, error.code]).to.deep.equal([400, 'UNIQUE'])
      }
      expect(await read(newer, 'posts', one.id)).to.deep.equal(one.doc)
    })

    it('takes a draft that says nothing of a field for one that leaves it as it is', async () => {
      const { id, doc } = await live()
      await older.update('posts', id, { title: 'draft', status: 'draft' })
      expect((await storedRow(newer, 'posts', id))['$pending']).to.not.have.property('late')
      expect(await read(newer, 'posts', id, true)).to.deep.equal({ ...doc, title: 'draft', status: 'draft' })
      expect(await newer.increment('posts', id, 'hits', 1)).to.deep.include({ hits: 8 })
      await older.increment('posts', id, 'count', 1)
      await newer.update('posts', id, { status: 'published' })
      expect(await read(newer, 'posts', id)).to.deep.equal({ ...doc, title: 'draft', hits: 8, count: 2 })
    })

    it('restores what a version holds, and leaves what it does not hold', async () => {
      for (const slug of ['posts', 'notes']) {
        const { id, doc, word } = await live(undefined, slug)
        const [version] = (await newer.findVersions(slug, id)).docs
        const next = nextWord()
        await newer.update(slug, id, { ...content(next), layout: [{ id: 'n', blockType: 'video', u: next }, ...content(next).layout] })
        await older.update(slug, id, { title: 'of the older' })
        const [ofOlder] = (await older.findVersions(slug, id)).docs
        await older.restoreVersion(slug, id, version!.id)
        const expected = { ...doc, rows: doc.rows.map((row: any) => ({ ...row, token: next })) }
        const restored = await read(newer, slug, id, true)
        expect(restored.layout.map((row: any) => [row.id, row.u ?? row.t])).to.deep.equal([
          ['v0', word],
          ['n', next],
          ['t', word],
          ['v1', word],
          ['v2', word],
        ])
        expect({ ...restored, layout: null }).to.deep.equal({ ...expected, layout: null, ...(slug === 'posts' && { status: 'draft' }) })
        const now = restored.rows.map((row: any) => ({ ...row, token: 'now' }))
        await newer.update(slug, id, { rows: now, ...(slug === 'posts' && { status: 'draft' }) })
        // To its writer the token was a value like any other.
        await newer.restoreVersion(slug, id, ofOlder!.id)
        const { late, hits, rows, title } = await read(newer, slug, id, true)
        expect({ late, hits, title }).to.deep.equal({ late: word, hits: 7, title: 'of the older' })
        expect(rows[0]).to.deep.include({ k: next, price: 5, token: 'now', size: { w: next, h: next } })
      }
    })

    it('keeps everything in the trash, in another place, in globals and in transactions', async () => {
      const { id, doc } = await live()
      await older.delete('posts', id)
      await older.recover('posts', id)
      expect(await read(newer, 'posts', id)).to.deep.equal(doc)
      await newer.updateGlobal('site', { ...content(nextWord()), status: 'published' })
      const { updatedAt: _, ...site }: any = await newer.findGlobal('site', { depth: 0, showHidden: true } as object)
      const rows = ((await older.findGlobal('site', { depth: 0 } as object)) as any).rows
      await older.transaction(async () => {
        await older.updateGlobal('site', { title: 'two', rows, status: 'draft' })
        await older.updateGlobal('site', { status: 'published' })
      })
      expect(await newer.findGlobal('site', { depth: 0, showHidden: true } as object)).to.deep.include({ ...site, title: 'two' })
    })

    it('lets what rows and lists point to come and go with them', async () => {
      const found = async (id: number) => {
        const is = async (where: object) => (await newer.find('posts', { where: { and: [{ id: { equals: id } }, where] } })).totalDocs === 1
        const used = async (tag: number) => {
          const { references }: any = await newer.references('tags', tag)
          const use = references.find((one: any) => one.id === id)
          return use ? [...use.fields, ...(use.draft ? ['draft'] : [])] : []
        }
        return [await is({ 'rows.tag': { equals: 1 } }), await is({ tags: { equals: 2 } }), await used(1), await used(2)]
      }
      const EVERY = [true, true, ['rows.tag', 'tags'], ['tags']]
      const { id, doc } = await live()
      expect(await found(id)).to.deep.equal(EVERY)
      const [version] = (await newer.findVersions('posts', id)).docs
      const [, b] = (await sent(id)).rows
      await older.update('posts', id, { rows: [b] })
      expect(await found(id)).to.deep.equal([false, true, ['tags'], ['tags']])

      await older.restoreVersion('posts', id, version!.id)
      expect(await found(id), 'a draft').to.deep.equal([false, true, ['rows.tag', 'tags'], ['tags']])
      await older.update('posts', id, { rows: [b], status: 'draft' })
      expect(await found(id), 'a draft without it').to.deep.equal([false, true, ['tags'], ['tags']])
      await older.restoreVersion('posts', id, version!.id)
      await older.update('posts', id, { status: 'published' })
      expect(await found(id), 'published').to.deep.equal(EVERY)
      await newer.update('posts', id, { tags: [], rows: [doc.rows[1]], status: 'draft' })
      await older.update('posts', id, { status: 'published' })
      expect(await found(id), 'published without it').to.deep.equal([false, false, [], []])

      const note = await live(undefined, 'notes')
      const [first] = (await newer.findVersions('notes', note.id)).docs
      const total = async () => (await newer.references('tags', 2)).total
      const used = await total()
      await newer.update('notes', note.id, { tags: [], rows: [] })
      expect(await total()).to.equal(used - 1)
      await older.restoreVersion('notes', note.id, first!.id)
      expect(await total(), 'restored').to.equal(used)
      await older.delete('notes', note.id)
      expect(await total(), 'deleted').to.equal(used - 1)
    })

    it('lets a preview show the document without it', async () => {
      const { id, word, doc } = await live()
      const { doc: shown }: any = await older.preview('posts', id, { title: 'preview' }, { depth: 0 } as object)
      expect(shown.rows[0]).to.deep.equal({ id: 'a', k: word, size: { w: word }, inner: [{ id: 'i', x: word }] })
      expect(await read(newer, 'posts', id)).to.deep.equal(doc)
    })

    it('lets a member change what is live, and the draft behind it keep its own', async () => {
      const { id, doc, word } = await live()
      await newer.update('posts', id, { late: 'next', rows: [{ ...doc.rows[0], price: 9, token: 'next' }], status: 'draft' })
      const member = { ...(await makeUser(newer, `m${id}@example.org`)), role: 'member', member: true }
      const rows = [
        { id: 'a', k: 'member' },
        { id: 'b', k: 'member' },
      ]
      await older
        .as(member as any)
        .update('posts', id, { rows })
        .catch((error) => expect.fail(JSON.stringify(error)))
      expect((await read(newer, 'posts', id)).rows[0]).to.deep.include({ k: 'member', price: 5, token: word })
      const pending = await read(newer, 'posts', id, true)
      expect(pending.rows.map(({ k, price, token }: any) => [k, price, token])).to.deep.equal([
        ['member', 9, 'next'],
        ['member', 6, word],
      ])
      expect(pending.late).to.equal('next')
    })
  })
}
