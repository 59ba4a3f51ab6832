/** A set that is written often becomes one statement: it says what the transaction said, and fails as it failed. */
import { expect } from 'chai'
import type { CollectionConfig } from '../../lib/content-config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { Store } from '../../lib/store/store.ts'
import { Ref, type Statement } from '../../lib/store/write-set.ts'
import { EVERY_DRIVER, end, startCms } from '../harness/start.ts'

const things: CollectionConfig[] = [
  { slug: 'things', fields: [{ name: 'a', unique: true }, { name: 'b' }, { name: 'n', type: 'number' }] },
  { slug: 'notes', fields: [{ name: 'of', type: 'number' }, { name: 'text' }] },
]

const AT = '2026-01-01T00:00:00.000Z'

describe('sets as one statement', () => {
  for (const database of EVERY_DRIVER) {
    describe(`with ${database.name}`, () => {
      let cms: Handle
      let store: Store
      beforeEach(async () => {
        cms = await startCms(database, { collections: things })
        store = cms.engine.store
      })
      afterEach(() => end(cms))

      const q = (name: string) => store.dialect.quote(name)

      function insert(table: string, values: Record<string, unknown>): Statement {
        const row = { created_at: AT, updated_at: AT, $rev: 1, $shape: 's', ...values }
        const columns = Object.keys(row)
        const sql = `insert into ${store.dialect.table(table)} (${columns.map(q).join(', ')}) values (${columns.map(() => '?').join(', ')})`
        return { kind: 'insert', sql, values: Object.values(row), into: store.dialect.table(table) }
      }

      const thing = (a: unknown, more: object = {}): Statement => {
        return { ...insert('things', { a, ...more }), returning: q('id'), as: 'thing' }
      }
      const note = (text: string) => insert('notes', { of: new Ref('thing', 'id'), text })
      const rename = (from: string, to: string): Statement => ({
        kind: 'update',
        sql: `update ${store.dialect.table('things')} set ${q('a')} = ? where ${q('a')} = ?`,
        values: [to, from],
        returning: q('id'),
        expect: { rows: 1, otherwise: () => new Error(`no ${from}`) },
      })
      const all = async (table: string, column: string) =>
        (await store.read(`select ${q(column)} as x from ${store.dialect.table(table)} order by id`)).map((row) => row['x'])

      it('give the row that was made, and those that mention it, again and again', async () => {
        for (let n = 1; n <= 12; n++) {
          const written = await store.commit({ writes: [thing(`t${n}`), note(`of ${n}`)] })
          expect(written['thing']!['id']).to.equal(n)
        }
        expect((await all('notes', 'of')).map(Number)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
      })

      it('keep what a value is: nothing, text that looks like a number, numbers, quotes', async () => {
        const values = [null, '007', "it's ? \"so\" 'new.v0'", '\u0e01\ud83d\ude00', '1e3', '']
        for (let round = 0; round < 3; round++)
          for (const value of values) await store.commit({ writes: [thing(null, { b: value, n: 0.5 }), note('x')] })
        expect(await all('things', 'b')).to.deep.equal([...values, ...values, ...values])
        expect(await all('things', 'n')).to.deep.equal(Array(18).fill(0.5))
      })

      it('go a thousand at once', async () => {
        const written = await Promise.all(Array.from({ length: 1000 }, (_, n) => store.commit({ writes: [thing(`t${n}`), note(`t${n}`)] })))
        expect(new Set(written.map((one) => one['thing']!['id'])).size).to.equal(1000)
        const name = (table: string) => store.dialect.table(table)
        const wrong = await store.read(
          `select n.id from ${name('notes')} n left join ${name('things')} t on t.id = n.${q('of')} and t.a = n.text where t.id is null`,
        )
        expect(wrong).to.deep.equal([])
      })

      it('give each its own row where several are made at once', async () => {
        for (let n = 0; n < 6; n++) await store.commit({ writes: [thing(`t${n}`), note(`t${n}`)] })
        const made = await Promise.all(Array.from({ length: 20 }, (_, n) => store.commit({ writes: [thing(`v${n}`), note(`v${n}`)] })))
        const rows = await store.read(`select id, ${q('a')} as a from ${store.dialect.table('things')} order by id`)
        const ids = new Map(rows.map((row) => [row['a'], Number(row['id'])]))
        expect(made.map((written) => Number(written['thing']!['id']))).to.deep.equal(made.map((_, n) => ids.get(`v${n}`)))
        const notes = await store.read(`select ${q('of')} as thing, ${q('text')} as text from ${store.dialect.table('notes')} order by id`)
        expect(notes.map((row) => Number(row['thing']))).to.deep.equal(notes.map((row) => ids.get(row['text'])))
      })

      it('fail alone where others wait with them', async () => {
        for (let n = 0; n < 6; n++) await store.commit({ writes: [thing(`t${n}`), note(`t${n}`)] })
        await Promise.all([0, 1, 2, 3, 4, 5].map((n) => store.commit({ writes: [rename(`t${n}`, `u${n}`)] })))
        await store.commit({ writes: [thing('taken')] })
        const made = Array.from({ length: 12 }, (_, n) => store.commit({ writes: [thing(n === 7 ? 'taken' : `v${n}`), note(`v${n}`)] }))
        const renamed = Array.from({ length: 12 }, (_, n) => store.commit({ writes: [rename(n < 6 ? `u${n}` : `none${n}`, `w${n}`)] }))
        const wrong = (await Promise.allSettled([...made, ...renamed])).map((one) => (one.status === 'rejected' ? one.reason : undefined))
        expect(wrong.flatMap((error, index) => (error ? [index] : []))).to.deep.equal([7, 18, 19, 20, 21, 22, 23])
        expect(store.dialect.uniqueClash(wrong[7])).to.not.equal(undefined)
        expect(wrong[20]!.message).to.equal('no none8')
        const there = [0, 1, 2, 3, 4, 5].map((n) => `w${n}`).concat([0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11].map((n) => `v${n}`))
        expect(await all('things', 'a')).to.have.members([...there, 'taken'])
        expect(await all('notes', 'text')).not.to.include('v7')
      })

      it('fail as a whole where a value is taken, and say which', async () => {
        for (let n = 0; n < 8; n++) await store.commit({ writes: [thing(`t${n}`), note('x')] })
        const error = await store.commit({ writes: [thing('t3'), note('never')] }).catch((error) => error)
        expect(store.dialect.uniqueClash(error)).to.not.equal(undefined)
        const late = await store.commit({ writes: [thing('new'), thing('t3')].map(({ as: _, ...one }) => one) }).catch((error) => error)
        expect(store.dialect.uniqueClash(late)).to.not.equal(undefined)
        expect(await all('things', 'a')).to.have.length(8)
        expect(await all('notes', 'text')).to.not.include('never')
      })

      it('fail as a whole where a statement hits other rows than it must, first or last', async () => {
        await store.commit({ writes: [thing('a0')] })
        for (let n = 0; n < 6; n++) await store.commit({ writes: [rename(`a${n}`, `a${n + 1}`), insert('notes', { text: `to ${n + 1}` })] })
        const first = store.commit({ writes: [rename('a1', 'z'), insert('notes', { text: 'never' })] })
        expect((await first.catch((error) => error)).message).to.equal('no a1')
        for (let n = 6; n < 12; n++) await store.commit({ writes: [insert('notes', { text: 'n' }), rename(`a${n}`, `a${n + 1}`)] })
        const last = store.commit({ writes: [insert('notes', { text: 'never' }), rename('a1', 'z')] })
        expect((await last.catch((error) => error)).message).to.equal('no a1')
        expect(await all('things', 'a')).to.deep.equal(['a12'])
        expect(await all('notes', 'text')).to.not.include('never')
      })

      it('fail as a whole where a check does not hold, and only those', async () => {
        const otherwise = () => new Error('not there')
        const check = (a: string): Statement => ({
          kind: 'select',
          sql: `select ${q('id')} from ${store.dialect.table('things')} where ${q('a')} = ?`,
          values: [a],
          isCheck: true,
          expect: { rows: 1, otherwise },
        })
        for (const a of ['one', 'two']) await store.commit({ writes: [thing(a)] })
        const make = (name: string, ...others: string[]) =>
          store.commit({ guards: ['one', ...others].map(check), writes: [thing(name), note(name)] }).then(
            (written) => written['thing']!['id'],
            (error) => error.message,
          )
        for (let n = 0; n < 6; n++) expect(await make(`t${n}`, 'two')).to.be.a('number')
        expect(await make('never', 'three')).to.equal('not there')
        const made = await Promise.all(Array.from({ length: 20 }, (_, n) => make(`v${n}`, n === 7 ? 'three' : 'two')))
        for (const [n, id] of made.entries()) {
          const [row] = await store.read(`select id from ${store.dialect.table('things')} where a = 'v${n}'`)
          expect(n === 7 ? 'not there' : Number(row?.['id']), `v${n}`).to.equal(id)
          expect(row === undefined, `v${n}`).to.equal(n === 7)
        }
        const renamed = { guards: [check('one')], writes: [rename('t0', 'u0'), insert('notes', { text: 'renamed' })] }
        for (let n = 0; n < 6; n++) {
          const error = await store.commit(renamed).catch((error) => error)
          if (n > 0) expect(error.message).to.equal('no t0')
        }
        expect((await all('notes', 'text')).filter((text) => text === 'renamed' || text === 'never')).to.deep.equal(['renamed'])
      })

      it('fail as a whole where a guard does not hold', async () => {
        const guard = (a: string, rows: number): Statement => ({
          kind: 'select',
          sql: `select ${q('id')} from ${store.dialect.table('things')} where ${q('a')} = ?`,
          values: [a],
          expect: { rows, otherwise: () => new Error(`${a} is not ${rows}`) },
        })
        for (let n = 0; n < 6; n++) await store.commit({ guards: [guard(`a${n}`, 0)], writes: [thing(`a${n}`), note('x')] })
        const refused = await store.commit({ guards: [guard('a2', 0)], writes: [thing('b'), note('never')] }).catch((error) => error)
        expect(refused.message).to.equal('a2 is not 0')
        expect(await all('things', 'a')).to.not.include('b')
        expect(await all('notes', 'text')).to.not.include('never')
      })

      it('come in more shapes than are kept @long', async () => {
        for (let round = 0; round < 4; round++) {
          for (let n = 0; n < 230; n++) {
            const { sql, values, ...rest } = thing(null, { n })
            await store.commit({ writes: [{ sql: sql.replace(' values', `${' '.repeat(n + 1)}values`), values, ...rest }, note(`${n}`)] })
          }
        }
        expect(await all('notes', 'text')).to.have.length(920)
        expect((await all('notes', 'of')).map(Number)).to.deep.equal(Array.from({ length: 920 }, (_, n) => n + 1))
      })

      it('stay right when a table changes under them', async () => {
        const table = store.dialect.table('things')
        const several = async (from: number) => {
          for (let n = from; n < from + 6; n++) await store.commit({ writes: [thing(`t${n}`, { b: 'b' }), note(`t${n}`)] })
        }
        await several(0)
        await store.exclusively(({ all }) => all(`alter table ${table} add column ${q('more')} text`))
        await several(10)
        await store.exclusively(({ all }) => all(`alter table ${table} rename column ${q('b')} to ${q('old')}`))
        expect((await store.commit({ writes: [thing('gone', { b: 'b' }), note('gone')] }).catch((error) => error)).message).to.match(
          /\bb\b/,
        )
        await store.exclusively(({ all }) => all(`alter table ${table} drop column ${q('old')}`))
        await store.exclusively(({ all }) => all(`alter table ${table} add column ${q('b')} text`))
        await several(20)
        expect(await all('things', 'a')).to.have.length(18)
        expect(await all('notes', 'text')).to.have.length(18)
      })
    })
  }
})
