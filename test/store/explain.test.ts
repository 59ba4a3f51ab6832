/** The usual questions are answered by an index: no full scan, on either database. */
import { expect } from 'chai'
import { trustedLook } from '../../lib/access/rule-filter.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { all, and, byId, type Filter } from '../../lib/query/filter.ts'
import { allColumns } from '../../lib/query/plan.ts'
import { parseSort, resolveSort } from '../../lib/query/sort.ts'
import { resolveWhere } from '../../lib/query/where.ts'
import { blog } from '../harness/blog.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

const lookParts = ({ engine }: Handle) => ({ dialect: engine.store.dialect, entity: (slug: string) => engine.entity(slug) })

describe('store/explain', () => {
  for (const database of DATABASES) {
    describe(`with ${database.name}`, () => {
      let cms: Handle
      before(async () => {
        cms = await startCms(database, { schema: blog })
        await cms.create('authors', { name: 'A' })
        await cms.create('tags', { name: 't' })
        const { store } = cms.engine
        const post = await cms.create('posts', { title: 'x', author: 1, tags: [1] }, { depth: 0 })
        expect(post).to.include({ id: 1 })
        const table = store.dialect.table('posts')
        const series =
          store.dialect.name === 'sqlite'
            ? 'with recursive s(n) as (select 2 union all select n + 1 from s where n < 20000) select n from s'
            : 'select generate_series(2, 20000) n'
        await store.exclusively((connection) =>
          connection.all(
            `insert into ${table} (created_at, updated_at, title, slug, author, views) select '2026-01-' || (n % 28), '2026', 'T' || n, 's' || n, n % 500, n % 1000 from (${series}) as s`,
          ),
        )
        await store.exclusively((connection) => connection.all('analyze'))
      })
      after(() => end(cms))

      async function plan(filter: Filter, sort?: string): Promise<string> {
        const { engine } = cms
        const entity = engine.entity('posts')
        const { dialect } = engine.store
        const sorting = sort === undefined ? undefined : resolveSort(parseSort(sort, entity), entity, trustedLook(lookParts(cms)), dialect)
        const { plan, values } = engine.plans.take({
          entity,
          filter,
          columns: allColumns(entity),
          columnsKey: 'all of posts',
          ...(sorting && { sorting, page: 'straight' as const }),
        })
        const sql = `${dialect.name === 'sqlite' ? 'explain query plan' : 'explain'} ${plan.sql}`
        // Not on a reader: SQLite's EXPLAIN keeps its snapshot open until the statement is used again.
        const rows = await engine.store.exclusively((connection) => connection.all(sql, [...values, ...(sorting ? [10, 0] : [])]))
        return rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n')
      }
      const where = (given: object) => resolveWhere(given, cms.engine.entity('posts'), trustedLook(lookParts(cms)))
      const isFull = (text: string) => /Seq Scan on posts|^SCAN t$|SCAN t\b(?!.*USING)/m.test(text)

      const questions: [string, () => Filter, string?][] = [
        ['by id', () => byId(7)],
        ['by slug', () => where({ slug: { equals: 's77' } })],
        ['the first page', () => all, '-createdAt'],
        ['by a relation, newest first', () => where({ author: { equals: 7 } }), '-createdAt'],
        ['by an indexed field', () => where({ views: { equals: 7 } }), '-createdAt'],
        ['by a relation that holds several', () => where({ tags: { equals: 1 } }), '-createdAt'],
        ['by id under a rule', () => and(byId(7), where({ author: { equals: 3 } }))],
      ]
      for (const [name, filter, sort] of questions) {
        it(`answers ${name} from an index`, async () => {
          const text = await plan(filter(), sort)
          expect(isFull(text), text).to.equal(false)
        })
      }

      it('would notice a full scan', async () => {
        expect(isFull(await plan(where({ rating: { equals: 7 } })))).to.equal(true)
      })

      it('counts a whole collection without counting it', async () => {
        const { engine } = cms
        expect(await cms.count('posts')).to.equal(20000)
        await cms.delete('posts', 1)
        expect(await cms.count('posts')).to.equal(19999)
        const [row] = await engine.store.read(engine.store.dialect.native(`select ${engine.store.dialect.keptTotal} as n`), [
          'posts',
          'posts',
        ])
        expect(Number(row!['n'])).to.equal(19999)
      })
    })
  }
})
