/** Conversions of large tables: others write meanwhile, a killed process is gone on from, and no value is lost on either side. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { asData } from '../../lib/migrations/steps.ts'
import { DURABLE, temporaryFile } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'
import { Evolving, posts } from './evolving.ts'

const MIGRATING = fileURLToPath(new URL('migrating.ts', import.meta.url))
const ROWS = 3000
const schema = (type: string) => posts([{ name: 'name' }, { name: 'price', type }], { drafts: true, versions: true })

for (const database of ['SQLite', 'Postgres'])
  describe(`migrations: conversions of large tables with ${database}`, function () {
    this.timeout(180_000)
    let where: string
    let old: Evolving
    let site: Evolving
    let children: ChildProcess[]
    beforeEach(async () => {
      children = []
      where = DURABLE[database]!()
      const opening = { name: 'Postgres', fresh: () => adapterFor(where) }
      old = new Evolving(opening)
      site = new Evolving(opening)
      await old.migrate(schema('text'))
      await fill()
      await site.open(schema('number'))
    })
    afterEach(async () => {
      for (const child of children) child.kill('SIGKILL')
      await site.end()
      await old.end()
    })

    async function fill() {
      const { store } = old.cms.engine
      const columns = ['name', 'price', 'status', 'created_at', 'updated_at'].map(store.dialect.quote).join(', ')
      const at = "'2026-01-01T00:00:00.000Z'"
      const rows = Array.from({ length: ROWS }, (_, n) => `('${n + 1}', '${n + 1}', 'published', ${at}, ${at})`)
      await store.exclusively((connection) =>
        connection.all(`insert into ${store.dialect.table('posts')} (${columns}) values ${rows.join(', ')}`),
      )
    }

    const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const migrator = () => new Migrator(site.cms.engine.store, silent, { many: 10 })
    const apply = () => migrator().apply(site.cms.engine.tables(), site.cms.engine.model)
    const plan = async () => (await migrator().planned(site.cms.engine.tables())).map(asData) as any[]
    const change = (id: number, price: string) => old.cms.update('posts', id, { price, status: 'published' })
    const begun = async () => {
      const { store } = site.cms.engine
      const names = (await store.read(store.dialect.catalogue)).map((row) => `${row['table']}.${row['column']}`)
      return names.filter((name) => /\$convert/.test(name))
    }
    const progress = async (): Promise<number> => {
      const { store } = site.cms.engine
      if ((await begun()).length === 0) return 0
      const [row] = await store.read(`select count("$converted$1") as "n" from ${store.dialect.table('posts')}`)
      return Number(row!['n'])
    }

    /** A process that is killed once it has converted some rows. */
    async function killedMigration() {
      const folder = mkdtempSync(path.join(tmpdir(), 'galley-migrating-'))
      const config = path.join(folder, 'config.json')
      writeFileSync(config, JSON.stringify({ collections: schema('number') }))
      const child = spawn(process.execPath, ['--import', 'tsx', MIGRATING, where, config, '0', '10'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      await once(child.stdout!, 'data')
      while ((await progress()) === 0) await new Promise((resolve) => setTimeout(resolve, 1))
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    }

    it('go on in batches while an earlier process writes, and keep both its values and the old ones', async () => {
      const [step] = await plan()
      expect(step.words).to.match(/the old values stay in '\$old1\$price'; it is made in batches while others go on writing$/)
      expect(step.inBatches).to.equal(true)
      expect(await begun(), 'a plan changes nothing').to.deep.equal([])
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
        while ((await progress()) === 0) await new Promise((resolve) => setTimeout(resolve, 1))
        await store.alone(`update ${store.dialect.table('posts')} set "price" = 'dear' where "id" = 1`)
        await store.alone(`update ${store.dialect.table('posts')} set "price" = '0.25' where "id" = 3`)
        await store.alone(`delete from ${store.dialect.table('posts')} where "id" = 5`)
      })()
      await Promise.all([apply(), outside])
      isOver = true
      await writing
      Object.assign(written, { 1: 'dear', 3: '0.25' })
      expect(Object.keys(written).length).to.be.above(2)
      expect(await begun(), 'nothing is left of the work').to.deep.equal([])
      const rows = await store.read(`select "id", "price", "$old1$price" as "old" from ${store.dialect.table('posts')}`)
      expect(rows.length).to.equal(ROWS - 1)
      for (const { id, price, old } of rows) {
        const text = written[Number(id)] ?? `${id}`
        expect(price, `row ${id}`).to.equal(text === 'dear' ? null : Number(text))
        // SQLite lets an earlier process write text into the new column, too.
        expect(database === 'SQLite' ? [text, `${id}`] : [text], `row ${id}`).to.include(old)
      }
      expect(await plan()).to.deep.equal([])
    })

    it('go on where a killed process stopped, with what was written since; the plan says so', async () => {
      await killedMigration()
      const before = await progress()
      expect(before).to.be.above(0)
      await change(2, '2.5')
      const added = await old.cms.create('posts', { name: 'new', price: '7', status: 'published' })
      const draft = await old.cms.update('posts', 4, { price: '4.5', status: 'draft' })
      const [step] = await plan()
      expect(step.words).to.match(/while others go on writing, and goes on where an earlier attempt stopped$/)
      await apply()
      const prices = async (...ids: any[]) => Promise.all(ids.map(async (id) => (await site.cms.findById('posts', id)).price))
      expect(await prices(1, 2, 3, 4, ROWS, added.id)).to.deep.equal([1, 2.5, 3, 4, ROWS, 7])
      expect((await site.cms.findById('posts', draft.id, { draft: true } as object)).price).to.equal(4.5)
      expect(await begun()).to.deep.equal([])
    })

    it('leave nothing behind where the schema from before stays', async () => {
      await killedMigration()
      await old.migrator.note(old.cms.engine.tables())
      expect(await begun()).to.deep.equal([])
      await change(2, '2.5')
      await apply()
      expect((await site.cms.findById('posts', 2)).price).to.equal(2.5)
    })

    it('are made in batches for files as well', async () => {
      const folder = temporaryFile('.migrations')
      const { engine } = site.cms
      await migrationFiles(folder, 'numbers', engine.tables(), new Date(), await migrator().applied(), engine.store.dialect)
      const [file] = await readMigrations(folder, engine.store.dialect.name)
      await migrator().applyFile(file!, new Date().toISOString())
      expect((await site.cms.findById('posts', ROWS)).price).to.equal(ROWS)
      expect((await site.raw('posts', 7))['$old1$price']).to.equal('7')
      expect(await begun()).to.deep.equal([])
      expect(await plan()).to.deep.equal([])
      rmSync(folder, { recursive: true })
    })
  })
