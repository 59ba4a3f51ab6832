/** Renamed collections: relations to them, slugs that are used again, chains of names, parked tables in the way, and plans written as files. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { afterwards } from '../../lib/migrations/afterwards.ts'
import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import { changesBetween } from '../../lib/migrations/plan.ts'
import { describeChange } from '../../lib/migrations/words.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { itIn } from '../harness/depth.ts'
import { configWith, driversFor, end, lasting } from '../harness/start.ts'

const title = { name: 'title', unique: true }
const collection = (slug: string, renamedFrom?: string, fields: object[] = [title]) => ({
  slug,
  versions: true,
  fields,
  ...(renamedFrom !== undefined && { renamedFrom }),
})

it('migrations: a relation to a renamed collection points to the same documents, also where it is parked', () => {
  const table = (name: string, columns: string[], was?: string) => ({
    name,
    ...(was && { was }),
    columns: [
      { name: 'id', kind: 'identity' as const },
      ...columns.map((column) => ({ name: column, kind: 'id' as const, holds: { kind: 'id' as const, to: name } })),
    ],
    indexes: [],
  })
  const inside = { table: 'notes', column: 'rows', inside: '.one', held: { kind: 'id' as const, to: 'notes' } }
  const applied = { tables: [table('notes', ['next', 'last'])], parked: [{ table: 'notes', column: 'last' }, inside] }
  const wanted = [table('memos', ['next'], 'notes')]
  const changes = changesBetween(applied, wanted)
  expect(changes.map(describeChange)).to.deep.equal(["rename the table 'notes' to 'memos'"])
  const { tables, parked } = afterwards(applied, wanted, changes)
  expect(tables).to.deep.equal([{ ...table('memos', ['next', 'last'], 'notes'), formerly: ['notes'] }])
  expect(parked[1]).to.deep.equal({ ...inside, table: 'memos', held: { kind: 'id', to: 'memos' } })
})

const DRIVERS = driversFor('migrations/renamed-collections')

for (const database of DRIVERS) {
  describe(`migrations: renamed collections with ${database.name}`, function () {
    this.timeout(60_000)
    const itOnce = itIn(database, DRIVERS)
    let db: DatabaseAdapter
    let last: Handle | undefined

    beforeEach(() => {
      db = lasting(database)()
    })
    afterEach(() => end(last))

    async function open(collections: object[], migrate = true): Promise<Handle> {
      await last?.stop()
      last = undefined
      last = await createCms(configWith(database, { db, collections, jobsTimer: false, audit: true } as object), { migrate })
      return last
    }
    /** The plan in words, without indexes; then it is carried out. */
    async function migrate(collections: object[]): Promise<string[]> {
      const cms = await open(collections, false)
      const plan = (await cms.engine.migrator.plan(cms.engine.tables())).filter((change) => !/Index$/.test(change.do)).map(describeChange)
      await cms.engine.migrator.apply(cms.engine.tables(), cms.engine.model)
      expect(await cms.engine.migrator.plan(cms.engine.tables()), 'what is left to do').to.deep.equal([])
      await open(collections)
      return plan
    }
    const add = async (cms: Handle, slug: string, ...titles: string[]) => {
      for (const one of titles) await cms.create(slug, { title: one })
    }
    const titles = async (cms: Handle, slug: string) => (await cms.find(slug, { sort: 'id' })).docs.map((doc: any) => doc.title)
    const total = async (slug: string) => (await last!.find(slug, { limit: 1 })).totalDocs

    itOnce('totals are right where a slug is used again @long', async () => {
      await add(await open([collection('notes')]), 'notes', 'a', 'b', 'c')
      await migrate([collection('memos', 'notes')])
      await add(last!, 'memos', 'd')
      await migrate([collection('memos', 'notes'), collection('notes')])
      await add(last!, 'notes', 'e', 'f', 'g', 'h')
      await last!.delete('notes', 1)
      await last!.delete('memos', 1)
      await last!.delete('memos', 2)
      expect([await total('memos'), await total('notes')]).to.deep.equal([2, 3])
      await migrate([collection('letters', 'memos'), collection('notes')])
      await add(last!, 'letters', 'i')
      await add(last!, 'notes', 'j')
      expect([await total('letters'), await total('notes')]).to.deep.equal([3, 4])
    })

    itOnce('a slug is given on in the same step, in whichever order and however often @long', async () => {
      for (const slug of ['a', 'b']) await add(await open([collection('a'), collection('b')]), slug, `${slug}1`, `${slug}2`)
      expect(await migrate([collection('a'), collection('b', 'a'), collection('c', 'b')])).to.deep.equal([
        "rename the table 'b' to 'c'",
        "rename the table 'a' to 'b'",
        "create the table 'a' with 6 columns; it starts empty, because 'renamedFrom' moves its values to 'b'",
      ])
      expect(await Promise.all(['a', 'b', 'c'].map((slug) => titles(last!, slug)))).to.deep.equal([[], ['a1', 'a2'], ['b1', 'b2']])
      expect((await last!.findVersions('b', 1)).docs.map((one: any) => one.doc?.title ?? one.title)).to.have.length(1)
      await add(last!, 'a', 'a1')
      for (const slug of ['a', 'b', 'c'])
        expect((await last!.create(slug, { title: (await titles(last!, slug))[0] }).catch((error) => error)).code, slug).to.equal('UNIQUE')
    })

    itOnce('two slugs change places, with all that is kept under them @long', async () => {
      const related = (slug: string, renamedFrom?: string) =>
        collection(slug, renamedFrom, [title, { name: 'next', type: 'relationship', to: slug, hasMany: true }])
      await open([related('a'), related('b')])
      for (const slug of ['a', 'b']) for (const next of [[], [1]]) await last!.create(slug, { title: `${slug}${next.length}`, next })
      await last!.update('a', 1, { title: 'changed' })
      await migrate([related('a', 'b'), related('b', 'a')])
      // Nothing moves once the words are gone.
      expect(await migrate([related('a'), related('b')])).to.deep.equal([])
      const versions = async (slug: string) => (await last!.findVersions(slug, 1)).docs.length
      for (const [slug, former, kept, count] of [
        ['a', 'b', ['b0', 'b1'], 1],
        ['b', 'a', ['changed', 'a1'], 2],
      ] as const) {
        expect(await titles(last!, slug)).to.deep.equal(kept)
        expect([await total(slug), await versions(slug)]).to.deep.equal([2, count])
        expect((await last!.find(slug, { where: { next: { equals: 1 } } })).docs.map(({ id }) => id)).to.deep.equal([2])
        expect((await last!.audit.find({ target: slug, doc: 1 })).docs.at(-1)).to.deep.include({ formerTarget: former })
        expect((await last!.create(slug, { title: kept[0] }).catch((error) => error)).code).to.equal('UNIQUE')
      }
      const renames = (await last!.audit.find({ action: 'schema.rename' })).docs.map((one: any) => one.title)
      expect(renames.reverse()).to.deep.equal(["'a' gives its name to other values", "'b' is now 'a'", "'a' is now 'b'"])
    })

    itOnce('a schema of before finds its tables again, also where nothing says the former name any more @long', async () => {
      await add(await open([collection('notes')]), 'notes', 'kept')
      await migrate([collection('memos', 'notes')])
      await migrate([collection('letters', 'memos')])
      await migrate([collection('letters')])
      expect(await migrate([collection('notes')])).to.deep.equal(["rename the table 'letters' to 'notes'"])
      expect(await titles(last!, 'notes')).to.deep.equal(['kept'])
      expect(await migrate([collection('letters', 'memos')])).to.deep.equal(["rename the table 'notes' to 'letters'"])
      expect(await titles(last!, 'letters')).to.deep.equal(['kept'])
      expect((await last!.findVersions('letters', 1)).docs).to.have.length(1)
      expect((await last!.audit.find({ target: 'letters' })).docs.map((one: any) => one.formerTarget)).to.deep.equal(['notes'])
      expect(await last!.audit.verify()).to.deep.include({ invalid: [], gaps: 0, truncated: false })
    })

    itOnce('parked columns come along, and are found again @long', async () => {
      const both = [title, { name: 'more' }]
      await (await open([collection('notes', undefined, both)])).create('notes', { title: 'a', more: 'kept' })
      await migrate([collection('notes')])
      await migrate([collection('memos', 'notes')])
      await migrate([collection('memos', 'notes', both)])
      expect(await last!.findById('memos', 1)).to.include({ more: 'kept' })
    })

    itOnce('a parked table makes way for the one in use, and keeps its rows @long', async () => {
      const cms = await open([collection('notes'), collection('memos')])
      await add(cms, 'notes', 'in use')
      await add(cms, 'memos', 'parked')
      await migrate([collection('notes')])
      expect(await migrate([collection('memos', 'notes')])).to.deep.equal([
        "rename the table 'memos' to '$old1$memos'",
        "rename the table 'notes' to 'memos'",
      ])
      expect(await titles(last!, 'memos')).to.deep.equal(['in use'])
      expect((await last!.findVersions('memos', 1)).docs).to.have.length(1)
      expect((await last!.audit.find({ target: 'memos' })).docs.map((one: any) => one.formerTarget)).to.deep.equal(['notes'])
      const { store } = last!.engine
      expect(await store.read(`select title from ${store.dialect.table('$old1$memos')}`)).to.deep.equal([{ title: 'parked' }])
      expect((await last!.create('memos', { title: 'in use' }).catch((error) => error)).code).to.equal('UNIQUE')
      const renames = (await last!.audit.find({ action: 'schema.rename' })).docs.map((one: any) => one.title)
      expect(renames.reverse()).to.deep.equal(["'memos' is parked, because other values take its name", "'notes' is now 'memos'"])
      expect((await last!.engine.migrator.applied()).parked).to.deep.equal([
        { table: '$old1$memos', of: 'memos', gaveWay: true, replacedBy: 'notes' },
      ])
    })

    itOnce('a file does the same @long', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'galley-migrations-'))
      const step = async (collections: object[], day: number) => {
        const cms = await open(collections, false)
        const { engine } = cms
        await migrationFiles(
          folder,
          `step ${day}`,
          cms.engine.tables(),
          new Date(Date.UTC(2026, 0, day)),
          await cms.engine.migrator.applied(),
          engine.store.dialect,
        )
        for (const file of await readMigrations(folder, engine.store.dialect.name)) await cms.engine.migrator.applyFile(file, '2026-01-01')
        expect(await cms.engine.migrator.plan(cms.engine.tables())).to.deep.equal([])
        return open(collections)
      }
      const related = (slug: string) => [title, { name: 'next', type: 'relationship', to: slug, hasMany: true }]
      const cms = await step([collection('notes', undefined, related('notes'))], 1)
      await add(cms, 'notes', 'a')
      await cms.create('notes', { title: 'b', next: [1] })
      const renamed = collection('memos', 'notes', related('memos'))
      await step([renamed], 2)
      await step([renamed, collection('notes')], 3)
      await add(last!, 'notes', 'new')
      const found = await last!.find('memos', { where: { next: { equals: 1 } } })
      expect(found.docs).to.have.length(1)
      expect([await total('memos'), await total('notes')]).to.deep.equal([2, 1])
      expect((await last!.findVersions('memos', 1)).docs).to.have.length(1)
      expect((await last!.audit.find({ target: 'memos' })).totalDocs).to.equal(2)
      expect((await last!.audit.find({ target: 'notes' })).totalDocs).to.equal(1)
      const written = readFileSync(path.join(folder, readdirSync(folder).filter((name) => /_step-2.*sql$/.test(name))[0]!), 'utf8')
      expect(written).to.include("-- careful: rename the table 'notes' to 'memos'")
      expect(await titles(last!, 'memos')).to.deep.equal(['a', 'b'])
      rmSync(folder, { recursive: true })
    })
  })
}
