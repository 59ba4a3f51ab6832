/** `select`: every door shows the same values as without it, and reads only their columns where nothing else needs the others. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { driversFor, end, startCms } from '../harness/start.ts'

const fields = [
  { name: 'title', localized: true },
  { name: 'views', type: 'number' },
  { name: 'tags', type: 'select', options: ['a', 'b'], hasMany: true },
  { name: 'author', type: 'relationship', to: 'authors' },
  { name: 'readers', type: 'relationship', to: 'authors', hasMany: true },
  {
    name: 'seo',
    type: 'group',
    fields: [
      { name: 'headline', localized: true },
      { name: 'rank', type: 'number' },
    ],
  },
  { name: 'rows', type: 'array', fields: [{ name: 'note', localized: true }] },
  { name: 'body', type: 'richText' },
]
const secret = { name: 'secret', access: { read: ({ data }: any) => data?.views > 1 } }

/** Each kind of collection, with what a read of the title alone needs besides it. */
const KINDS: Record<string, { more: object; needs: RegExp | undefined }> = {
  plain: { more: { fields }, needs: undefined },
  drafted: { more: { fields, drafts: true }, needs: undefined },
  hooked: { more: { fields, hooks: { afterRead: [({ doc }: any) => ({ ...doc, seen: Object.keys(doc) })] } }, needs: /"views"/ },
  ruled: { more: { fields: [...fields, secret] }, needs: /"views"/ },
}
const access = { read: () => true }
const config = {
  localization: { locales: ['en', 'th'] },
  collections: [
    { slug: 'authors', access, fields: [{ name: 'name' }] },
    ...Object.entries(KINDS).map(([slug, { more }]) => ({ slug, access, ...more })),
  ],
} as object

const NAMES = ['createdAt', 'updatedAt', ...fields.map(({ name }) => name)]
const SELECTIONS = [['id'], ...NAMES.map((name) => [name]), ['seo', 'title'], ['body', 'views', 'readers'], NAMES]
const VIEWS = [{}, { locale: 'th' }, { locale: 'th', fallbackLocale: false }, { locale: 'all' }, { depth: 0 }, { draft: true }]

for (const database of driversFor('query/select'))
  describe(`query: select with ${database.name}`, () => {
    let cms: Handle
    before(async () => {
      cms = await startCms(database, config)
      for (const name of ['Ann', 'Bo']) await cms.create('authors', { name })
      for (const slug of Object.keys(KINDS)) {
        const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] }
        const { id } = await cms.create(slug, {
          ...{ title: 'One', views: 3, tags: ['a', 'b'], author: 1, readers: [2, 1], rows: [{ note: 'first' }], body, status: 'published' },
          seo: { headline: 'Head', rank: 2 },
        } as object)
        await cms.update(slug, id as number, { title: 'หนึ่ง', seo: { headline: '' } } as object, { locale: 'th' })
        await cms.create(slug, { title: 'Empty', status: 'published' } as object)
        if (slug === 'drafted') await cms.update(slug, id as number, { title: 'Pending', views: 4 } as object, { draft: true } as object)
      }
    })
    after(() => end(cms))

    for (const slug of Object.keys(KINDS))
      it(`shows what is shown without it: ${slug}`, async () => {
        for (const reader of [cms, cms.as(null)])
          for (const view of VIEWS) {
            if ('draft' in view && slug !== 'drafted') continue
            const { docs } = await reader.find(slug, view as object)
            for (const select of SELECTIONS) {
              const picked = docs.map((doc: any) =>
                Object.fromEntries(Object.entries(doc).filter(([name]) => name === 'id' || select.includes(name))),
              )
              const options = { ...view, select } as object
              const message = JSON.stringify(options)
              const found = (await reader.find(slug, options)).docs
              expect(
                found.map(({ seen: _, ...doc }: any) => doc),
                message,
              ).to.deep.equal(picked)
              const { seen: _, ...one } = (await reader.findById(slug, docs[0]!['id'] as number, options)) as any
              expect(one, message).to.deep.equal(picked[0])
            }
          }
      })

    it('gives hooks the whole document', async () => {
      const [all, picked] = (await Promise.all(
        [{}, { select: ['title'] }].map(async (options) => (await cms.find('hooked', options as object)).docs[0]),
      )) as any[]
      expect(picked.seen).to.deep.equal(all.seen)
      expect(Object.keys(picked)).to.deep.equal(['id', 'title', 'seen'])
    })

    for (const [slug, { needs }] of Object.entries(KINDS))
      it(`reads the columns that are shown${needs ? ', and those that hooks or rules may need' : ''}: ${slug}`, async () => {
        const { store } = cms.engine
        const query = store.query.bind(store)
        const statements: string[] = []
        store.query = (given, ...more) => {
          statements.push(given.sql)
          return query(given, ...more)
        }
        await cms.as(null).find(slug, { select: ['title'], depth: 0 } as object)
        await cms.as(null).findById(slug, 1, { select: ['title'], depth: 0 } as object)
        store.query = query
        expect(statements).to.have.length(2)
        for (const sql of statements) {
          expect(sql).to.match(/"title__en"/)
          if (needs) expect(sql).to.match(needs)
          else expect(sql).to.not.match(/"(views|body|rows|seo\$rank)"/)
        }
      })
  })
