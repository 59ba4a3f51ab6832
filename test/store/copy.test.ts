/** The pages that a copy is read in: nothing is lost or repeated at their boundaries, in tables with ids and without. */
import { expect } from 'chai'
import { copyDatabase } from '../../lib/backup/copy.ts'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { configWith, DATABASES, end, startCms } from '../harness/start.ts'

/** A page holds 500 rows. */
const COUNTS = [499, 500, 501, 1000, 1001]
const collections = COUNTS.map((count) => ({ slug: `lines${count}`, fields: [{ name: 'text' }] }))

describe('store/copy', function () {
  this.timeout(60_000)
  for (const [index, database] of DATABASES.entries()) {
    const other = DATABASES[1 - index]!
    it(`brings every page from ${database.name} to ${other.name} @long`, async () => {
      const source = await startCms(database, { collections })
      for (const count of COUNTS) {
        const rows = Array.from({ length: count }, (_, n) => [`row ${n}`])
        await insert(source, `lines${count}`, ['text'], rows)
      }
      // This one has no id: its pages are read by the order of its key.
      const links = Array.from({ length: 1001 }, (_, n) => [`token ${String(n).padStart(4, '0')}`, 'reset', 1, '2999'])
      await insert(source, '$links', ['token', 'purpose', 'user', 'expires_at'], links)
      const steps = ['1-first', '2-second'].map((name) => [name, `hash in ${database.name}`, '2026'])
      await insert(source, '$migrations', ['name', 'hash', 'at'], steps)
      const target = await createCms(configWith(other, { collections }), { migrate: false })
      const after = { tables: [{ name: 'later', columns: [{ name: 'id', kind: 'identity' as const }], indexes: [] }], parked: [] }
      const files = ['2-second', '3-third'].map((name) => ({ name, hash: `hash in ${other.name}`, after }))
      await copyDatabase(source.engine.store, target.engine.store, undefined, { files, at: '2027' })
      for (const count of COUNTS)
        expect(await column(target, `lines${count}`, 'text'), `${count} rows`).to.deep.equal(
          Array.from({ length: count }, (_, n) => `row ${n}`),
        )
      expect(await column(target, '$links', 'token')).to.deep.equal(links.map(([token]) => token))
      expect(await column(target, '$migrations', 'name'), 'steps that are done, and have a file for this database').to.deep.equal([
        '2-second',
      ])
      expect(await column(target, '$migrations', 'hash')).to.deep.equal([`hash in ${other.name}`])
      await end(source)
      await end(target)
    })

    it(`says that ${database.name} holds nothing to copy, whatever of galley is left in it`, async () => {
      const source = await startCms(database, { collections: [] })
      const target = await createCms(configWith(other, { collections: [] }), { migrate: false })
      const { dialect } = source.engine.store
      const refusals: string[] = []
      for (const sql of [`delete from ${dialect.table('$model')}`, `drop table ${dialect.table('$model')}`]) {
        await source.engine.store.exclusively((connection) => connection.all(sql))
        await copyDatabase(source.engine.store, target.engine.store).catch(({ message }) => refusals.push(message))
      }
      expect(refusals).to.have.length(2)
      expect(new Set(refusals)).to.have.length(1)
      expect(refusals[0]).to.include('no data of galley')
      await end(source)
      await end(target)
    })
  }
})

/** Straight into the table: a copy asks nothing of documents. */
async function insert({ engine }: Handle, name: string, columns: string[], rows: unknown[][]): Promise<void> {
  const { table, quote: q, native } = engine.store.dialect
  const head = `insert into ${table(name)} (${columns.map(q).join(', ')}) values `
  const one = `(${columns.map(() => '?').join(', ')})`
  await engine.store.atomically(async (connection) => {
    for (let at = 0; at < rows.length; at += 200) {
      const part = rows.slice(at, at + 200)
      await connection.all(native(head + part.map(() => one).join(', ')), part.flat())
    }
  })
}

async function column({ engine }: Handle, name: string, column: string): Promise<unknown[]> {
  const { table, quote: q, native } = engine.store.dialect
  const by = name.startsWith('$') ? column : 'id'
  const rows = await engine.store.read(native(`select ${q(column)} from ${table(name)} order by ${q(by)}`), [])
  return rows.map((row) => row[column])
}
