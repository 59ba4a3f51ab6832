/** Texts from before galley knew what they point to: the next migration collects their documents, once. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving } from './evolving.ts'

const LOCALES = { localization: { locales: ['en', 'th'], defaultLocale: 'en' } }
const block = { slug: 'card', fields: [{ name: 'tag', type: 'relationship', to: 'tags' }] }
const body = { name: 'body', type: 'richText', blocks: [block] }
const COLLECTIONS = [
  { slug: 'tags', fields: [{ name: 'name' }] },
  {
    slug: 'posts',
    drafts: true,
    fields: [
      { name: 'title' },
      body,
      { name: 'words', type: 'richText', localized: true },
      { name: 'rows', type: 'array', fields: [body] },
    ],
  },
]

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const link = (id: number) => ({
  type: 'paragraph',
  content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { collection: 'tags', id } }] }],
})
const card = (tag: number) => ({ type: 'contentBlock', attrs: { blockType: 'card', tag } })

for (const database of DATABASES)
  describe(`migrations: the documents in rich text with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const usesOf = async (id: number) =>
      (await site.cms.references('tags', id)).references.flatMap(({ fields, draft }: any) => fields.map((field: string) => [field, draft]))

    /** As the database was before: no references of texts, and tables that don't say which values are texts. */
    async function forget(): Promise<void> {
      const { store } = site.cms.engine
      const { table, quote: q } = store.dialect
      const [row] = await store.read(`select ${q('value')} as "value" from ${table('$model')} where ${q('key')} = 'model'`)
      const model = JSON.stringify(JSON.parse(row!['value']), (key, value) => (key === 'text' && value?.blocks ? undefined : value))
      await store.commit({
        writes: [
          { kind: 'delete', sql: `delete from ${table('$references')}`, values: [] },
          { kind: 'update', sql: `update ${table('$model')} set ${q('value')} = ? where ${q('key')} = 'model'`, values: [model] },
        ],
      })
    }

    it('are collected once, live and pending, in every locale and in rows', async () => {
      await site.migrate(COLLECTIONS, LOCALES)
      const { cms } = site
      const tags: number[] = []
      for (let n = 0; n < 6; n++) tags.push(((await cms.create('tags', { name: `${n}` })) as any).id)
      const { id } = (await cms.create('posts', {
        status: 'published',
        body: doc(link(tags[0]!), card(tags[1]!)),
        words: doc(link(tags[2]!)),
        rows: [{ body: doc(link(tags[3]!)) }],
      })) as any
      await cms.in('th').update('posts', id, { words: doc(link(tags[4]!)) })
      await cms.update('posts', id, { status: 'draft', body: doc(card(tags[5]!)) })
      const found = () => Promise.all(tags.map(usesOf))
      const wanted = [
        [['body', false]],
        [['body', false]],
        [['words', false]],
        [['rows.body', false]],
        [['words', false]],
        [['body', true]],
      ]
      expect(await found()).to.deep.equal(wanted)
      await forget()
      expect(await found()).to.deep.equal(wanted.map(() => []))
      const changes = await site.migrate(COLLECTIONS, LOCALES)
      expect(changes).to.have.members(
        ['body', 'words__en', 'words__th', 'rows'].map(
          (column) => `collect the documents that 'posts.${column}' points to, so that their uses are known`,
        ),
      )
      expect(await found()).to.deep.equal(wanted)
      expect(await site.migrate(COLLECTIONS, LOCALES)).to.deep.equal([])
    })
  })
