/** Links, mentions and blocks in rich text follow collections and block types that are renamed: live, pending, and in versions. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving } from './evolving.ts'

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const link = (collection: string, id: number) => ({
  type: 'paragraph',
  content: [
    { type: 'text', text: 'a', marks: [{ type: 'link', attrs: { collection, id } }] },
    { type: 'mention', attrs: { collection, id } },
  ],
})
const card = (blockType: string, attrs: object = {}) => ({ type: 'contentBlock', attrs: { blockType, id: 'c', ...attrs } })

const tags = (slug: string, renamedFrom?: string) => ({ slug, fields: [{ name: 'name' }], ...(renamedFrom && { renamedFrom }) })
const posts = (block: object, more: object = {}) => {
  const body = { name: 'body', type: 'richText', blocks: [block] }
  return {
    slug: 'posts',
    drafts: true,
    versions: true,
    fields: [body, { name: 'rows', type: 'array', fields: [body] }, { name: 'plain', type: 'json' }],
    ...more,
  }
}
const block = (slug: string, renamedFrom?: string) => ({
  slug,
  ...(renamedFrom && { renamedFrom }),
  fields: [{ name: 'note' }, { name: 'more', type: 'richText' }],
})

for (const database of DATABASES)
  describe(`migrations: renamed collections and blocks in rich text with ${database.name} @long`, function () {
    this.timeout(60_000)
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const contentOf = async (draft: boolean, collection = 'posts') => {
      const { body, rows, plain } = (await site.cms.findById(collection, 1, { draft, depth: 0 })) as any
      return { body, rows: rows.map((row: any) => row.body), plain }
    }
    /** What the versions hold besides `plain`, as JSON. */
    const versions = async () => {
      const { docs } = await site.cms.findVersions('posts', 1)
      const all = await Promise.all(docs.map(({ id }: any) => site.cms.findVersion('posts', 1, id)))
      return JSON.stringify(all.map(({ data }: any) => ({ ...data, plain: null })))
    }
    const uses = async (collection: string, id: number) =>
      (await site.cms.references(collection, id)).references.map(({ collection: from, fields, draft }: any) => [from, fields, draft])

    it('links and mentions name the new slug, and json of the same shape stays', async () => {
      await site.migrate([tags('tags'), posts(block('card'))])
      for (const name of ['a', 'b']) await site.cms.create('tags', { name })
      const text = (slug: string, id: number) => doc(link(slug, id), card('card', { more: doc(link(slug, id)) }))
      await site.cms.create('posts', {
        status: 'published',
        body: text('tags', 1),
        rows: [{ body: text('tags', 1) }],
        plain: text('tags', 1),
      })
      await site.cms.update('posts', 1, { status: 'draft', body: text('tags', 2) })
      await site.migrate([tags('topics', 'tags'), posts(block('card'))])
      const live = { body: text('topics', 1), rows: [text('topics', 1)], plain: text('tags', 1) }
      expect(await contentOf(false)).to.deep.equal(live)
      expect(await contentOf(true)).to.deep.equal({ ...live, body: text('topics', 2) })
      expect(await versions())
        .to.include('"collection":"topics"')
        .and.not.include('"collection":"tags"')
      expect(await uses('topics', 1)).to.deep.equal([['posts', ['body', 'rows.body'], false]])
      expect(await uses('topics', 2)).to.deep.equal([['posts', ['body'], true]])
      const read = (await site.cms.findById('posts', 1, { depth: 1 })) as any
      expect(read.body.content[0].content[1].attrs.value).to.deep.include({ id: 1, name: 'a' })
      await site.cms.update('posts', 1, { status: 'published', body: text('topics', 2) })
    })

    it('collections that swap their names, one of which holds the text and its column is renamed too', async () => {
      const articles = (fields: string, slug: string, renamedFrom?: string) => ({
        slug,
        ...(renamedFrom && { renamedFrom }),
        fields: [{ name: fields, type: 'richText', ...(fields === 'words' && { renamedFrom: 'body' }) }],
      })
      await site.migrate([articles('body', 'one'), tags('two')])
      await site.cms.create('two', { name: 'a' })
      await site.cms.create('one', { body: doc(link('two', 1)) })
      await site.cms.update('one', 1, { body: doc(link('two', 1), link('one', 1)) })
      await site.migrate([articles('words', 'two', 'one'), tags('one', 'two')])
      expect(((await site.cms.findById('two', 1, { depth: 0 })) as any).words).to.deep.equal(doc(link('one', 1), link('two', 1)))
      expect(await uses('one', 1)).to.deep.equal([['two', ['words'], false]])
    })

    it('blocks are read and saved by the new slug of their type', async () => {
      await site.migrate([tags('tags'), posts(block('card'))])
      const text = (slug: string, note: string) => doc({ type: 'paragraph' }, card(slug, { note }))
      await site.cms.create('posts', { status: 'published', body: text('card', 'a'), rows: [{ body: text('card', 'b') }] })
      await site.cms.update('posts', 1, { status: 'draft', body: text('card', 'c') })
      await site.migrate([tags('tags'), posts(block('box', 'card'))])
      expect(await contentOf(false)).to.deep.equal({ body: text('box', 'a'), rows: [text('box', 'b')], plain: null })
      expect((await contentOf(true)).body).to.deep.equal(text('box', 'c'))
      expect(await versions())
        .to.include('"blockType":"box"')
        .and.not.include('"blockType":"card"')
      await site.cms.update('posts', 1, { status: 'published', ...(await contentOf(true)), rows: [] })
      expect((await site.raw('posts', 1))['body']).to.deep.equal(text('box', 'c'))
    })
  })
