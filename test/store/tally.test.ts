/** Totals that the database keeps, of whole collections and by status and trash: right after every kind of change, kept through changes of the schema, and what lists answer with. */
import { expect } from 'chai'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { describeChange } from '../../lib/migrations/words.ts'
import { keptTotal } from '../../lib/query/kept-total.ts'
import type { TableSpec } from '../../lib/store/tables.ts'
import { groupsBy } from '../../lib/store/tally.ts'
import { seedOr } from '../harness/depth.ts'
import { dice } from '../harness/dice.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from '../migrations/evolving.ts'

const STEPS = 80
const KINDS = [
  { drafts: false, trash: false },
  { drafts: true, trash: false },
  { drafts: false, trash: true },
  { drafts: true, trash: true },
]

const schemaOf = (options: object, more: object = {}) =>
  posts([{ name: 'title', index: true }], { ...options, access: { read: 'anyone' }, ...more })

for (const database of DATABASES)
  describe(`totals that ${database.name} keeps`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const store = () => site.cms.engine.store
    const read = (sql: string) => store().read(sql, [], true)
    const specOf = (table: string) => site.cms.engine.tables().find(({ name }) => name === table)!

    /** What is kept of a table, and what its rows say. */
    async function compare(table: string, when: string): Promise<void> {
      const { dialect } = store()
      const q = dialect.quote
      const { tally } = specOf(table)
      const rows = await read(`select * from ${dialect.table(table)}`)
      const truth: Record<string, number> = rows.length > 0 ? { [table]: rows.length } : {}
      for (const row of tally ? rows : []) {
        const place = tally!.trash !== undefined && row[tally!.trash] ? 'trash' : 'live'
        const key = `${table}/${place}/${tally!.leading === undefined ? '' : (row[tally!.leading] ?? '')}`
        truth[key] = (truth[key] ?? 0) + 1
      }
      const all = await read(
        `select ${q('table')} as "table", sum(${q('n')}) as "n" from ${dialect.table('$counts')} group by ${q('table')}`,
      )
      const kept = all.map((row) => [row['table'], Number(row['n'])] as const)
      const here = kept.filter(([key, n]) => n !== 0 && /^(posts|articles)\b/.test(key))
      expect(Object.fromEntries(here), when).to.deep.equal(truth)
    }

    /** The totals of lists beside the documents that they give. */
    async function lists({ drafts, trash }: { drafts: boolean; trash: boolean }, when: string): Promise<void> {
      const { cms } = site
      const questions: object[] = [{}, ...(trash ? [{ trash: true }] : [])]
      for (const question of questions) {
        const whole = [{}, ...(drafts ? [{ draft: true }, { draft: true, where: { status: { equals: 'draft' } } }] : [])]
        for (const more of whole) {
          const query = { ...question, ...more }
          const every = await cms.find('posts', { ...query, limit: 0 })
          for (const page of [1, 2]) {
            const { totalDocs } = await cms.find('posts', { ...query, limit: 2, page })
            expect(totalDocs, `${when}: ${JSON.stringify(query)}, page ${page}`).to.equal(every.docs.length)
          }
        }
      }
    }

    for (const kind of KINDS)
      it(`are right after random changes, with ${JSON.stringify(kind)} @long`, async () => {
        await site.migrate(schemaOf(kind))
        const { cms } = site
        const random = dice(seedOr(22))
        const ids: number[] = []
        const any = () => ids[random(ids.length)] ?? 1
        const status = () => (kind.drafts ? { status: ['draft', 'published'][random(2)] } : {})
        const changes: (() => Promise<unknown>)[] = [
          async () => ids.push((await cms.create('posts', { title: 'one', ...status() }))['id']),
          async () => ids.push((await cms.create('posts', { title: 'two', ...status() }))['id']),
          () => cms.update('posts', any(), { title: 'changed', ...status() }),
          () => cms.delete('posts', any()),
          async () => kind.trash && (await cms.recover('posts', any())),
          async () => kind.drafts && (await cms.unpublish('posts', any())),
          () => Promise.all([1, 2, 3].map(async () => ids.push((await cms.create('posts', { title: 'beside', ...status() }))['id']))),
          () =>
            cms.transaction(async () => {
              await cms.create('posts', { title: 'never', ...status() })
              await cms.update('posts', any(), { ...status() })
              throw new Error('rolled back')
            }),
        ]
        for (let step = 0; step < STEPS; step++) {
          // A document may be gone by now, or already be as asked.
          await changes[random(changes.length)]!().catch(() => undefined)
          await compare('posts', `step ${step}`)
        }
        expect(ids).to.have.length.greaterThan(10)
        await lists(kind, 'at the end')
      })

    it('are what lists answer with', async () => {
      await site.migrate(schemaOf({ drafts: true, trash: true }))
      const { cms } = site
      for (let n = 0; n < 6; n++) await cms.create('posts', { title: `t${n}`, status: n % 2 ? 'published' : 'draft' })
      const { dialect } = store()
      const add = `update ${dialect.table('$counts')} set ${dialect.quote('n')} = ${dialect.quote('n')} + 700 where ${dialect.quote('table')} = 'posts/live/published'`
      await store().exclusively((connection) => connection.all(add))
      const totalOf = async (of: Pick<typeof cms, 'find'>, query: object) =>
        (await of.find('posts', { limit: 2, ...query })).totalDocs! % 700
      expect(await totalOf(cms.as(null), {})).to.equal(3)
      expect((await cms.as(null).find('posts', { limit: 2 })).totalDocs).to.be.greaterThan(700)
      expect((await cms.find('posts', { limit: 2, draft: true })).totalDocs).to.be.greaterThan(700)
      expect((await cms.find('posts', { limit: 2, draft: true, where: { status: { equals: 'draft' } } })).totalDocs).to.equal(3)
      expect((await cms.as(null).find('posts', { limit: 2, where: { title: { in: ['t1', 't3', 't5'] } } })).totalDocs).to.equal(3)
    })

    it('are kept through changes of the schema @long', async () => {
      const plain = { drafts: false, trash: false }
      const write = async (status?: string) => {
        for (let n = 0; n < 3; n++) await site.cms.create('posts', { title: `${n}`, ...(status && { status }) })
      }
      await site.migrate(schemaOf(plain))
      await write()
      for (const [step, kind] of [KINDS[1]!, KINDS[3]!, plain, KINDS[2]!, KINDS[3]!, KINDS[1]!].entries()) {
        const plan = await site.migrate(schemaOf(kind))
        expect(plan.filter((one) => one.startsWith('count the rows'))).to.have.length(1)
        await compare('posts', `after change ${step}`)
        await write(kind.drafts ? 'draft' : undefined)
        await compare('posts', `written after change ${step}`)
        await lists(kind, `after change ${step}`)
      }
      const renamed = schemaOf(KINDS[1]!, { slug: 'articles', renamedFrom: 'posts' })
      await site.migrate(renamed)
      await site.cms.create('articles', { title: 'after', status: 'published' })
      await compare('articles', 'after a rename')
      await new Migrator(store(), site.cms.engine.settings.log).undo(false)
      await site.open(schemaOf(KINDS[1]!))
      await write('published')
      await compare('posts', 'after the rename was taken back')
    })

    it('stay right while others write, and a plan counts them again @long', async () => {
      const kind = { drafts: true, trash: true }
      await site.migrate(schemaOf(kind))
      const { cms } = site
      const { dialect } = store()
      const groups = groupsBy({ leading: 'status', trash: '$trashed_at' }, 'posts', dialect)
      let writing = true
      const counting = async () => {
        while (writing)
          await store().exclusively(async (connection) => {
            for (const sql of dialect.counting('posts', groups)) await connection.all(sql)
          })
      }
      const write = async (n: number) => {
        for (let step = 0; step < 25; step++) {
          const { id } = await cms.create('posts', { title: `${n} ${step}`, status: step % 2 ? 'published' : 'draft' })
          if (step % 3 === 0) await cms.update('posts', id, { status: 'published' })
          if (step % 5 === 0) await cms.delete('posts', id)
        }
      }
      const folding = async () => {
        while (writing && dialect.foldCounts) await store().alone(dialect.foldCounts)
      }
      const again = Promise.all([counting(), folding()])
      await Promise.all([1, 2, 3, 4].map(write)).finally(() => {
        writing = false
      })
      await again
      await compare('posts', 'afterwards')
      await lists(kind, 'afterwards')
    })

    it('are counted in databases of earlier versions, by a planned change that can be taken back', async () => {
      await site.migrate(schemaOf({ drafts: true }))
      for (let n = 0; n < 4; n++) await site.cms.create('posts', { title: `${n}`, status: n % 2 ? 'published' : 'draft' })
      const { dialect } = store()
      const q = dialect.quote
      const [row] = await read(`select ${q('value')} as "value" from ${dialect.table('$model')} where ${q('key')} = 'model'`)
      const applied = JSON.parse(row!['value']) as { tables: TableSpec[] }
      const older = { ...applied, tables: applied.tables.map(({ tally: _, ...table }) => table) }
      await store().exclusively(async (connection) => {
        for (const sql of dialect.counting('posts')) await connection.all(sql)
        const sql = `update ${dialect.table('$model')} set ${q('value')} = ? where ${q('key')} = 'model'`
        await connection.all(dialect.native(sql), [JSON.stringify(older)])
      })
      const visitors = async () => (await site.cms.as(null).find('posts', { limit: 1 })).totalDocs
      expect(await visitors(), 'before').to.equal(2)
      const migrator = () => new Migrator(store(), site.cms.engine.settings.log)
      const plan = await migrator().apply(site.cms.engine.tables(), site.cms.engine.model)
      expect(plan.map(describeChange)).to.include("count the rows of 'posts' by status, to keep totals")
      await compare('posts', 'after the plan')
      expect(await visitors(), 'after').to.equal(2)
      await migrator().undo(false)
      await site.cms.create('posts', { title: 'more', status: 'published' })
      expect(await visitors(), 'taken back').to.equal(3)
    })
  })

describe('totals that are kept', () => {
  const test = (name: string, test: string, value?: unknown): any => ({
    is: 'test',
    path: [{ is: 'column', name, kind: 'text' }],
    kind: 'text',
    test,
    value,
  })
  const published = test('status', 'equals', 'published')
  const live = { is: 'not', of: test('$trashed_at', 'filled') } as const
  const and = (...of: any[]): any => ({ is: 'and', of })
  const both = { leading: 'status', trash: '$trashed_at' }

  const CASES: [string, any, object | undefined, unknown][] = [
    ['everything', { is: 'all' }, undefined, ['posts', 'posts']],
    ['one status', published, { leading: 'status' }, ['posts/live/published', 'posts/live/published']],
    ['one status twice', and(published, published), { leading: 'status' }, ['posts/live/published', 'posts/live/published']],
    ['one status outside the trash', and(published, live), both, ['posts/live/published', 'posts/live/published']],
    ['any status in the trash', live.of, both, ['posts/trash/', 'posts/trash/~']],
    ['two statuses', and(published, test('status', 'equals', 'draft')), { leading: 'status' }, undefined],
    ['no status', test('status', 'equals', ''), { leading: 'status' }, undefined],
    ['another status', { is: 'not', of: published }, { leading: 'status' }, undefined],
    ['a status wherever it is', published, both, undefined],
    ['in and outside the trash', and(live, live.of), both, undefined],
    ['another field', and(published, test('title', 'equals', 'a')), { leading: 'status' }, undefined],
    ['either', { is: 'or', of: [published, published] }, { leading: 'status' }, undefined],
    ['nothing', { is: 'none' }, { leading: 'status' }, undefined],
    ['a status without groups', published, undefined, undefined],
  ]
  for (const [name, filter, tally, expected] of CASES)
    it(`${expected ? 'answer' : "don't answer"} for ${name}`, () => {
      expect(keptTotal('posts', filter, tally)).to.deep.equal(expected)
    })
})
