/** Reads of rows by id that arrive together share a statement; each gets what it would have got alone. */
import { expect } from 'chai'
import type { Cms } from '../../lib/local/cms.ts'
import { CombinedReads } from '../../lib/store/combined-reads.ts'
import type { Dialect, Row } from '../../lib/store/contract.ts'
import { DATABASES, startCms } from '../harness/start.ts'

const BY_ID = { sql: 'by id', at: 1 }

describe('store/combined reads', () => {
  let statements: { sql: string; values: readonly unknown[]; fresh: boolean | undefined }[]
  let there: Set<number>
  let broken: number | undefined
  let reads: CombinedReads

  beforeEach(() => {
    statements = []
    there = new Set([1, 2, 3])
    broken = undefined
    const dialect = { list: (_kind: unknown, ids: readonly number[]) => ids } as unknown as Dialect
    reads = new CombinedReads(dialect, async (sql, values, { fresh }) => {
      statements.push({ sql, values, fresh })
      const ids = values[1] as number[]
      if (broken !== undefined && ids.includes(broken)) throw new Error(`row ${broken} is broken`)
      return ids.filter((id) => there.has(id)).map((id) => ({ id, of: values[0] }))
    })
  })

  const row = (id: number, of = 'us', fresh = false): Promise<Row[]> => reads.row(BY_ID, [of, id], fresh)

  it('are one statement in one turn, and each reader gets its own row or none', async () => {
    expect(await Promise.all([row(2), row(4), row(1)])).to.deep.equal([[{ id: 2, of: 'us' }], [], [{ id: 1, of: 'us' }]])
    expect(statements).to.deep.equal([{ sql: 'by id', values: ['us', [2, 4, 1]], fresh: false }])
  })

  it('give two readers of one row an object each', async () => {
    const [[one], [other]] = (await Promise.all([row(1), row(1)])) as [[Row], [Row]]
    expect(one).to.deep.equal(other)
    expect(one).not.to.equal(other)
  })

  it('are apart if anything but the id differs: another rule, another statement, or only the primary may answer', async () => {
    const others = reads.row({ ...BY_ID }, ['us', 1], false)
    const [mine, theirs] = (await Promise.all([row(1), row(1, 'them'), row(1, 'us', true), others])).flat()
    expect([mine?.['of'], theirs?.['of']]).to.deep.equal(['us', 'them'])
    expect(statements.length).to.equal(4)
  })

  it('never join a statement that has begun: it would not see what was committed since', async () => {
    const before = row(4)
    await new Promise((resolve) => setImmediate(resolve))
    there.add(4)
    expect([await before, await row(4)]).to.deep.equal([[], [{ id: 4, of: 'us' }]])
  })

  it('fail alone', async () => {
    broken = 2
    const found = await Promise.allSettled([row(1), row(2), row(3)])
    expect(found.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('begin another statement after 100 rows', async () => {
    await Promise.all(Array.from({ length: 101 }, (_, index) => row(index)))
    expect(statements.map(({ values }) => (values[1] as number[]).length)).to.deep.equal([100, 1])
  })

  for (const database of DATABASES)
    it(`are those of documents, of any caller, under the rules of each, with ${database.name}`, async () => {
      const cms = await startCms(database, {
        collections: [
          {
            slug: 'notes',
            access: { read: ({ user }) => (user ? { owner: { equals: user.id } } : false) },
            fields: [{ name: 'owner', type: 'number' }],
          },
        ],
      })
      const ids: number[] = []
      for (let owner = 1; owner <= 6; owner++) ids.push((await cms.create('notes', { owner: 1 + (owner % 2) })).id)
      const findEach = (handle: Pick<Cms, 'findById'>) => Promise.all(ids.map(async (id) => (await handle.findById('notes', id))?.id))
      const user = (id: number) => cms.as({ id, role: 'editor' })
      const [first, second, all] = await Promise.all([findEach(user(1)), findEach(user(2)), findEach(cms)])
      expect(all).to.deep.equal(ids)
      expect(first).to.deep.equal(ids.map((id, index) => (index % 2 === 1 ? id : undefined)))
      expect(second).to.deep.equal(ids.map((id, index) => (index % 2 === 0 ? id : undefined)))
      await cms.stop()
    })
})
