/** Databases of earlier versions get indexes that serve a sort: what they were made without is noticed, planned, made again, and can be taken back. */
import { expect } from 'chai'
import { createIndex } from '../../lib/migrations/ddl.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import { describeChange } from '../../lib/migrations/words.ts'
import type { TableSpec } from '../../lib/store/tables.ts'
import { driversFor } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const SCHEMA = posts(
  [
    { name: 'name', index: true },
    { name: 'author', type: 'relationship', to: 'posts' },
  ],
  { drafts: true, access: { read: 'anyone' } },
)

for (const database of driversFor('migrations/sorting-indexes'))
  describe(`migrations: indexes that serve a sort with ${database.name}`, () => {
    let site: Evolving
    beforeEach(async () => {
      site = new Evolving(database)
      await site.migrate(SCHEMA)
      for (let n = 0; n < 50; n++) await site.cms.create('posts', { name: n % 5 === 0 ? null : `n${n % 7}`, status: 'published' })
    })
    afterEach(() => site.end())

    const model = async (): Promise<{ tables: TableSpec[] }> => {
      const { store } = site.cms.engine
      const { table, quote: q } = store.dialect
      const [row] = await store.read(`select ${q('value')} as "value" from ${table('$model')} where ${q('key')} = 'model'`)
      return JSON.parse(row!['value'])
    }

    /** The tables as an earlier version left them: nothing behind `status`, and no order of empty values. */
    async function older(): Promise<void> {
      const { store } = site.cms.engine
      const { dialect } = store
      const applied = await model()
      await store.exclusively(async (connection) => {
        for (const table of applied.tables)
          for (const index of table.indexes.filter(({ sorts }) => sorts)) {
            await connection.all(`drop index ${dialect.table(index.name)}`)
            const { sorts: _, ...plain } = index
            if (index.columns[0] !== 'status' || index.columns.length === 3) await connection.all(createIndex(table.name, plain, dialect))
          }
        const tables = applied.tables.map((table) => ({
          ...table,
          indexes: table.indexes
            .filter(({ columns }) => columns[0] !== 'status' || columns.length === 3)
            .map(({ sorts: _, ...index }) => index),
        }))
        const sql = `update ${dialect.table('$model')} set ${dialect.quote('value')} = ? where ${dialect.quote('key')} = 'model'`
        await connection.all(dialect.native(sql), [JSON.stringify({ ...applied, tables })])
      })
    }

    const migrator = () => new Migrator(site.cms.engine.store, site.cms.engine.settings.log)
    const lists = async () =>
      Promise.all(['name', '-name'].map(async (sort) => (await site.cms.as(null).find('posts', { sort, limit: 100, depth: 0 })).docs))

    it('are planned and made, and every list stays as it was', async () => {
      const [before, wanted] = [await lists(), await model()]
      await older()
      const { engine } = site.cms
      const plan = (await migrator().apply(engine.tables(), engine.model)).map(describeChange)
      expect(plan).to.include("index 'posts' by status, name, created_at, id (requested by the schema, in visitors' lists)")
      expect(plan).to.include("index 'posts' by name, created_at, id (requested by the schema)")
      expect((await model()).tables).to.deep.equal(wanted.tables)
      expect(await lists()).to.deep.equal(before)
      expect(await migrator().apply(engine.tables(), engine.model), 'a second time').to.deep.equal([])
    })

    it('can be taken back', async () => {
      await older()
      const [before, { engine }] = [await model(), site.cms]
      await migrator().apply(engine.tables(), engine.model)
      await migrator().undo(false)
      expect((await model()).tables).to.deep.equal(before.tables)
      expect((await lists()).flat()).to.have.length(100)
    })
  })
