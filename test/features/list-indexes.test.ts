/** What drafts, locales, the trash and an order ask of a list is answered by an index as well. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import type { FindOptions } from '../../lib/local/types.ts'
import { numbersTo, statementPlan } from '../harness/query-plan.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

type Question = Omit<FindOptions, 'trash'> & { trash?: boolean }

const QUESTIONS: [string, string, Question][] = [
  ['the newest published', 'posts', {}],
  ['one by slug', 'posts', { where: { slug: { equals: 's77' } } }],
  ['one by slug, in a locale that falls back', 'posts', { where: { slug: { equals: 's77' } }, locale: 'th' }],
  ['one by slug, in a locale alone', 'posts', { where: { slug: { equals: 's77' } }, locale: 'th', fallbackLocale: false }],
  ['by an indexed text, in a locale that falls back', 'posts', { where: { topic: { equals: 't7' } }, locale: 'th' }],
  ['by a localized relation', 'posts', { where: { author: { equals: 7 } }, locale: 'th', fallbackLocale: false }],
  ['the newest drafts', 'posts', { draft: true }],
  ['the last edited', 'posts', { draft: true, sort: '-updatedAt' }],
  ['drafts alone', 'posts', { draft: true, where: { status: { equals: 'draft' } } }],
  ['the trash', 'posts', { trash: true, draft: true }],
  ['the chosen order', 'items', {}],
]

for (const database of DATABASES) {
  describe(`features: lists are answered by indexes with ${database.name}`, () => {
    let cms: Handle
    before(async () => {
      cms = await startCms(database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          {
            slug: 'posts',
            drafts: true,
            trash: true,
            fields: [
              { name: 'title', localized: true },
              { name: 'slug', type: 'slug', localized: true },
              { name: 'topic', localized: true, index: true },
              { name: 'author', type: 'relationship', to: 'items', localized: true },
            ],
          },
          { slug: 'items', orderable: true, fields: [{ name: 'name' }] },
        ],
      })
      const { store } = cms.engine
      const series = numbersTo(20_000, store.dialect)
      const columns = [
        'created_at',
        'updated_at',
        'status',
        'slug__en',
        'slug__th',
        'topic__en',
        'author__en',
        'author__th',
        '$trashed_at',
      ].map(store.dialect.quote)
      const status = "case when n % 10 = 0 then 'draft' else 'published' end"
      await store.exclusively(async (connection) => {
        await connection.all(
          `insert into ${store.dialect.table('posts')} (${columns}) select '2026-01-' || (n % 28), '2026', ${status}, 's' || n, case when n % 2 = 0 then 't' || n end, 't' || (n % 2000), n % 500, n % 400, case when n % 1000 = 0 then '2026' end from ${series}`,
        )
        await connection.all(
          `insert into ${store.dialect.table('items')} (created_at, updated_at, ${store.dialect.quote('$position')}) select '2026', '2026', n * 3.5 from ${series}`,
        )
        await connection.all('analyze')
      })
    })
    after(() => end(cms))

    const plan = (slug: string, options: Question) => statementPlan(cms, () => cms.find(slug, { depth: 0, count: false, ...options }))

    const isFull = (text: string) => /Seq Scan|SCAN t\b(?!.*USING)|TEMP B-TREE FOR ORDER BY$/m.test(text)

    for (const [name, slug, options] of QUESTIONS) {
      it(`answers ${name} from an index`, async () => {
        const text = await plan(slug, options)
        expect(isFull(text), text).to.equal(false)
      })
    }

    it('would notice a full scan', async () => {
      expect(isFull(await plan('items', { where: { name: { like: 'x' } }, sort: 'name' }))).to.equal(true)
    })
  })
}
