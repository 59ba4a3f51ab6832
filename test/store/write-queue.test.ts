/** Writes that wait for SQLite's writer share a commit, and those of one shape a statement; each ends as it would have ended alone. */
import { expect } from 'chai'
import type { Driver } from '../../adapters/sqlite/drivers.ts'
import { WriteQueue } from '../../adapters/sqlite/write-queue.ts'
import type { Row } from '../../lib/store/contract.ts'

const SEVERAL = (lists: number) => `put ${lists}`
const OTHERS = (lists: number) => `drop ${lists}`

describe('store/write queue', () => {
  let ran: string[]
  let broken: string | undefined
  let queue: WriteQueue

  beforeEach(() => {
    ran = []
    broken = undefined
    const all = async (sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
      ran.push(values.length > 0 ? `${sql}: ${values.map((value) => value ?? '-').join(' ')}` : sql)
      await new Promise((resolve) => setImmediate(resolve))
      if (broken !== undefined && values.includes(broken)) throw new Error(`${broken} is broken`)
      if (sql === 'put') return [{ id: values[0] }]
      const lists = Array.from({ length: values.length / 2 }, (_, index) => values.slice(index * 2, index * 2 + 2))
      // In any order.
      return sql.startsWith('put') ? lists.flatMap(([at, id]) => (at === null ? [] : [{ at, id }])).reverse() : []
    }
    queue = new WriteQueue({ all } as unknown as Driver)
  })

  const put = (value: string, several = SEVERAL) => queue.alone({ sql: 'put', values: [value], several })
  /** The first one never waits. */
  const behind = async <T>(work: () => Promise<T>[]) => (await Promise.allSettled([put('first'), ...work()])).slice(1)
  const rowsOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
    settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason.message)))

  it('are one statement without a transaction, and each gets its own rows', async () => {
    expect(rowsOf(await behind(() => ['a', 'b', 'c'].map((value) => put(value))))).to.deep.equal([
      [{ id: 'a' }],
      [{ id: 'b' }],
      [{ id: 'c' }],
    ])
    expect(ran).to.deep.equal(['put: first', 'put 3: 0 a 1 b 2 c'])
  })

  it('fail alone', async () => {
    broken = 'b'
    expect(rowsOf(await behind(() => ['a', 'b', 'c'].map((value) => put(value))))).to.deep.equal([
      [{ id: 'a' }],
      'b is broken',
      [{ id: 'c' }],
    ])
    expect(ran.slice(1)).to.deep.equal(['put 3: 0 a 1 b 2 c', 'begin immediate', 'put: a', 'put: b', 'put: c', 'commit'])
  })

  it('keep their order where others are between them, in one transaction', async () => {
    await behind(() => [put('a'), put('b'), queue.add((connection) => connection.all('work')), put('c'), put('d'), put('e', OTHERS)])
    expect(ran.slice(1)).to.deep.equal([
      'begin immediate',
      'put 2: 0 a 1 b',
      'savepoint member',
      'work',
      'release member',
      'put 2: 0 c 1 d',
      'put: e',
      'commit',
    ])
  })

  it('come in few lengths, filled up with lists that do nothing', async () => {
    const values = Array.from({ length: 9 }, (_, index) => `v${index}`)
    expect(rowsOf(await behind(() => values.map((value) => put(value))))).to.deep.equal(values.map((id) => [{ id }]))
    expect(ran[1]).to.match(/^put 16: 0 v0 .* 8 v8( - -){7}$/)
  })

  it('are several statements if they are long', async () => {
    const long = ['a', 'b', 'c'].map((letter) => letter.repeat(400_000))
    await behind(() => long.map((value) => put(value)))
    expect(ran.slice(1).map((one) => one.slice(0, 10))).to.deep.equal(['begin imme', 'put 2: 0 a', 'put: ccccc', 'commit'])
  })
})
