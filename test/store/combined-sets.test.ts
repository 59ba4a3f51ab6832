/** Write sets that begin together share a statement on Postgres; each ends as it would have ended alone. */
import { expect } from 'chai'
import pg from 'pg'
import { together } from '../../adapters/postgres/batch.ts'
import { CombinedSets } from '../../adapters/postgres/combined-sets.ts'
import type { Row } from '../../lib/store/contract.ts'
import { Ref, type Statement } from '../../lib/store/write-set.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

const change = (id: number, sql = 'update t set a = ? where id = ?'): Statement[] => [
  { kind: 'update', sql, values: ['x', id], returning: 'id', expect: { rows: 1, otherwise: () => new Error(`no ${id}`) } },
]
const create = (a: string): Statement[] => [
  { kind: 'insert', sql: 'insert into t (a) values (?)', values: [a], into: 't', returning: 'id', as: 'document' },
  { kind: 'insert', sql: 'insert into n (of) values (?)', values: [new Ref('document', 'id')], into: 'n' },
]

describe('store/combined sets', () => {
  let ran: { sql: string; values: readonly unknown[] }[]
  let answer: () => Row[]
  let sets: CombinedSets

  beforeEach(() => {
    ran = []
    answer = () => []
    sets = new CombinedSets({
      async alone({ values }) {
        ran.push({ sql: 'alone', values })
        return { document: { id: `alone ${values.at(-1)}` } }
      },
      async query(sql, values) {
        ran.push({ sql, values })
        return answer()
      },
    })
  })

  const all = (given: Statement[][]) => Promise.allSettled(given.map((statements) => sets.run(together(statements)!)))
  const endOf = (settled: PromiseSettledResult<Record<string, Row>>) =>
    settled.status === 'fulfilled' ? settled.value['document']?.['id'] : (settled.reason as Error).message

  it('are one statement, with the references of each to its own row', async () => {
    answer = () => [
      { at: 1, id: 12 },
      { at: 0, id: 11 },
    ]
    expect((await all([create('a'), create('b')])).map(endOf)).to.deep.equal([11, 12])
    const part = (at: number) =>
      `s${at}_0 as (insert into t (a) values ($${at + 1}) returning id), s${at}_1 as (insert into n (of) values ((select "id" from s${at}_0)))`
    expect(ran[0]!.sql).to.include(`with ${part(0)}, ${part(1)} select 0 as "at"`)
    expect(ran.map(({ values }) => values)).to.deep.equal([['a', 'b']])
  })

  it('are asked along with their checks, if one error speaks for all of them', () => {
    const otherwise = () => new Error('missing')
    const check: Statement = {
      kind: 'select',
      sql: 'select id from u where id = ?',
      values: [7],
      isCheck: true,
      expect: { rows: 1, otherwise },
    }
    const set = together([check, { ...check, values: [8] }, ...create('a')])!
    expect(set.sql).to.include('(select id from u where id = $2) as c) = 1').and.to.include('(select id from u where id = $3) as c) = 1')
    expect(set.values).to.deep.equal(['a', 7, 8])
    const other = { ...check, expect: { rows: 1, otherwise: () => new Error('other') } }
    const apart = {
      check: [check],
      'two errors': [check, other, ...create('a')],
      'a guard that may lock': [{ ...check, isCheck: undefined }, ...create('a')],
      late: [...create('a'), check],
    }
    for (const [name, statements] of Object.entries(apart)) expect(together(statements as Statement[]), name).to.equal(undefined)
  })

  it('come in few sizes, by shape', async () => {
    answer = () => Array.from({ length: 8 }, (_, at) => ({ at, id: at }))
    await all([...Array.from({ length: 7 }, (_, n) => create(`${n}`)), ...[1, 2].map((id) => change(id)), change(3, 'update u')])
    expect(ran.map(({ sql }) => sql.match(/s\d_0 as \(/g)?.length ?? 'alone')).to.have.members([4, 2, 'alone', 2, 'alone'])
  })

  it('run alone if their row is missing, since another set may have changed it', async () => {
    answer = () => [{ at: 1, id: 2 }]
    expect((await all([change(1), change(2)])).map(({ status }) => status)).to.deep.equal(['fulfilled', 'fulfilled'])
    expect(ran.slice(1)).to.deep.equal([{ sql: 'alone', values: ['x', 1] }])
  })

  it('run alone after a refusal, and never again if the connection broke', async () => {
    const failing = (code: string) => () => {
      throw Object.assign(new Error(code), { code })
    }
    answer = failing('23505')
    expect((await all([create('a'), create('b')])).map(endOf)).to.deep.equal(['alone a', 'alone b'])
    for (const code of ['ECONNRESET', '57P01', '08006']) {
      answer = failing(code)
      expect((await all([create('a'), create('b')])).map(endOf)).to.deep.equal([code, code])
    }
    expect(ran.filter(({ sql }) => sql === 'alone').length).to.equal(2)
  })

  it('run alone if they are long', async () => {
    await all([create('a'.repeat(200_000)), create('b'.repeat(200_000))])
    expect(ran.map(({ sql }) => sql)).to.deep.equal(['alone', 'alone'])
  })

  it('wait for nobody else’s lock', async () => {
    const cms = await startCms(DATABASES.find(({ name }) => name === 'Postgres')!, {
      collections: [{ slug: 'notes', access: { update: 'anyone', read: 'anyone' }, fields: [{ name: 'text' }] }],
    })
    const other = new pg.Client({ connectionString: postgresUrl() })
    await other.connect()
    try {
      const ids = await Promise.all(['a', 'b', 'c'].map(async (text) => (await cms.create('notes', { text })).id))
      await other.query('begin')
      await other.query(`select id from ${cms.engine.store.dialect.table('notes')} where id = $1 for update`, [ids[1]])
      const changes = ids.map((id) => cms.update('notes', id, { text: 'changed' }))
      await Promise.all([changes[0], changes[2]])
      await other.query('commit')
      expect((await Promise.all(changes)).map(({ text }) => text)).to.deep.equal(['changed', 'changed', 'changed'])
    } finally {
      await other.end()
      await end(cms)
    }
  })
})
