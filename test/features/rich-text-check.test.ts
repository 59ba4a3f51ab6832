/** Rich text at every door that writes: what its field doesn't allow is refused with its path, and what is stored already stays. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const p = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const quote = (attrs: object) => ({ type: 'contentBlock', attrs: { blockType: 'quote', id: 'a', ...attrs } })
const MARQUEE = { type: 'marquee', attrs: { speed: 3 } }
const UNKNOWN = "'marquee' is not a node that galley knows"

describe('features/rich text: the check', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser

    before(async () => {
      const block = {
        slug: 'quote',
        fields: [
          { name: 'text', required: true, maxLength: 5 },
          { name: 'tone', type: 'select', options: ['calm', 'loud'] },
          { name: 'size', type: 'number', defaultValue: 3 },
          { name: 'box', type: 'group', fields: [{ name: 'colour', defaultValue: 'red' }] },
          { name: 'count', type: 'number', validate: (value: unknown) => value !== 13 || 'is unlucky' },
          { name: 'rows', type: 'array', fields: [{ name: 'name', required: true }] },
          { name: 'more', type: 'richText', features: ['bold'] },
        ],
      }
      const body = {
        name: 'body',
        type: 'richText',
        features: ['bold', 'heading', 'block', 'embed', 'link'],
        headings: [2, 3],
        blocks: [block],
        embeds: ['vimeo'],
      }
      const inBlock = { slug: 'text', fields: [{ name: 'body', type: 'richText' }] }
      const fields: any[] = [
        { name: 'title' },
        body,
        { name: 'group', type: 'group', fields: [{ name: 'body', type: 'richText' }] },
        { name: 'rows', type: 'array', fields: [{ name: 'body', type: 'richText' }] },
        { name: 'parts', type: 'blocks', blocks: [inBlock] },
        { name: 'words', type: 'richText', localized: true },
      ]
      started = await start(host, database, {
        localization: { locales: ['en', 'de'], defaultLocale: 'en' },
        collections: [
          { slug: 'posts', drafts: true, versions: true, fields },
          { slug: 'secrets', versions: true, fields, access: { read: () => ({ title: { equals: 'open' } }) } },
          { slug: 'notes', fields: [...fields, { name: 'needed', type: 'richText', required: true, defaultValue: doc(p('a')) }] },
        ],
        globals: [{ slug: 'site', fields }],
      })
      await makeUser(started.cms, 'ed@example.org', { role: 'editor' })
      editor = await new Browser(started.listener).login('ed@example.org')
    })
    after(() => end(started?.cms))

    /** Writes into a column as an older process or a migration would. */
    async function store(table: string, id: number, column: string, value: unknown): Promise<void> {
      const { store: database } = started.cms.engine
      const q = database.dialect.quote
      const sql = `update ${database.dialect.table(table)} set ${q(column)} = ? where ${q('id')} = ?`
      await database.commit({ writes: [{ kind: 'update', sql, values: [JSON.stringify(value), id] }] })
    }

    const refusals = async (data: object): Promise<string[]> => {
      const { status, body } = await editor.post('/notes', data)
      expect(status).to.equal(400)
      return body.errors.map(({ field, message }: any) => `${field}: ${message}`)
    }

    const TABLE: [what: string, data: object, ...refused: string[]][] = [
      ['a text', { body: 'x' }, 'body: must be an object'],
      ['another shape', { body: { type: 'p' } }, 'body: must be rich text: { "type": "doc", "content": [ … ] }'],
      ['an unknown node', { body: doc(p('a'), MARQUEE) }, `body.content.1.type: ${UNKNOWN}`],
      ['in a group', { group: { body: doc(MARQUEE) } }, `group.body.content.0.type: ${UNKNOWN}`],
      ['in rows', { rows: [{}, { body: doc(MARQUEE) }] }, `rows.1.body.content.0.type: ${UNKNOWN}`],
      ['in blocks', { parts: [{ blockType: 'text', body: doc(MARQUEE) }] }, `parts.0.body.content.0.type: ${UNKNOWN}`],
      ['in a language', { words: doc(MARQUEE) }, `words.content.0.type: ${UNKNOWN}`],
      ['a level', { body: doc({ type: 'heading', attrs: { level: 1 } }) }, 'body.content.0.attrs.level: must be one of: 2, 3'],
      [
        'a provider',
        { body: doc({ type: 'embed', attrs: { url: 'https://youtu.be/dQw4w9WgXcQ' } }) },
        'body.content.0.attrs.url: must be the URL of a page of: vimeo',
      ],
      [
        'a block type',
        { body: doc({ type: 'contentBlock', attrs: { blockType: 'x' } }) },
        'body.content.0.attrs.blockType: must be one of: quote',
      ],
      [
        'the fields of a block, as in a blocks field',
        { body: doc(p('a'), quote({ text: 'too long', tone: 'shrill', count: 'x', rows: [{}] })) },
        'body.content.1.attrs.text: must be at most 5 characters',
        'body.content.1.attrs.tone: must be one of: calm, loud',
        'body.content.1.attrs.count: must be a number',
        'body.content.1.attrs.rows.0.name: is required',
      ],
      [
        'a target whose id is none',
        { group: { body: doc({ type: 'file', attrs: { media: 1.5 } }) } },
        'group.body.content.0.attrs.media: must be an id',
      ],
      ['a required field of a block', { body: doc(quote({})) }, 'body.content.0.attrs.text: is required'],
      ['the validation of a field of a block', { body: doc(quote({ text: 'a', count: 13 })) }, 'body.content.0.attrs.count: is unlucky'],
      ['a required text without words', { needed: doc({ type: 'paragraph' }) }, 'needed: is required'],
      [
        'text inside a block',
        { body: doc(quote({ text: 'a', more: doc({ type: 'table' }) })) },
        "body.content.0.attrs.more.content.0.type: this text may not contain 'table'",
      ],
    ]

    for (const [what, data, ...refused] of TABLE)
      it(`refuses ${what}`, async () => {
        expect(await refusals(data)).to.have.members(refused)
        const error = await started.cms.create('notes', data).catch((one) => one)
        expect(error.errors?.map(({ field, message }: any) => `${field}: ${message}`)).to.have.members(refused)
      })

    it('tells the problems in the order of all others: form, required values, targets, validation', async () => {
      const link = { type: 'link', attrs: { collection: 'notes', id: 9999 } }
      const linked = { type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [link] }] }
      const block = { count: 13, tone: 'shrill', more: doc(linked, MARQUEE) }
      expect(
        await refusals({ title: 5, parts: [{ blockType: 'text', body: doc(linked, MARQUEE) }], body: doc(quote(block)) }),
      ).to.deep.equal([
        'title: must be a string',
        'body.content.0.attrs.tone: must be one of: calm, loud',
        "body.content.0.attrs.more.content.0.content.0.marks.0.type: this text may not contain 'link'",
        `body.content.0.attrs.more.content.1.type: ${UNKNOWN}`,
        `parts.0.body.content.1.type: ${UNKNOWN}`,
        'body.content.0.attrs.text: is required',
        'body.content.0.attrs.more.content.0.content.0.marks.0.attrs.id: notes 9999 does not exist',
        'parts.0.body.content.0.content.0.marks.0.attrs.id: notes 9999 does not exist',
        'body.content.0.attrs.count: is unlucky',
      ])
    })

    it('in a locale, and in a language of all', async () => {
      const one = await editor.post('/notes?locale=de', { words: doc(MARQUEE) })
      expect(one.body.errors?.[0].field).to.equal('words.content.0.type')
      const all = await editor.post('/notes?locale=all', { words: { en: doc(p('a')), de: doc(MARQUEE) } })
      expect(all.body.errors?.[0].field).to.equal('words.de.content.0.type')
    })

    it('in drafts, whose required values may be missing until they are published', async () => {
      const draft = await editor.post('/posts', { title: 'a', body: doc(quote({})) })
      expect(draft.status).to.equal(201)
      for (const change of [
        () => editor.post('/posts', { body: doc(MARQUEE) }),
        () => editor.post(`/posts/${draft.body.id}/autosave`, { body: doc(MARQUEE) }),
        () => editor.patch('/globals/site', { body: doc(MARQUEE) }),
      ]) {
        const { status, body } = await change()
        expect([status, body.errors?.[0].field]).to.deep.equal([400, 'body.content.0.type'])
      }
      const published = await editor.patch(`/posts/${draft.body.id}`, { status: 'published' })
      expect([published.status, published.body.errors?.[0]]).to.deep.equal([
        400,
        { field: 'body.content.0.attrs.text', message: 'is required', reason: 'required', code: 'REQUIRED' },
      ])
      const mended = await editor.patch(`/posts/${draft.body.id}`, { status: 'published', body: doc(quote({ text: 'a' })) })
      expect(mended.status).to.equal(200)
    })

    it('values of blocks arrive as those of rows do, and further attributes stay', async () => {
      const { body, status } = await editor.post('/notes', {
        body: doc(quote({ text: 'a', count: '7', rows: [{ name: 'b' }], mood: 'x' })),
      })
      expect(status, JSON.stringify(body)).to.equal(201)
      const { attrs } = body.body.content[0]
      expect(attrs).to.deep.include({ text: 'a', count: 7, mood: 'x', id: 'a' })
      expect(attrs.rows[0].id).to.be.a('string')
    })

    it('blocks get ids of their own, and new ones the defaults of their fields', async () => {
      const bare = { type: 'contentBlock', attrs: { blockType: 'quote', text: 'a' } }
      const created = await editor.post('/notes', {
        body: doc(quote({ text: 'b', size: 9 }), quote({ text: 'c' }), bare),
        rows: [{ body: doc(p('a')) }],
      })
      expect(created.status, JSON.stringify(created.body)).to.equal(201)
      const { content } = created.body.body
      expect(content.map(({ attrs }: any) => attrs.size)).to.deep.equal([9, 3, 3])
      expect(content[2].attrs.box).to.deep.equal({ colour: 'red' })
      const ids = content.map(({ attrs }: any) => attrs.id)
      expect(ids[0]).to.equal('a')
      expect(new Set(ids).size).to.equal(3)
      for (const id of ids) expect(id).to.match(/^[\w-]+$/)
      // A known block that says less is no new one.
      const { size: _, ...known } = content[1].attrs
      const patched = await editor.patch(`/notes/${created.body.id}`, { body: doc({ ...content[1], attrs: known }, content[0]) })
      expect(patched.status, JSON.stringify(patched.body)).to.equal(200)
      expect(patched.body.body.content.map(({ attrs }: any) => [attrs.id, attrs.size])).to.deep.equal([
        [ids[1], undefined],
        ['a', 9],
      ])
    })

    it('what is stored may be saved again, moved, edited around and deleted, but not invented', async () => {
      const old = doc(
        MARQUEE,
        { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'a' }] },
        { type: 'table', content: [] },
      )
      const { id } = (await editor.post('/notes', { title: 'old' })).body
      await store('notes', id, 'body', old)
      const save = async (body: object) => (await editor.patch(`/notes/${id}`, { body })).status
      const read = await editor.get(`/notes/${id}`)
      expect(read.body.body).to.deep.equal(old)
      expect(await save(read.body.body)).to.equal(200)
      const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'other words' }] }
      expect(await save(doc(p('new'), heading, MARQUEE))).to.equal(200)
      expect(await save(doc(heading, { type: 'marquee', attrs: { speed: 4 } }))).to.equal(400)
      expect(await save(doc(heading, { type: 'table' })), 'it was deleted').to.equal(400)
      expect(await save(doc(p('only')))).to.equal(200)
      expect(await save(doc(MARQUEE)), 'it was deleted').to.equal(400)
      expect((await editor.patch(`/notes/${id}`, { group: { body: doc(MARQUEE) } })).status).to.equal(400)
    })

    it('a value of a block that its field refuses by now may be saved again while other parts of the text are edited', async () => {
      const old = quote({ text: 'too long by now', tone: 'gone', size: 'large', rows: [{ id: 'r', name: 5 }], count: 1 })
      const { id } = (await editor.post('/posts', { title: 'old', status: 'published', body: doc(p('a')) })).body
      await store('posts', id, 'body', doc(p('a'), old))
      const save = async (...content: unknown[]) => editor.patch(`/posts/${id}`, { body: doc(...content), status: 'published' })
      expect((await save(p('b'), old)).status).to.equal(200)
      expect((await save(quote({ ...old.attrs, count: 2 }), p('c'))).status, 'another field of the block').to.equal(200)
      for (const [name, value] of Object.entries({ text: 'another', tone: 'new', size: 'small', rows: [{ id: 'r', name: 6 }] })) {
        const { status, body } = await save(p('c'), quote({ ...old.attrs, [name]: value }))
        expect(status, name).to.equal(400)
        expect(body.errors.map(({ field }: any) => field)[0]).to.match(new RegExp(`^body\\.content\\.1\\.attrs\\.${name}`))
      }
      expect((await editor.post('/posts', { title: 'new', body: doc(old) })).status, 'a new document').to.equal(400)
    })

    it('what one locale, the live content or a pending draft holds may be saved in each of them', async () => {
      const { id } = (await editor.post('/posts', { title: 'a', status: 'published', words: doc(p('a')), body: doc(p('a')) })).body
      await store('posts', id, 'words__de', doc(MARQUEE))
      expect((await editor.patch(`/posts/${id}?locale=en`, { words: doc(MARQUEE) })).status).to.equal(200)
      await store('posts', id, 'body', doc(MARQUEE))
      expect((await editor.patch(`/posts/${id}`, { status: 'draft', body: doc(p('no marquee')) })).status).to.equal(200)
      expect((await editor.patch(`/posts/${id}`, { status: 'draft', body: doc(p('again'), MARQUEE) })).status).to.equal(200)
      await store('posts', id, 'body', doc(p('live')))
      expect((await editor.patch(`/posts/${id}`, { status: 'published', body: doc(MARQUEE) })).status).to.equal(200)
    })

    it('a value that is not even a text may be saved again, and be replaced', async () => {
      const { id } = (await editor.post('/notes', { title: 'odd' })).body
      await store('notes', id, 'body', { type: 'p', kids: [1] })
      expect((await editor.patch(`/notes/${id}`, { body: { type: 'p', kids: [1] } })).status).to.equal(200)
      expect((await editor.patch(`/notes/${id}`, { body: { type: 'p', kids: [2] } })).status).to.equal(400)
      expect((await editor.patch(`/notes/${id}`, { body: doc(p('a')) })).status).to.equal(200)
    })

    describe('what the stored text no longer holds', () => {
      const H1 = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'a' }] }
      const linkTo = (id: number) => [{ type: 'link', attrs: { collection: 'notes', id } }]
      const linked = (id: number) => ({ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: linkTo(id) }] })

      /** A document that was saved when its field allowed everything, then without that. */
      async function emptied(collection: string, old: object, ...saves: (() => Promise<unknown>)[]): Promise<number> {
        const { id } = (await editor.post(`/${collection}`, { title: 'a' })).body
        await store(collection, id, 'body', old)
        await editor.patch(`/${collection}/${id}`, { title: 'b' })
        const { status } = await editor.patch(`/${collection}/${id}`, { body: doc(p('without')) })
        expect(status).to.equal(200)
        for (const save of saves) await save()
        return id
      }

      it('comes back, for example by an undo, while a version holds it', async () => {
        const id = await emptied('posts', doc(H1, MARQUEE))
        for (const save of [
          () => editor.post(`/posts/${id}/autosave`, { body: doc(p('x'), MARQUEE, H1) }),
          () => editor.patch(`/posts/${id}`, { body: doc(H1), status: 'published' }),
        ]) {
          const { status, text } = await save()
          expect(status, text).to.equal(200)
        }
        const other = await editor.patch(`/posts/${id}`, { body: doc({ type: 'marquee', attrs: { speed: 4 } }) })
        expect(other.body.errors?.map(({ field }: any) => field)).to.deep.equal(['body.content.0.type'])
        const elsewhere = await editor.patch(`/posts/${id}`, { group: { body: doc(MARQUEE) } })
        expect(elsewhere.status, 'in another field').to.equal(400)
      })

      it('links and mentions of documents that were deleted since come back too', async () => {
        const target = (await editor.post('/notes', { title: 'target' })).body.id
        const { id } = (await editor.post('/posts', { title: 'a', body: doc(linked(target)) })).body
        await editor.delete(`/notes/${target}`)
        await editor.patch(`/posts/${id}`, { body: doc(p('without')) })
        expect((await editor.patch(`/posts/${id}`, { body: doc(p('x'), linked(target)) })).status).to.equal(200)
        const invented = await editor.patch(`/posts/${id}`, { body: doc(linked(target), linked(9998)) })
        expect(invented.body.errors?.map(({ field }: any) => field)).to.deep.equal(['body.content.1.content.0.marks.0.attrs.id'])
      })

      it('is new again where no version holds it, and once newer versions have displaced it', async () => {
        const note = await emptied('notes', doc(H1))
        expect((await editor.patch(`/notes/${note}`, { body: doc(H1) })).status).to.equal(400)
        const saves = Array.from({ length: 20 }, (_, n) => () => editor.patch(`/posts/${post}`, { title: `${n}` }))
        const post: number = await emptied('posts', doc(H1))
        for (const save of saves) await save()
        expect((await editor.patch(`/posts/${post}`, { body: doc(H1) })).status).to.equal(400)
      })

      it('a copy may contain what its original does, in every locale, and nothing else', async () => {
        const target = (await editor.post('/notes', { title: 'target' })).body.id
        const old = doc(H1, MARQUEE, linked(target))
        for (const collection of ['posts', 'notes']) {
          const { id } = (await editor.post(`/${collection}`, { title: 'a' })).body
          await store(collection, id, 'body', old)
          await store(collection, id, 'words__de', doc(MARQUEE))
          await editor.delete(`/notes/${target}`)
          const copy = (options: string, body: object = old) =>
            editor.post(`/${collection}?depth=0&locale=all&${options}`, { body, words: { en: null, de: doc(MARQUEE) } })
          const { status, body, text } = await copy(`copyOf=${id}`)
          expect(status, text).to.equal(201)
          expect([body.body, body.words.de]).to.deep.equal([old, doc(MARQUEE)])
          expect((await copy('draft=true')).status).to.equal(400)
          expect((await copy(`copyOf=${id}`, doc({ type: 'blink' }))).status).to.equal(400)
          expect((await copy('copyOf=99999')).status, 'an original that is gone').to.equal(400)
          expect((await copy('copyOf=x')).body.errors[0].field).to.equal('copyOf')
          const local = await started.cms.create(collection, { body: doc(H1) }, { copyOf: id })
          expect(local.body).to.deep.equal(doc(H1))
        }
      })

      it('a version or an original that the caller may not read allows nothing', async () => {
        const { id } = (await editor.post('/secrets', { title: 'secret' })).body
        await store('secrets', id, 'body', doc(MARQUEE))
        await started.cms.update('secrets', id, { title: 'secret still' })
        await started.cms.update('secrets', id, { title: 'open', body: doc(p('without')) })
        const refused = (await editor.post(`/secrets?copyOf=${id}`, { title: 'open', body: doc(MARQUEE) })).status
        const back = (await editor.patch(`/secrets/${id}`, { body: doc(MARQUEE) })).status
        expect([refused, back]).to.deep.equal([400, 400])
      })
    })

    it('restoring a version keeps everything', async () => {
      const { id } = (await editor.post('/posts', { title: 'a', status: 'published', body: doc(p('a')) })).body
      await store('posts', id, 'body', doc(MARQUEE, quote({ text: 'much too long' })))
      await editor.patch(`/posts/${id}`, { title: 'b', status: 'published' })
      await editor.patch(`/posts/${id}`, { body: doc(p('c')), status: 'published' })
      const versions = (await editor.get(`/posts/${id}/versions`)).body
      const list = versions.docs ?? versions
      const withMarquee = []
      for (const { id: version } of list) {
        const { text } = await editor.get(`/posts/${id}/versions/${version}`)
        if (text.includes('marquee')) withMarquee.push(version)
      }
      const restored = await editor.post(`/posts/${id}/versions/${withMarquee[0]}/restore`)
      expect(restored.status, restored.text).to.equal(200)
      expect(restored.body.body.content[0]).to.deep.equal(MARQUEE)
    })

    it('previews are lenient', async () => {
      const { status, body } = await editor.post('/posts/preview', { body: doc(MARQUEE) })
      expect([status, body.doc?.body?.content[0]]).to.deep.equal([200, MARQUEE])
    })
  })
})
