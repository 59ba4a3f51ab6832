/** What happens to a database when the schema changes: nothing is lost, and nothing careful happens by itself. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { systemClock } from '../../lib/clock.ts'
import { createCms } from '../../lib/cms.ts'
import type { Field } from '../../lib/field-config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import { Migrator } from '../../lib/migrations/migrator.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { DATABASES, end, SECRET, temporaryFile } from '../harness/start.ts'

type Fields = object[]

describe('migrations', () => {
  for (const database of DATABASES) {
    describe(`with ${database.name}`, () => {
      let db: DatabaseAdapter
      let logged: string[] = []
      let last: Handle | undefined

      beforeEach(() => {
        db = database.name === 'SQLite' ? sqlite({ filename: temporaryFile('.db') }) : database.fresh()
      })
      afterEach(() => end(last))

      async function open(
        fields: Fields,
        given: { production?: boolean; migrate?: boolean; slug?: string; more?: object } = {},
      ): Promise<Handle> {
        logged = []
        await last?.stop()
        last = undefined
        last = await createCms(
          {
            secret: SECRET,
            db,
            production: given.production ?? false,
            collections: [{ slug: given.slug ?? 'things', fields: fields as Field[], ...given.more }],
            log: { info: (line) => void logged.push(line), warn: () => undefined, error: () => undefined },
          },
          { migrate: given.migrate ?? true },
        )
        return last
      }

      async function migrate(cms: Handle): Promise<void> {
        await new Migrator(cms.engine.store, cms.engine.settings.log).apply(cms.engine.tables(), cms.engine.model)
      }

      it('creates and extends tables in development, says so, and does nothing the second time', async () => {
        const cms = await open([{ name: 'a' }])
        expect(logged.join()).to.include("create the table 'things'")
        await cms.create('things', { a: 'kept' })
        await open([{ name: 'a' }, { name: 'b', type: 'number', index: true }])
        expect(logged).to.include("add the column 'b' to 'things'")
        await open([{ name: 'a' }, { name: 'b', type: 'number', index: true }])
        expect(logged).to.deep.equal([])
        expect(((await last!.findById('things', 1)) as any).a).to.equal('kept')
      })

      it('refuses to start in production and names the command', async () => {
        await open([{ name: 'a' }])
        const failed = await open([{ name: 'a' }, { name: 'b' }], { production: true }).catch((error) => error)
        expect(failed.code).to.equal('MIGRATION')
        expect(failed.message).to.include('npx galley migrate').and.to.include("add the column 'b'")
        last = await open([{ name: 'a' }])
      })

      it('parks what the schema no longer names, and finds it again', async () => {
        const cms = await open([{ name: 'a' }, { name: 'b' }])
        await cms.create('things', { a: 'x', b: 'kept' })
        await open([{ name: 'a' }])
        expect(logged).to.include("park the column 'b' of 'things': its values stay, but nothing reads them")
        expect(await last!.findById('things', 1)).to.not.have.property('b')
        await open([{ name: 'a' }, { name: 'b' }])
        expect(((await last!.findById('things', 1)) as any).b).to.equal('kept')
      })

      it('renames only when told to, and keeps every value', async () => {
        const cms = await open([{ name: 'old' }, { name: 'seo', type: 'group', fields: [{ name: 'first' }] }])
        await cms.create('things', { old: 'kept', seo: { first: 'inner' } })
        const renamed = [
          { name: 'fresh', renamedFrom: 'old' },
          { name: 'seo', type: 'group', fields: [{ name: 'second', renamedFrom: 'first' }] },
        ]
        const failed = await open(renamed).catch((error) => error)
        expect(failed.message).to.include("rename the column 'old' of 'things' to 'fresh'")
        await migrate(await open(renamed, { migrate: false }))
        expect(await last!.findById('things', 1)).to.deep.include({ fresh: 'kept', seo: { second: 'inner' } })
      })

      it('renames a collection with its rows, references and count', async () => {
        const fields = [{ name: 'title' }, { name: 'friends', type: 'relationship', to: 'things', hasMany: true }]
        const cms = await open(fields)
        await cms.create('things', { title: 'a' })
        await cms.create('things', { title: 'b', friends: [1] })
        const moved = [{ name: 'title' }, { name: 'friends', type: 'relationship', to: 'items', hasMany: true }]
        await migrate(await open(moved, { slug: 'items', migrate: false, more: { renamedFrom: 'things' } }))
        const items = await open(moved, { slug: 'items', more: { renamedFrom: 'things' } })
        expect((await items.find('items', { where: { friends: { equals: 1 } } })).docs).to.have.length(1)
        await items.create('items', { title: 'c' })
        expect((await items.find('items', { limit: 1 })).totalDocs).to.equal(3)
      })

      it('converts a column to another kind, keeps the old one, and never uses an id again', async () => {
        const cms = await open([{ name: 'n' }, { name: 'pick', type: 'select', options: ['a', 'b'] }])
        await cms.create('things', { n: '12', pick: 'b' })
        await cms.create('things', { n: 'twelve' })
        await cms.delete('things', 2)
        const changed = [
          { name: 'n', type: 'number' },
          { name: 'pick', type: 'select', options: ['a', 'b'], hasMany: true },
        ]
        expect((await open(changed).catch((error) => error)).message).to.include("convert the column 'n' of 'things' from text to number")
        await migrate(await open(changed, { migrate: false }))
        expect(await last!.findById('things', 1)).to.deep.include({ n: 12, pick: ['b'] })
        expect(((await last!.create('things', { n: 1 })) as any).id).to.equal(3)
        expect((await new Migrator(last!.engine.store, last!.engine.settings.log).applied()).parked).to.deep.include({
          table: 'things',
          column: '$old1$n',
          of: 'n',
        })
      })

      it('drops only what is parked and named', async () => {
        const cms = await open([{ name: 'a' }, { name: 'b' }])
        await cms.create('things', { b: 'x' })
        const small = await open([{ name: 'a' }])
        const migrator = new Migrator(small.engine.store, small.engine.settings.log)
        await migrator.apply(small.engine.tables(), small.engine.model, [{ do: 'drop', table: 'things', column: 'b' }])
        expect((await migrator.applied()).parked).to.deep.equal([])
        await open([{ name: 'a' }, { name: 'b' }])
        expect(((await last!.findById('things', 1)) as any).b).to.equal(null)
      })

      it('writes its plan as files that lead to the same place', async () => {
        const folder = mkdtempSync(path.join(tmpdir(), 'galley-migrations-'))
        const write = async (cms: Handle, name: string, at: string) =>
          migrationFiles(
            folder,
            name,
            cms.engine.tables(),
            new Date(at),
            await new Migrator(cms.engine.store, cms.engine.settings.log).applied(),
            cms.engine.store.dialect,
          )
        const applyAll = async (cms: Handle) => {
          const migrator = new Migrator(cms.engine.store, cms.engine.settings.log)
          for (const file of await readMigrations(folder, cms.engine.store.dialect.name))
            await migrator.applyFile(file, systemClock.now().toISOString())
          return migrator.plan(cms.engine.tables())
        }
        let cms = await open([{ name: 'a' }], { migrate: false })
        await write(cms, 'First step', '2026-01-01')
        expect(await applyAll(cms)).to.deep.equal([])
        await cms.create('things', { a: '5' })
        cms = await open([{ name: 'a', type: 'number' }], { migrate: false })
        await write(cms, 'second', '2026-01-02')
        expect(await applyAll(cms)).to.deep.equal([])
        expect(((await cms.findById('things', 1)) as any).a).to.equal(5)
        expect(await write(cms, 'nothing', '2026-01-03')).to.equal(undefined)
        const [first] = await readMigrations(folder, cms.engine.store.dialect.name)
        const changed = await new Migrator(cms.engine.store, cms.engine.settings.log)
          .applyFile({ ...first!, hash: 'other' }, '')
          .catch((error) => error)
        expect(changed.message).to.include('was changed after it had been applied')
        rmSync(folder, { recursive: true })
      })

      it('stops when code is missing', async () => {
        await open([{ name: 'a' }], { more: { access: { read: () => false } } })
        const failed = await open([{ name: 'a' }]).catch((error) => error)
        expect(failed.message).to.include("The code of 'things' (access.read) is missing")
        last = await open([{ name: 'a' }], { more: { access: { read: () => false } } })
      })

      it('lets several processes start at once on an empty database', async () => {
        const start = () =>
          createCms({
            secret: SECRET,
            db,
            collections: [{ slug: 'things', fields: [{ name: 'a' }] }],
            log: { info: () => undefined, warn: () => undefined, error: () => undefined },
          })
        const all = await Promise.all([start(), start(), start()])
        await Promise.all(all.map((cms) => cms.create('things', { a: 'x' })))
        expect(await all[0]!.count('things')).to.equal(3)
        for (const cms of all.slice(1)) await cms.stop()
        last = all[0]
      })
    })
  }
})
