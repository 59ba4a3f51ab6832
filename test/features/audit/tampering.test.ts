/** Hands in the database: whatever they do to the record is found and named. */
import { expect } from 'chai'
import { chainOf } from '../../../lib/features/audit/chain.ts'
import type { Handle } from '../../../lib/local/handle.ts'
import { DATABASES, end, startCms } from '../../harness/start.ts'

const ENTRIES = 12

for (const database of DATABASES) {
  describe(`features/audit: tampering with ${database.name}`, () => {
    let cms: Handle
    let ids: number[]
    const table = (name: string) => cms.engine.store.dialect.table(name)
    const sql = (text: string, ...values: unknown[]) =>
      cms.engine.store.atomically((connection) =>
        connection.all(
          cms.engine.store.dialect.native(text.replaceAll('LOG', table('$audit')).replaceAll('ENDS', table('$audit_ends'))),
          values,
        ),
      )
    const found = async () => {
      const { invalid, gaps, truncated } = await cms.audit.verify()
      return { invalid, gaps, truncated }
    }
    const clean = { invalid: [], gaps: 0, truncated: false }

    beforeEach(async () => {
      cms = await startCms(database, { audit: true, collections: [{ slug: 'notes', useAsTitle: 'text', fields: [{ name: 'text' }] }] })
      for (let n = 0; n < ENTRIES; n++) await cms.create('notes', { text: `${n}` })
      expect(await found()).to.deep.equal(clean)
      ids = (await sql('select id from LOG order by seq')).map((row) => row['id'])
    })
    afterEach(() => end(cms))

    for (const column of [
      'at',
      'action',
      'target',
      'doc',
      'title',
      'actor_id',
      'actor_email',
      'via',
      'ip',
      'changes',
      'detail',
      'scope',
      'key',
      'mark',
      'signature',
    ])
      it(`an edited ${column}`, async () => {
        const value = ['doc', 'actor_id'].includes(column) ? 99 : '"x"'
        await sql(`update LOG set "${column}" = ? where id = ?`, value, ids[4])
        expect(await found()).to.deep.equal({ ...clean, invalid: [ids[4]] })
      })

    it('a deleted one', async () => {
      await sql('delete from LOG where id = ?', ids[4])
      expect(await found()).to.deep.equal({ ...clean, gaps: 1 })
    })

    it('several deleted ones', async () => {
      for (const n of [2, 3, 7]) await sql('delete from LOG where id = ?', ids[n])
      expect(await found()).to.deep.equal({ ...clean, gaps: 3 })
    })

    it('two that changed places', async () => {
      await sql('update LOG set seq = -seq where id in (?, ?)', ids[3], ids[4])
      await sql('update LOG set seq = case id when ? then 5 else 4 end where id in (?, ?)', ids[3], ids[3], ids[4])
      expect(await found()).to.deep.equal({ ...clean, invalid: [ids[3], ids[4]] })
    })

    it('two whose contents were swapped', async () => {
      const [a, b] = await sql('select * from LOG where id in (?, ?) order by id', ids[3], ids[4])
      for (const [to, from] of [
        [a, b],
        [b, a],
      ] as const)
        await sql(
          'update LOG set "key" = ?, title = ?, doc = ?, mark = ? where id = ?',
          `${from!['key']}${to === a ? '~' : ''}`,
          from!['title'],
          from!['doc'],
          from!['mark'],
          to!['id'],
        )
      await sql('update LOG set "key" = ? where id = ?', b!['key'], a!['id'])
      expect(await found()).to.deep.equal({ ...clean, invalid: [ids[3], ids[4]] })
    })

    it('an inserted one, unsigned or with a signature of somebody else', async () => {
      await sql("insert into LOG (\"key\", at, action, target, mark) values ('k', '2026-01-01', 'delete', 'notes', 'set.x')")
      const [first] = await sql('select id from LOG where "key" = \'k\'')
      expect(await found()).to.deep.equal({ ...clean, invalid: [first!['id']] })
      await cms.create('notes', { text: 'goes on' })
      expect(await found()).to.deep.equal({ ...clean, invalid: [first!['id']] })
      await sql("update LOG set seq = ?, signature = 'x' where \"key\" = 'k'", 500)
      expect((await found()).invalid).to.deep.equal([first!['id']])
    })

    it('a copy of a true one', async () => {
      await sql(
        'insert into LOG ("key", at, action, target, doc, title, via, mark) select "key", at, action, target, doc, title, via, mark from LOG where id = ?',
        ids[2],
      )
      expect((await found()).invalid).to.have.length(1)
    })

    it('a tail that was cut off', async () => {
      await sql('delete from LOG where id > ?', ids[8])
      expect(await found()).to.deep.equal({ ...clean, truncated: true })
    })

    it('a tail that was cut off with the head turned back, while the process lives', async () => {
      const [head] = await sql("select * from ENDS where name = 'head'")
      await cms.create('notes', { text: 'to be hidden' })
      await found()
      await sql('delete from LOG where id > ?', ids.at(-1))
      await sql("update ENDS set seq = ?, signature = ?, seal = ? where name = 'head'", head!['seq'], head!['signature'], head!['seal'])
      expect((await found()).truncated).to.equal(true)
    })

    it('a tail cut off together with the head leaves a gap for good', async () => {
      await sql('delete from LOG where id > ?', ids[8])
      await sql("delete from ENDS where name = 'head'")
      expect((await found()).truncated).to.equal(true)
      await cms.create('notes', { text: 'goes on' })
      expect((await found()).gaps).to.be.above(0)
    })

    it('an anchor or a head that was moved', async () => {
      await sql("insert into ENDS (name, seq, signature, seal) values ('anchor', 5, 'x', 'y')")
      expect((await found()).truncated).to.equal(true)
      await sql("delete from ENDS where name = 'anchor'")
      expect(await found()).to.deep.equal(clean)
      await sql("update ENDS set seq = 9 where name = 'head'")
      expect((await found()).truncated).to.equal(true)
    })

    it('another history of our own, with a true entry of the same number', async () => {
      const last = ids.at(-1)!
      const [before] = await sql("select * from ENDS where name = 'head'")
      await cms.create('notes', { text: 'of the first history' })
      await found()
      const [first] = await sql('select * from LOG where id > ?', last)
      // The database is turned back and lives on under another process: its next entry gets the same number.
      await sql('delete from LOG where id > ?', last)
      await sql(
        "update ENDS set seq = ?, signature = ?, seal = ? where name = 'head'",
        before!['seq'],
        before!['signature'],
        before!['seal'],
      )
      chainOf(cms.engine).highestSeq = 0
      await cms.create('notes', { text: 'of the second' })
      await found()
      await cms.create('notes', { text: 'behind it' })
      expect(await found()).to.deep.equal({ ...clean })
      const [second] = await sql('select * from LOG where id > ? order by id limit 1', last)
      expect(second!['seq']).to.equal(first!['seq'])
      await sql('delete from LOG where id = ?', second!['id'])
      const columns = Object.keys(first!)
      await sql(
        `insert into LOG (${columns.map((name) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
        ...Object.values(first!),
      )
      const [behind] = await sql('select id from LOG where seq = ?', Number(first!['seq']) + 1)
      expect((await found()).invalid).to.deep.equal([behind!['id']])
    })

    it('everything gone', async () => {
      await sql('delete from LOG')
      expect((await found()).truncated).to.equal(true)
    })

    it('goes on after a kill between the commit and the signature', async () => {
      await sql('update LOG set seq = null, signature = null where id > ?', ids[8])
      await sql("update ENDS set seq = seq where name = 'head'")
      const before = await found()
      expect(before.invalid, 'they are signed again').to.deep.equal([])
      expect(before.gaps, 'their old numbers are missing').to.equal(3)
    })
  })
}
