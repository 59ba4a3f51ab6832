/** Documents and files inside rich text count like relations: they must exist, they are found by "where used", and reads fill them in. */

import { expect } from 'chai'
import { because } from '../../schema/reasons.ts'
import { png } from '../harness/files.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start, temporaryFile } from '../harness/start.ts'

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const p = (...content: unknown[]) => ({ type: 'paragraph', content })
const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const link = (collection: string, id: number) => text('link', { type: 'link', attrs: { collection, id } })
const mention = (collection: string, id: number) => ({ type: 'mention', attrs: { collection, id } })
const image = (media: number) => ({ type: 'image', attrs: { media, alt: 'a' } })
const card = (attrs: object) => ({ type: 'contentBlock', attrs: { blockType: 'card', id: 'c', ...attrs } })

describe('features/rich text: references', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser
    let picture: number
    const tags: number[] = []

    before(async () => {
      const block = {
        slug: 'card',
        fields: [
          { name: 'tag', type: 'relationship', to: 'tags' },
          { name: 'rows', type: 'array', fields: [{ name: 'tags', type: 'relationship', to: 'tags', hasMany: true }] },
          { name: 'more', type: 'richText' },
        ],
      }
      const body = { name: 'body', type: 'richText', blocks: [block] }
      const fields: any[] = [
        { name: 'title' },
        { name: 'slug', type: 'slug', from: 'title' },
        body,
        { name: 'words', type: 'richText', localized: true },
        { name: 'rows', type: 'array', fields: [body] },
        { name: 'parts', type: 'blocks', blocks: [{ slug: 'text', fields: [body] }] },
        { name: 'group', type: 'group', fields: [body] },
      ]
      started = await start(host, database, {
        upload: { dir: temporaryFile('-files') },
        localization: { locales: ['en', 'de'], defaultLocale: 'en' },
        collections: [
          { slug: 'posts', drafts: true, versions: true, trash: true, access: { read: 'published' }, fields },
          {
            slug: 'tags',
            fields: [
              { name: 'name', localized: true },
              { name: 'note', access: { read: 'admin' } },
            ],
            access: { read: 'anyone' },
          },
          { slug: 'secrets', fields: [{ name: 'name' }], access: { read: 'admin' } },
        ],
        globals: [{ slug: 'site', access: { read: 'anyone' }, fields }],
      })
      await makeUser(started.cms, 'ed@example.org', { role: 'editor' })
      editor = await new Browser(started.listener).login('ed@example.org')
      for (const name of ['one', 'two', 'three', 'four']) tags.push(((await started.cms.create('tags', { name, note: 'n' })) as any).id)
      await started.cms.create('secrets', { name: 'secret' })
      picture = (await editor.upload(await png(), 'a.png')).body.id
    })
    after(() => end(started?.cms))

    const usesOf = async (slug: string, id: number): Promise<string[]> =>
      (await started.cms.references(slug as never, id)).references.flatMap((use: any) =>
        use.fields.map((field: string) => `${use.collection ?? use.global} ${field}${use.draft ? ' (draft)' : ''}`),
      )

    const post = async (data: object) => {
      const { body, status } = await editor.post('/posts', { status: 'published', ...data })
      expect(status, JSON.stringify(body)).to.equal(201)
      return body
    }
    const tag = async (name = 'new') => ((await started.cms.create('tags', { name, note: 'n' })) as any).id as number
    const read = async (path: string) => (await new Browser(started.listener).get(path)).body

    const PLACES: [place: string, field: string, holding: (id: number) => object][] = [
      ['a link', 'body', (id) => ({ body: doc(p(link('tags', id))) })],
      ['a mention', 'body', (id) => ({ body: doc(p(mention('tags', id))) })],
      ['a nested node', 'body', (id) => ({ body: doc({ type: 'blockquote', content: [p(link('tags', id))] }) })],
      ['a block', 'body', (id) => ({ body: doc(card({ tag: id })) })],
      ['rows of a block', 'body', (id) => ({ body: doc(card({ rows: [{ tags: [id] }] })) })],
      ['a text of a block', 'body', (id) => ({ body: doc(card({ more: doc(p(link('tags', id))) })) })],
      ['a language', 'words', (id) => ({ words: doc(p(link('tags', id))) })],
      ['rows', 'rows.body', (id) => ({ rows: [{}, { body: doc(p(link('tags', id))) }] })],
      ['blocks', 'parts.text.body', (id) => ({ parts: [{ blockType: 'text', body: doc(card({ tag: id })) }] })],
      ['a group', 'group.body', (id) => ({ group: { body: doc(p(mention('tags', id))) } })],
    ]

    for (const [place, field, holding] of PLACES)
      it(`in ${place}: found where it is used, and filled in`, async () => {
        const id = await tag('named')
        const { id: from } = await post(holding(id))
        expect(await usesOf('tags', id)).to.deep.equal([`posts ${field}`])
        for (const path of [`/posts/${from}?depth=1`, `/posts/${from}`]) {
          const shown = JSON.stringify(await read(path))
          expect(shown, path).to.include('"name":"named"').and.not.include('"note"')
        }
        const [listed] = (await read(`/posts?where[id][equals]=${from}`)).docs
        expect(listed).to.deep.equal(await read(`/posts/${from}`))
        expect(JSON.stringify(await read(`/posts/${from}?depth=0`))).to.not.include('named')
        const local = await started.cms.as(null).findById('posts', from)
        expect(JSON.parse(JSON.stringify(local))).to.deep.equal(await read(`/posts/${from}`))
        const again = await editor.patch(`/posts/${from}`, await read(`/posts/${from}`))
        expect(again.status, again.text).to.equal(200)
        expect(JSON.stringify(await read(`/posts/${from}?depth=0`)))
          .to.not.include('named')
          .and.not.include('"value"')
        await started.cms.update('posts', from, holding(tags[0]!))
        expect(await usesOf('tags', id)).to.deep.equal([])
        await started.cms.update('posts', from, { body: null, words: null, rows: [], parts: [], group: null })
        expect(await usesOf('tags', id)).to.deep.equal([])
      })

    it('files count, in images and in links to files', async () => {
      const { id } = await post({ body: doc(image(picture), { type: 'file', attrs: { media: picture } }) })
      expect(await usesOf('media', picture)).to.deep.equal(['posts body'])
      const { content } = (await read(`/posts/${id}`)).body
      expect(content[0].attrs).to.deep.include({ media: picture, alt: 'a' })
      expect(content[0].attrs.value).to.include({ id: picture, mimeType: 'image/png' })
      expect(content[1].attrs.value.url).to.equal(content[0].attrs.value.url)
      expect((await read(`/posts/${id}?depth=0`)).body.content[0].attrs).to.deep.equal({ media: picture, alt: 'a' })
    })

    it('a reader gets what they may read, in their language, and null otherwise', async () => {
      const both = await tag('english')
      await editor.patch(`/tags/${both}?locale=de`, { name: 'deutsch' })
      const draft = (await editor.post('/posts', { title: 'draft' })).body.id
      const { id } = (await started.cms
        .create('posts', {
          status: 'published',
          body: doc(p(link('secrets', 1), link('tags', both), link('posts', draft), link('tags', 9999), link('nowhere', 1))),
        })
        .catch((error) => error)) as any
      expect(id, 'two of them do not exist').to.equal(undefined)
      const made = (await started.cms.create('posts', {
        status: 'published',
        body: doc(p(link('secrets', 1), link('tags', both), link('posts', draft))),
      })) as any
      const values = (one: any) =>
        one.body.content[0].content.map((node: any) => node.marks[0].attrs.value?.name ?? node.marks[0].attrs.value?.title ?? null)
      expect(values(await read(`/posts/${made.id}`))).to.deep.equal([null, 'english', null])
      expect(values(await read(`/posts/${made.id}?locale=de`))).to.deep.equal([null, 'deutsch', null])
      expect(values((await editor.get(`/posts/${made.id}?draft=true`)).body)).to.deep.equal([null, 'english', 'draft'])
      expect(values(await started.cms.findById('posts', made.id, { draft: true }))).to.deep.equal(['secret', 'english', 'draft'])
    })

    it('a new target must exist for the caller; one that is stored may stay, even after it is gone', async () => {
      const refused = async (data: object) => {
        const { status, body } = await editor.post('/posts', data)
        return [status, body.errors?.[0]]
      }
      const missing = (field: string, collection: string, id: number) => [
        400,
        { field, ...because('no-such-document', { collection, id }), code: 'NO_SUCH_TARGET' },
      ]
      expect(await refused({ body: doc(p(link('tags', 9999))) })).to.deep.equal(
        missing('body.content.0.content.0.marks.0.attrs.id', 'tags', 9999),
      )
      expect(await refused({ body: doc(p(link('secrets', 1))) })).to.deep.equal(
        missing('body.content.0.content.0.marks.0.attrs.id', 'secrets', 1),
      )
      expect(await refused({ body: doc(p(mention('nowhere', 1))) })).to.deep.equal(
        missing('body.content.0.content.0.attrs.id', 'nowhere', 1),
      )
      expect(await refused({ body: doc(image(9999)) })).to.deep.equal(missing('body.content.0.attrs.media', 'media', 9999))
      expect(await refused({ body: doc(card({ tag: 9999 })) })).to.deep.equal(missing('body.content.0.attrs.tag', 'tags', 9999))
      const gone = await tag()
      const { id } = await post({ body: doc(p(link('tags', gone))) })
      await started.cms.update('posts', id, { words: doc(p(link('secrets', 1))) })
      await started.cms.delete('tags', gone)
      const shown = await read(`/posts/${id}`)
      expect(shown.body.content[0].content[0].marks[0].attrs).to.deep.equal({ collection: 'tags', id: gone, value: null })
      const saved = await editor.patch(`/posts/${id}`, {
        body: doc(p(text('more ')), ...shown.body.content),
        words: doc(p(link('secrets', 1))),
      })
      expect(saved.status, saved.text).to.equal(200)
    })

    it('in the trash: a target shows nothing and takes no new links, a text is no use; both count again once they are back', async () => {
      const target = (await post({ title: 'target' })).id
      const body = doc(p(mention('posts', target)), image(picture))
      const { id } = await post({ body })
      const mentioned = async () => (await editor.get(`/posts/${id}?depth=1`)).body.body.content[0].content[0].attrs.value
      expect(await mentioned()).to.include({ id: target })
      await editor.delete(`/posts/${target}`)
      expect(await mentioned()).to.equal(null)
      expect(
        (await editor.patch(`/posts/${id}`, { body: doc(p(text('kept '), mention('posts', target)), image(picture)) })).status,
      ).to.equal(200)
      expect((await editor.post('/posts', { status: 'published', body: doc(p(mention('posts', target))) })).body.errors[0]).to.include({
        field: 'body.content.0.content.0.attrs.id',
        code: 'NO_SUCH_TARGET',
      })
      await editor.post(`/posts/${target}/recover`)
      expect(await usesOf('posts', target)).to.deep.equal(['posts body'])
      const before = await usesOf('media', picture)
      await editor.delete(`/posts/${id}`)
      expect(await usesOf('posts', target)).to.deep.equal([])
      expect(await usesOf('media', picture)).to.have.length(before.length - 1)
      expect((await editor.post(`/posts/${id}/recover`)).status).to.equal(200)
      expect(await usesOf('posts', target)).to.deep.equal(['posts body'])
      expect(await usesOf('media', picture)).to.have.members(before)
    })

    it('a text may come back from the trash after what it names is gone', async () => {
      const target = (await post({ title: 'target' })).id
      const { id } = await post({ body: doc(p(mention('posts', target))) })
      await editor.delete(`/posts/${id}`)
      for (let time = 0; time < 2; time++) await editor.delete(`/posts/${target}`)
      expect((await editor.get(`/posts/${target}?trash=true`)).status).to.equal(404)
      expect((await editor.post(`/posts/${id}/recover`)).status).to.equal(200)
      const back = (await editor.get(`/posts/${id}?depth=1`)).body.body
      expect(back.content[0].content[0].attrs).to.deep.equal({ collection: 'posts', id: target, value: null })
    })

    it('pending drafts are uses of their own, until they are live or gone', async () => {
      const [live, pending] = [await tag(), await tag()]
      const { id } = await post({ body: doc(p(link('tags', live))) })
      await editor.patch(`/posts/${id}`, { status: 'draft', body: doc(p(link('tags', pending))) })
      expect([await usesOf('tags', live), await usesOf('tags', pending)]).to.deep.equal([['posts body'], ['posts body (draft)']])
      await editor.patch(`/posts/${id}`, { status: 'draft', body: doc(p(text('none'))) })
      expect(await usesOf('tags', pending)).to.deep.equal([])
      await editor.patch(`/posts/${id}`, { status: 'draft', body: doc(card({ tag: pending })) })
      await editor.patch(`/posts/${id}`, { status: 'published' })
      expect([await usesOf('tags', live), await usesOf('tags', pending)]).to.deep.equal([[], ['posts body']])
      await started.cms.delete('posts', id)
      await started.cms.delete('posts', id)
      expect(await usesOf('tags', pending)).to.deep.equal([])
    })

    it('every language counts, and those of others stay when one is saved', async () => {
      const [english, german] = [await tag(), await tag()]
      const { id } = await post({ words: doc(p(link('tags', english))) })
      await editor.patch(`/posts/${id}?locale=de`, { words: doc(p(link('tags', german))) })
      expect([await usesOf('tags', english), await usesOf('tags', german)]).to.deep.equal([['posts words'], ['posts words']])
      await editor.patch(`/posts/${id}`, { words: doc(p()) })
      expect([await usesOf('tags', english), await usesOf('tags', german)]).to.deep.equal([[], ['posts words']])
      const all = (await editor.get(`/posts/${id}?locale=all`)).body
      expect(all.words.de.content[0].content[0].marks[0].attrs.value.id).to.equal(german)
    })

    it('globals too; and a link follows a document whose slug changes', async () => {
      const { id, slug } = await post({ title: 'old name' })
      await editor.patch('/globals/site', { body: doc(p(link('posts', id))) })
      const linked = async () => (await read('/globals/site')).body.content[0].content[0].marks[0].attrs.value
      expect((await linked()).slug).to.equal(slug)
      await editor.patch(`/posts/${id}`, { slug: 'new-name' })
      expect((await linked()).slug).to.equal('new-name')
      expect(await usesOf('posts', id)).to.deep.equal(['site body'])
    })

    it('deeper levels are filled in too', async () => {
      const inner = await post({ title: 'inner', body: doc(p(link('tags', tags[0]!))) })
      const outer = await post({ title: 'outer', body: doc(p(link('posts', inner.id))) })
      const marks = (one: any) => one.body.content[0].content[0].marks[0].attrs
      const one = await read(`/posts/${outer.id}?depth=1`)
      expect(marks(marks(one).value)).to.deep.equal({ collection: 'tags', id: tags[0] })
      const two = await read(`/posts/${outer.id}?depth=2`)
      expect(marks(marks(two).value).value.name).to.equal('one')
    })

    it('a text that is printed in slices is filled in as an object is, in a column and in rows @long', async () => {
      const long = doc(
        ...Array.from({ length: 1500 }, (_, n) => p(link('tags', tags[n % 4]!), link('secrets', 1), mention('tags', tags[0]!))),
        card({ tag: tags[1], more: doc(p(link('tags', tags[2]!))) }),
      )
      for (const data of [{ body: long }, { rows: [{ body: long }] }]) {
        const { id } = (await started.cms.create('posts', { ...data, status: 'published' })) as any
        const local = JSON.stringify(await started.cms.as(null).findById('posts', id))
        const [printed] = (await read(`/posts?where[id][equals]=${id}`)).docs
        expect(JSON.stringify(printed)).to.equal(local)
        expect(JSON.stringify(await read(`/posts/${id}`))).to.equal(local)
        expect([...local.matchAll(/"name":"(?:one|two|three|four)"/g)]).to.have.length(3002)
        expect(local).to.include('"value":null').and.not.include('secret"')
      }
    })

    it('after random edits, the references are exactly those of what is stored @long', async () => {
      const { id } = await post({ title: 'random' })
      const own = [await tag(), await tag(), await tag()]
      let seed = 7
      const draw = (most: number) => {
        seed = (seed * 48_271) % 2_147_483_647
        return seed % most
      }
      const piece = () => {
        const one = own[draw(own.length)]!
        return [p(link('tags', one)), p(mention('tags', one)), card({ tag: one }), p(text('a'))][draw(4)]
      }
      const pieces = () => doc(...Array.from({ length: draw(3) }, piece))
      const FIELDS = { body: 'body', rows: 'rows.body', words: 'words' }
      for (let n = 0; n < 25; n++) {
        const change = [
          () => ({ body: pieces() }),
          () => ({ rows: Array.from({ length: draw(3) }, () => ({ body: pieces() })) }),
          () => ({ words: doc(p(link('tags', own[draw(own.length)]!))) }),
        ][draw(3)]!()
        const saved = await editor.patch(`/posts/${id}?locale=${['en', 'de'][draw(2)]}`, {
          ...change,
          status: ['draft', 'published'][draw(2)],
        })
        expect(saved.status, saved.text).to.equal(200)
        const [live, pending] = (await Promise.all(
          [false, true].map((draft) => started.cms.findById('posts', id, { draft, depth: 0, locale: 'all' })),
        )) as any[]
        for (const one of own) {
          const holds = (value: unknown) => new RegExp(`"(?:id|tag)":${one}[,}]`).test(JSON.stringify(value))
          const wanted = Object.entries(FIELDS).flatMap(([name, path]) =>
            holds(live[name]) ? [`posts ${path}`] : holds(pending[name]) ? [`posts ${path} (draft)`] : [],
          )
          const uses = (await started.cms.references('tags', one)).references as any[]
          const found = uses.flatMap(({ fields, draft }) => fields.map((field: string) => `posts ${field}${draft ? ' (draft)' : ''}`))
          const plain = (list: string[]) => list.map((use) => use.replace(' (draft)', '')).sort()
          expect(plain(found), `edit ${n}`).to.deep.equal(plain(wanted))
        }
      }
    })
  })
})
