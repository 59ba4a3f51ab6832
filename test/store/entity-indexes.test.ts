/** Lists as sites ask for them are read from an index that is already in their order: also on a table that nobody has analyzed. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { FindOptions } from '../../lib/local/types.ts'
import { numbersTo, statementPlan } from '../harness/query-plan.ts'
import { driversFor, end, startCms } from '../harness/start.ts'

const MANY = 4000

const localization = { locales: ['en', 'th'] }
const fields = [
  { name: 'title', localized: true, index: true },
  { name: 'category', type: 'select', options: ['a', 'b', 'c'], index: true },
  { name: 'publishedAt', type: 'date', index: true },
  { name: 'views', type: 'number', index: true },
  { name: 'notes' },
  { name: 'author', type: 'relationship', to: 'people' },
  { name: 'seo', type: 'group', fields: [{ name: 'rank', type: 'number' }] },
]
const indexes = [['category', '-publishedAt'], ['author', 'seo.rank', '-createdAt'], ['category', 'title'], ['views']]
const access = { read: 'anyone' }
const config = {
  localization,
  collections: [
    { slug: 'people', access, fields: [{ name: 'name' }] },
    { slug: 'plain', access, fields, indexes },
    { slug: 'posts', access, drafts: true, trash: true, fields, indexes },
    { slug: 'steps', access, drafts: true, orderable: true, fields: [{ name: 'name' }] },
  ],
} as Partial<Config>

/** Sorts and filters that an index serves from its first row on. */
const SERVED: FindOptions[] = [
  { sort: '-createdAt' },
  { sort: '-publishedAt' },
  { sort: '-views' },
  { sort: 'title' },
  { sort: 'title', locale: 'th' },
  { sort: 'title', locale: 'th', fallbackLocale: false },
  { sort: '-author' },
  { where: { category: { equals: 'a' } }, sort: '-createdAt' },
  { where: { author: { equals: 3 } }, sort: '-createdAt' },
  { where: { category: { equals: 'a' } }, sort: '-publishedAt' },
  { where: { category: { equals: 'a' } }, sort: 'title' },
  { where: { category: { equals: 'a' } }, sort: 'title', locale: 'th' },
  { sort: 'category,-publishedAt' },
  { where: { author: { equals: 3 } }, sort: 'seo.rank,-createdAt' },
  { where: { author: { equals: 3 }, 'seo.rank': { equals: 3 } }, sort: '-createdAt' },
  { sort: 'views' },
]

const CALLS: [string, (cms: Handle, options: FindOptions) => Promise<unknown>][] = [
  ['plain', (cms, options) => cms.find('plain', options)],
  ['posts, as a visitor', (cms, options) => cms.as(null).find('posts', options)],
  ['posts with their drafts', (cms, options) => cms.find('posts', { ...options, draft: true })],
]

async function fill({ engine: { store } }: Handle): Promise<void> {
  const { dialect } = store
  const at = (n: string) => `'2026-01-01T00:00:' || substr(cast(100000 + ${n} as text), 2)`
  const values: Record<string, string> = {
    created_at: at('n'),
    updated_at: at('n'),
    status: "case when n % 10 = 0 then 'draft' else 'published' end",
    title__en: "'title ' || n",
    title__th: "case when n % 2 = 0 then 'ก ' || n end",
    category: "case n % 4 when 0 then null when 1 then 'a' when 2 then 'b' else 'c' end",
    publishedAt: `case when n % 5 > 0 then ${at('n')} end`,
    views: 'n % 1000',
    author: 'n % 4',
    seo$rank: 'n % 8',
  }
  const { created_at, updated_at, status } = values as { created_at: string; updated_at: string; status: string }
  const steps = { created_at, updated_at, status, name: "'step ' || n", $position: 'n' }
  for (const [slug, of] of Object.entries({ plain: { ...values, status: '' }, posts: values, steps })) {
    const used = Object.entries(of).filter(([, sql]) => sql !== '')
    const columns = used.map(([name]) => dialect.quote(name))
    await store.exclusively((connection) =>
      connection.all(
        `insert into ${dialect.table(slug)} (${columns}) select ${used.map(([, sql]) => sql)} from ${numbersTo(MANY, dialect)}`,
      ),
    )
  }
}

for (const database of driversFor('store/entity-indexes'))
  describe(`store: indexes of an entity with ${database.name}`, () => {
    let cms: Handle
    before(async () => {
      cms = await startCms(database, config)
      await fill(cms)
    })
    after(() => end(cms))

    const planOf = (list: () => Promise<unknown>) => statementPlan(cms, list)
    const isInOrder = (plan: string) =>
      /USING (COVERING )?INDEX|Index (Only )?Scan/.test(plan) && !/TEMP B-TREE|Sort\b|Seq Scan|Bitmap/.test(plan)

    /** Postgres guesses wrong about a new table, but its statistics come with the first round of the jobs. */
    const times = (name: string) => (name === 'Postgres' ? ['with statistics'] : ['without statistics', 'with statistics'])

    for (const [name, call] of times(database.name).flatMap((when) => CALLS.map(([of, ask]) => [`${of}, ${when}`, ask] as const)))
      it(`gives ${name}, in order`, async () => {
        if (name.endsWith(', with statistics')) expect((await cms.runJobs())['statistics']).to.have.property('refreshed')
        for (const options of SERVED) {
          const plan = await planOf(() => call(cms, { ...options, limit: 10, depth: 0, count: false }))
          expect(isInOrder(plan), `${JSON.stringify(options)}\n${plan}`).to.equal(true)
        }
      })

    it('gives the order that editors choose, to visitors and to themselves', async () => {
      for (const options of [{}, { draft: true }]) {
        const plan = await planOf(() => cms.find('steps', { ...options, depth: 0, count: false }))
        expect(isInOrder(plan), plan).to.equal(true)
      }
    })

    it('would notice a sort that no index serves', async () => {
      expect(isInOrder(await planOf(() => cms.find('plain', { sort: 'notes', depth: 0, count: false })))).to.equal(false)
    })
  })
