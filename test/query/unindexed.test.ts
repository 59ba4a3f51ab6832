/** Lists that no index serves: which they are, that the index advised for each would serve it, and who gets to know. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import type { UnindexedList } from '../../lib/query/unindexed.ts'
import { DATABASES, driversFor, end, HOSTS, lasting, start, startCms } from '../harness/start.ts'

const fields = [
  { name: 'title', localized: true },
  { name: 'code', index: true },
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'views', type: 'number' },
  { name: 'isFeatured', type: 'boolean' },
  { name: 'on', type: 'date', index: true },
  { name: 'author', type: 'relationship', to: 'authors' },
  { name: 'tags', type: 'relationship', to: 'authors', hasMany: true },
  { name: 'labels', type: 'select', options: ['a', 'b'], hasMany: true },
  { name: 'rows', type: 'array', fields: [{ name: 'text' }, { name: 'note', localized: true }] },
  { name: 'blocks', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'caption' }] }] },
  { name: 'seo', type: 'group', fields: [{ name: 'headline' }] },
]

const KINDS: Record<string, object> = { plain: {}, drafted: { drafts: true }, kept: { drafts: true, trash: true } }

const collections = (indexes: readonly (readonly string[])[] = [], index = false): any[] => [
  { slug: 'authors', access: { read: () => true }, fields: [{ name: 'name' }] },
  ...Object.entries(KINDS).map(([slug, more]) => ({
    slug,
    access: { read: () => true },
    fields: fields.map((field) => (field.name === 'labels' ? { ...field, index } : field)),
    ...more,
    ...(indexes.length > 0 && { indexes }),
  })),
]

/** Served by the indexes that every collection has, or that its fields ask for. */
const SERVED: object[] = [
  {},
  { sort: '-on' },
  { sort: 'code' },
  { where: { id: { in: [1, 2] } }, sort: 'views' },
  { sort: 'id' },
  { where: { id: { gt: 3 } }, sort: '-id' },
  { where: { slug: { equals: 'a' } }, sort: 'views' },
  { where: { code: { equals: 'a' } } },
  { where: { author: { equals: 1 } } },
  { where: { on: { lte: '2026-01-01' } }, sort: '-on' },
  { where: { on: { gt: '2025-01-01', lte: '2026-01-01' } }, sort: '-on' },
]

/** What no index serves, and the index that would. */
const UNSERVED: [query: object, reads: UnindexedList['reads'], index?: string[]][] = [
  [{ sort: 'views' }, 'all', ['views']],
  [{ sort: 'createdAt' }, 'all', ['createdAt']],
  [{ sort: 'on' }, 'all', ['on']],
  [{ sort: '-views,code' }, 'all', ['-views', 'code']],
  [{ sort: 'seo.headline' }, 'all', ['seo.headline']],
  [{ sort: 'title' }, 'all', ['title']],
  [{ where: { isFeatured: { equals: true } } }, 'all', ['isFeatured']],
  [{ where: { isFeatured: { equals: true } }, sort: '-on' }, 'all', ['isFeatured', '-on']],
  [
    { where: { isFeatured: { equals: true }, 'seo.headline': { equals: 'a' } }, sort: 'createdAt' },
    'all',
    ['isFeatured', 'seo.headline', 'createdAt'],
  ],
  [{ where: { code: { equals: 'a' } }, sort: '-on' }, 'matches', ['code', '-on']],
  [{ where: { author: { equals: 1 } }, sort: 'title' }, 'matches', ['author', 'title']],
  [{ where: { views: { gt: 3 } }, sort: 'views' }, 'all', ['views']],
  [{ where: { isFeatured: { equals: true }, views: { gt: 3 } }, sort: '-views' }, 'all', ['isFeatured', '-views']],
]

/** What searches in a text, or for a value inside a list or rows, and the field that wants an index. */
const SEARCHING: [query: object, path: string, index: 'contains' | true][] = [
  [{ where: { title: { like: 'abc' } } }, 'title', 'contains'],
  [{ where: { title: { like: 'abc' } }, locale: 'th' }, 'title', 'contains'],
  [{ where: { views: { exists: true }, 'seo.headline': { like: 'abc' } } }, 'seo.headline', 'contains'],
  [{ where: { code: { like: 'abc' } }, sort: '-views' }, 'code', 'contains'],
  [{ where: { labels: { equals: 'a' } } }, 'labels', true],
  [{ where: { 'rows.text': { equals: 'a' } } }, 'rows.text', true],
  [{ where: { 'rows.note': { in: ['a', 'b'] } }, locale: 'th' }, 'rows.note', true],
  [{ where: { 'blocks.caption': { equals: 'a' }, 'rows.text': { exists: true } } }, 'blocks.caption', true],
]

/** No single index both finds and sorts these. */
const HOPELESS: [query: object, reads: UnindexedList['reads']][] = [
  [{ where: { 'author.name': { like: 'abc' } } }, 'all'],
  [{ where: { 'rows.text': { like: 'abc' } } }, 'all'],
  [{ where: { labels: { not_equals: 'a' } } }, 'all'],
  [{ where: { 'rows.text': { gt: 'a' } } }, 'all'],
  [{ where: { 'author.name': { equals: 'Ann' } } }, 'all'],
  [{ where: { code: { not_equals: 'a' } } }, 'all'],
  [{ where: { code: { exists: true } } }, 'all'],
  [{ where: { or: [{ code: { equals: 'a' } }, { views: { equals: 1 } }] } }, 'all'],
  [{ sort: 'author.name' }, 'all'],
  [{ where: { tags: { equals: 1 } } }, 'matches'],
  [{ where: { on: { gt: '2026-01-01' } }, sort: 'code' }, 'matches'],
  [{ where: { code: { in: ['a', 'b'] } } }, 'matches'],
  [{ where: { code: { equals: 'a' }, title: { like: 'abc' } } }, 'matches'],
]

const LOCALES = { localization: { locales: ['en', 'th'] } }

/** What a CMS notes while it reads. */
function notedBy(cms: Handle): UnindexedList[] {
  const lists: UnindexedList[] = []
  const { unindexedLists } = cms.engine
  const note = unindexedLists.note.bind(unindexedLists)
  unindexedLists.note = (list, ...more) => {
    lists.push(list)
    note(list, ...more)
  }
  return lists
}

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('query/unindexed', () => {
  for (const database of driversFor('query/unindexed'))
    describe(`with ${database.name}`, () => {
      it('notes lists that no index serves, and no others @long', async () => {
        const cms = await startCms(database, { ...LOCALES, log, collections: collections() } as object)
        const noted = notedBy(cms)
        for (const slug of Object.keys(KINDS))
          for (const reader of [cms.as(null), cms]) {
            for (const query of SERVED) await reader.find(slug, query as object)
            expect(noted, slug).to.deep.equal([])
            const searching = SEARCHING.map(([query, path, index]) => [query, 'all', undefined, { path, index }] as const)
            for (const [query, reads, index, inField] of [...UNSERVED, ...HOPELESS, ...searching]) {
              await reader.find(slug, query as object)
              const [list, ...more] = noted.splice(0)
              expect(more).to.deep.equal([])
              expect([list?.reads, list?.index, list?.inField], `${slug} ${JSON.stringify(query)}`).to.deep.equal([reads, index, inField])
            }
          }
        await end(cms)
      })

      it('advises indexes that serve them @long', async () => {
        const indexes = UNSERVED.map(([, , index]) => index!)
        const distinct = [...new Map(indexes.map((one) => [one.join(), one])).values()]
        const cms = await startCms(database, { ...LOCALES, log, collections: collections(distinct) } as object)
        const noted = notedBy(cms)
        const { store } = cms.engine
        const statements: [sql: string, values: readonly unknown[]][] = []
        const query = store.query.bind(store)
        store.query = (plan, values, bounded, limit) => {
          statements.push([plan.sql, values])
          return query(plan, values, bounded, limit)
        }
        for (const slug of Object.keys(KINDS))
          for (const locale of ['en', 'th'])
            for (const [given] of UNSERVED) await cms.as(null).find(slug, { ...given, locale, count: false } as object)
        expect(noted).to.deep.equal([])
        expect(statements).to.have.length(UNSERVED.length * 6)
        if (!store.dialect.isRemote)
          for (const [sql, values] of statements) {
            const plan = (await store.read(`explain query plan ${sql}`, values)).map(({ detail }) => detail as string)
            expect(
              plan.filter((line) => /TEMP B-TREE|SCAN t$/.test(line)),
              `${sql}\n${plan.join('\n')}`,
            ).to.deep.equal([])
          }
        await end(cms)
      })

      it('says the words of the caller, not the columns of features', async () => {
        const lines: string[] = []
        const noting = { ...log, warn: (line: string) => void lines.push(line) }
        const cms = await startCms(database, { ...LOCALES, log: noting, collections: collections() } as object)
        for (const pending of [{ equals: true }, { not_equals: true }])
          await cms.as({ id: 'host:1', role: 'admin' }).find('drafted', { where: { pending } } as object)
        expect(lines.map((line) => line.replace(/^.*?reads/, 'reads'))).to.deep.equal([
          'reads every document: where[pending][equals]&where[status][equals]; no index can prevent it',
          'reads every document: where[pending][not_equals]&where[status][equals]; no index can prevent it',
        ])
        await end(cms)
      })

      it('names no field that has an index of its own', async () => {
        const contains = { index: 'contains' }
        const index = true
        const searched = [
          { name: 'title', localized: true, ...contains },
          { name: 'code', ...contains },
          { name: 'views', type: 'number' },
          { name: 'seo', type: 'group', fields: [{ name: 'headline', ...contains }] },
          { name: 'labels', type: 'select', options: ['a', 'b'], hasMany: true, index },
          {
            name: 'rows',
            type: 'array',
            fields: [
              { name: 'text', index },
              { name: 'note', localized: true, index },
            ],
          },
          { name: 'blocks', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'caption', index }] }] },
        ]
        const kinds = collections().map((one) => (one.slug === 'authors' ? one : { ...one, fields: searched }))
        const cms = await startCms(database, { ...LOCALES, log, collections: kinds, queries: { unindexed: 'refuse' } } as object)
        const noted = notedBy(cms)
        for (const slug of Object.keys(KINDS)) for (const [query] of SEARCHING) await cms.as(null).find(slug, query as object)
        for (const { reads, inField } of noted) expect([reads, inField]).to.deep.equal(['matches', undefined])
        expect(noted.length).to.equal(SEARCHING.length * 3)
        await end(cms)
      })

      it('keeps them for the doctor, adds up what several processes note, and forgets those that have an index now @long', async () => {
        const db = lasting(database)
        const open = (indexes?: string[][], index?: boolean) =>
          startCms({ ...database, fresh: db }, { ...LOCALES, log, collections: collections(indexes, index) } as object)
        const first = await open()
        const second = await open()
        const list = { where: { isFeatured: { equals: true } }, sort: '-on' } as const
        for (const cms of [first, second, first]) await cms.as(null).find('plain', list)
        await first.find('plain', { where: { title: { like: 'a secret' } } })
        await first.find('plain', { where: { labels: { equals: 'a' } } })
        await first.stop()
        await second.stop()
        const third = await open()
        const recent = await third.engine.unindexedLists.recent(new Date(0))
        expect(recent.map(({ times, index, inField }) => ({ times, index, inField }))).to.have.deep.members([
          { times: 3, index: ['isFeatured', '-on'], inField: undefined },
          { times: 1, index: undefined, inField: { path: 'title', index: 'contains' } },
          { times: 1, index: undefined, inField: { path: 'labels', index: true } },
        ])
        expect(JSON.stringify(recent)).to.not.include('secret')
        for (const { average, slowest } of recent) expect(slowest).to.be.at.least(average).and.above(0)
        await third.stop()
        const fourth = await open([['isFeatured', '-on']], true)
        expect((await fourth.engine.unindexedLists.recent(new Date(0))).map(({ sort }) => sort)).to.deep.equal([[]])
        await end(fourth)
      })

      it('warns on the status page about those that took a second or more', async () => {
        const cms = await startCms(database, { ...LOCALES, log, collections: collections() } as object)
        const slow = async () => (await cms.engine.features.attention()).filter(({ id }) => id === 'slow-lists')
        const list: UnindexedList = { collection: 'plain', reads: 'all', conditions: [], sort: ['views'], index: ['views'] }
        cms.engine.unindexedLists.note(list, 999, true)
        await cms.engine.unindexedLists.save()
        expect(await slow()).to.deep.equal([])
        cms.engine.unindexedLists.note(list, 1001, true)
        await cms.engine.unindexedLists.save()
        expect(await slow()).to.deep.equal([{ id: 'slow-lists', count: 1, collections: ['plain'] }])
        await end(cms)
      })

      for (const host of HOSTS)
        it(`are refused to visitors where the configuration says so, on ${host.name}`, async () => {
          const rule = [
            {
              slug: 'ruled',
              access: { read: () => ({ hiddenFlag: { equals: true } }) },
              fields: [{ name: 'hiddenFlag', type: 'boolean', hidden: true }],
            },
          ]
          const person = { onRequest: ({ headers }: any) => (headers['x-user'] ? { user: { id: 7, role: 'editor' } } : undefined) }
          const options = { ...LOCALES, ...person, log, collections: [...collections(), ...rule], queries: { unindexed: 'refuse' } }
          const { agent, cms } = await start(host, database, options as object)
          const get = (path: string, headers = {}) => agent.get(`/api/cms${path}`).set(headers)
          const refused = await get('/plain?where[isFeatured][equals]=true&sort=-on')
          expect(refused.status).to.equal(400)
          expect(refused.body.errors[0]).to.include({ code: 'UNINDEXED' })
          expect(refused.body.errors[0].message).to.include("indexes: [['isFeatured', '-on']] on 'plain'")
          const hopeless = await get('/plain?where[title][like]=abc')
          expect([hopeless.status, hopeless.body.errors[0].code]).to.deep.equal([400, 'UNINDEXED'])
          expect((await get('/plain?where[isFeatured][equals]=true&sort=-on', { 'x-user': '1' })).status).to.equal(200)
          for (const path of ['/plain', '/drafted?sort=-on', '/kept?where[code][equals]=a', '/plain?where[author][equals]=1&sort=title'])
            expect((await get(path)).status, path).to.equal(200)
          const ruled = await get('/ruled')
          expect([ruled.status, ruled.body.errors[0].code]).to.deep.equal([400, 'UNINDEXED'])
          expect(ruled.text).to.not.include('hiddenFlag')
          await end(cms)
        })
    })

  it('are logged once each in development, and never in production', async () => {
    for (const production of [false, true]) {
      const lines: string[] = []
      const db = lasting(DATABASES[0]!)
      const settings = { ...LOCALES, log, collections: collections() } as object
      await (await startCms({ name: 'SQLite', fresh: db }, settings)).stop()
      const into = { ...log, warn: (message: string) => void lines.push(message) }
      const cms = await startCms({ name: 'SQLite', fresh: db }, { ...settings, log: into, production } as object)
      const statements = { where: { title: { like: 'secret' } }, sort: '-views' }
      for (let n = 0; n < 3; n++) await cms.as(null).find('plain', statements)
      expect(lines.filter((line) => line.includes('plain'))).to.deep.equal(
        production
          ? []
          : [
              "a list of 'plain' reads every document: where[title][like]&sort=-views; this index would prevent it: index: 'contains' in the field 'title'",
            ],
      )
      await end(cms)
    }
  })
})
