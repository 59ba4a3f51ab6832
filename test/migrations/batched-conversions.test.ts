/** Conversions of large tables: others write meanwhile, a killed process is gone on from, and no value is lost on either side. */
import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import { temporaryFile } from '../harness/start.ts'
import { type Evolving, posts } from './evolving.ts'
import { LargeTable } from './large-table.ts'

const ROWS = 3000
const schema = (type: string) => posts([{ name: 'name' }, { name: 'price', type }], { drafts: true, versions: true })
const AT = '2026-01-01T00:00:00.000Z'

for (const database of ['SQLite', 'Postgres'])
  describe(`migrations: conversions of large tables with ${database} @long`, function () {
    this.timeout(180_000)
    let large: LargeTable
    let old: Evolving
    let site: Evolving
    beforeEach(async () => {
      large = new LargeTable(database)
      ;({ old, site } = large)
      const rows = Array.from({ length: ROWS }, (_, n) => ({
        name: `${n + 1}`,
        price: `${n + 1}`,
        status: 'published',
        created_at: AT,
        updated_at: AT,
      }))
      await large.open(schema('text'), schema('number'), 'posts', rows)
    })
    afterEach(() => large.end())

    const change = (id: number, price: string) => old.cms.update('posts', id, { price, status: 'published' })

    it('go on in batches while an earlier process writes, and keep both its values and the old ones', async () => {
      const [step] = await large.plan()
      expect(step.words).to.match(/the old values stay in '\$old1\$price'; it runs in batches while others keep writing$/)
      expect(step.inBatches).to.equal(true)
      expect(await large.begun(), 'a plan changes nothing').to.deep.equal([])
      const written: Record<number, string> = {}
      let isOver = false
      const writing = (async () => {
        for (let n = 1; !isOver && n < ROWS; n++) {
          const id = n % 2 === 0 ? n : ROWS - n
          const isWritten = await change(id, `${n}.5`).then(
            () => true,
            () => false,
          )
          if (isWritten) written[id] = `${n}.5`
          else return
        }
      })()
      // A statement that says nothing to the CMS.
      const { store } = old.cms.engine
      const outside = (async () => {
        await large.underWay()
        await store.alone(`update ${store.dialect.table('posts')} set "price" = 'dear' where "id" = 1`)
        await store.alone(`update ${store.dialect.table('posts')} set "price" = '0.25' where "id" = 3`)
        await store.alone(`delete from ${store.dialect.table('posts')} where "id" = 5`)
      })()
      await Promise.all([large.apply(), outside])
      isOver = true
      await writing
      Object.assign(written, { 1: 'dear', 3: '0.25' })
      expect(Object.keys(written).length).to.be.above(2)
      expect(await large.begun(), 'nothing is left of the work').to.deep.equal([])
      const rows = await store.read(`select "id", "price", "$old1$price" as "old" from ${store.dialect.table('posts')}`)
      expect(rows.length).to.equal(ROWS - 1)
      for (const { id, price, old } of rows) {
        const text = written[Number(id)] ?? `${id}`
        expect(price, `row ${id}`).to.equal(text === 'dear' ? null : Number(text))
        // SQLite lets an earlier process write text into the new column, too.
        expect(database === 'SQLite' ? [text, `${id}`] : [text], `row ${id}`).to.include(old)
      }
      expect(await large.plan()).to.deep.equal([])
    })

    it('go on where a killed process stopped, with what was written since; the plan says so', async () => {
      await large.killedMigration()
      const before = await large.progress()
      expect(before).to.be.above(0)
      await change(2, '2.5')
      const added = await old.cms.create('posts', { name: 'new', price: '7', status: 'published' })
      const draft = await old.cms.update('posts', 4, { price: '4.5', status: 'draft' })
      const [step] = await large.plan()
      expect(step.words).to.match(/while others keep writing, and continues where an earlier attempt stopped$/)
      await large.apply()
      const prices = async (...ids: any[]) => Promise.all(ids.map(async (id) => (await site.cms.findById('posts', id)).price))
      expect(await prices(1, 2, 3, 4, ROWS, added.id)).to.deep.equal([1, 2.5, 3, 4, ROWS, 7])
      expect((await site.cms.findById('posts', draft.id, { draft: true } as object)).price).to.equal(4.5)
      expect(await large.begun()).to.deep.equal([])
    })

    it('leave nothing behind where the schema from before stays', async () => {
      await large.killedMigration()
      await old.migrator.note(old.cms.engine.tables())
      expect(await large.begun()).to.deep.equal([])
      await change(2, '2.5')
      await large.apply()
      expect((await site.cms.findById('posts', 2)).price).to.equal(2.5)
    })

    it('are made in batches for files as well', async () => {
      const folder = temporaryFile('.migrations')
      const { engine } = site.cms
      await migrationFiles(folder, 'numbers', engine.tables(), new Date(), await large.migrator().applied(), engine.store.dialect)
      const [file] = await readMigrations(folder, engine.store.dialect.name)
      await large.migrator().applyFile(file!, new Date().toISOString())
      expect((await site.cms.findById('posts', ROWS)).price).to.equal(ROWS)
      expect((await site.raw('posts', 7))['$old1$price']).to.equal('7')
      expect(await large.begun()).to.deep.equal([])
      expect(await large.plan()).to.deep.equal([])
      rmSync(folder, { recursive: true })
    })
  })
