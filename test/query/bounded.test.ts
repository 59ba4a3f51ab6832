/** Which reads of visitors run without a time limit: only those that are short by their shape. All others take their turn in the lanes. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { driversFor, end, startCms } from '../harness/start.ts'

const fields = [
  { name: 'title', localized: true },
  { name: 'code', index: true },
  { name: 'slug', type: 'slug', from: 'title' },
  { name: 'views', type: 'number' },
  { name: 'on', type: 'date', index: true },
  { name: 'author', type: 'relationship', to: 'authors' },
  { name: 'tags', type: 'relationship', to: 'authors', hasMany: true },
  { name: 'labels', type: 'select', options: ['a', 'b'], hasMany: true },
  { name: 'rows', type: 'array', fields: [{ name: 'text' }, { name: 'who', type: 'relationship', to: 'authors' }] },
  { name: 'seo', type: 'group', fields: [{ name: 'headline' }] },
]

const words = (slug: string, more: object = {}) => ({ slug, access: { read: () => true }, fields, ...more })

const COLLECTIONS: any[] = [
  { slug: 'authors', access: { read: () => true }, fields: [{ name: 'name' }] },
  words('plain'),
  words('drafted', { drafts: true }),
  words('tagged', { access: { read: () => ({ tags: { equals: 1 } }) } }),
  words('counted', { access: { read: () => ({ views: { gte: 1 } }) } }),
]

const FREE = ['plain', 'drafted']

/** Reads that look at few rows, whatever a table holds, and where. */
const BOUNDED: [query: object, slugs: string[]][] = [
  [{ where: { id: { equals: 1 } } }, [...FREE, 'counted']],
  [{ where: { id: { in: [1, 2] } } }, [...FREE, 'counted']],
  [{ where: { slug: { equals: 'a' } } }, [...FREE, 'counted']],
  [{ where: { and: [{ id: { equals: 1 } }, { views: { gt: 3 } }] } }, ['plain']],
  [{}, ['plain']],
  [{ where: { code: { equals: 'a' } }, count: false }, ['plain']],
  [{ where: { author: { equals: 1 } }, count: false }, ['plain']],
  ...['-updatedAt', 'code', '-on', '-author'].map((sort): [object, string[]] => [{ sort }, ['plain']]),
  ...['-createdAt', '-on', 'code'].map((sort): [object, string[]] => [{ sort, count: false }, ['drafted']]),
  [{ where: { code: { equals: 'a' } }, sort: '-createdAt', count: false }, ['plain', 'drafted']],
  [{ where: { status: { equals: 'published' } }, sort: '-on', count: false }, ['drafted']],
  [{ where: { status: { equals: 'published' }, code: { equals: 'a' } }, count: false }, ['drafted']],
]

/** Reads that may have to look at every row. */
const UNBOUNDED: object[] = [
  { page: 12, limit: 100 },
  { page: 1001, limit: 1 },
  { page: 100_000, limit: 10, count: false },
  { page: 12, limit: 100, where: { code: { equals: 'a' } } },
  ...['views', '-views', 'title', 'seo.headline', 'author.name', 'createdAt,views', '-createdAt,title', 'on,-code'].map((sort) => ({
    sort,
  })),
  ...['tags', 'labels', 'rows.who', 'rows.text', 'title', 'views', 'seo.headline', 'tags.name', 'author.name'].flatMap((path) =>
    [{ equals: 1 }, { in: [1] }, { not_equals: 1 }, { exists: false }].map((test) => ({ where: { [path]: test } })),
  ),
  { where: { tags: { equals: 1 } }, count: false },
  { where: { labels: { equals: 'a' } }, count: false },
  { where: { and: [{ code: { equals: 'a' } }, { tags: { equals: 1 } }] }, count: false },
  { where: { or: [{ id: { equals: 1 } }, { tags: { equals: 1 } }] } },
  { where: { and: [{ id: { equals: 1 } }, { tags: { equals: 1 } }] } },
  { where: { title: { like: 'zz' } } },
  { where: { id: { gt: 0 } } },
  { where: { id: { not_equals: 1 } } },
  { where: { code: { equals: null } }, sort: 'views' },
  { where: { code: { equals: 'a' } }, sort: '-on', count: false },
  { where: { code: { equals: 'a' }, views: { gt: 3 } }, sort: 'createdAt', count: false },
  { where: { slug: { not_equals: 'a' } } },
  { where: { on: { gt: '2020-01-01' } } },
]

describe('query/bounded', () => {
  for (const database of driversFor('query/bounded'))
    describe(`with ${database.name}`, () => {
      let cms: Handle
      let ran: boolean[]
      before(async () => {
        cms = await startCms(database, { localization: { locales: ['en', 'th'] }, collections: COLLECTIONS } as object)
        const { store } = cms.engine
        const query = store.query.bind(store)
        store.query = (one, values, bounded, limit) => {
          expect(limit, 'a visitor has a limit').to.not.equal(undefined)
          ran.push(bounded)
          return query(one, values, bounded, limit)
        }
      })
      after(() => end(cms))

      async function statements(slug: string, query: object) {
        ran = []
        const visitor = cms.as(null)
        for (const locale of ['en', 'th']) await visitor.find(slug, { depth: 0, ...query, locale } as object).catch(refuseOnlyTypes)
        return ran
      }

      /** Some of the values are no values of some of the fields. */
      const refuseOnlyTypes = (error: { code: string }) => expect(error.code).to.equal('BAD_QUERY')

      it('short reads need no turn', async () => {
        for (const [query, slugs] of BOUNDED)
          for (const slug of slugs) expect(await statements(slug, query), `${slug} ${JSON.stringify(query)}`).to.deep.equal([true, true])
      })

      it('deep pages, sorts and filters that no index serves always take their turn @long', async () => {
        let calls = 0
        for (const query of UNBOUNDED)
          for (const { slug } of COLLECTIONS.slice(1)) {
            const found = await statements(slug, query)
            calls += found.length
            expect(new Set([...found, false]), `${slug} ${JSON.stringify(query)}`).to.deep.equal(new Set([false]))
          }
        expect(calls).to.be.above(400)
      })

      it('a rule that looks beyond the row makes a read by id take its turn as well', async () => {
        expect(await statements('tagged', { where: { id: { equals: 1 } } })).to.deep.equal([false, false])
        ran = []
        await cms.as(null).findById('tagged', 1)
        await cms.as(null).findById('plain', 1)
        expect(ran).to.deep.equal([false, true])
      })
    })
})
