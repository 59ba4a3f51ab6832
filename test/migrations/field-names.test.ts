/** Fields get other names: what roles keep from people stays kept from them, and saved views show and filter what they did. */
import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { configWith, end, pairwise, type Started, start, temporaryFile } from '../harness/start.ts'

/** What holds values by their fields, or says a former name on purpose. */
const KEPT = /^(\$model\.value|\$migrations\..*|\$references\.path|\$versions\.data|posts\.\$pending|\$audit\..*|posts\..*)$/

const text = (name: string, renamedFrom?: string) => ({ name, localized: name.startsWith('fee'), ...(renamedFrom && { renamedFrom }) })
const group = (name: string, fields: object[], renamedFrom?: string) => ({
  name,
  type: 'group',
  fields,
  ...(renamedFrom && { renamedFrom }),
})
const rows = (field: object) => ({ name: 'rows', type: 'array', fields: [field] })

const BEFORE = [text('wombat'), text('fee'), text('open'), group('seo', [text('quokka'), text('rest')]), rows(text('koala'))]

describe('migrations: names of fields', function () {
  this.timeout(120_000)
  pairwise((host, database) => {
    let db: DatabaseAdapter
    let started: Started | undefined

    const config = (fields: object[]): Partial<Config> => ({
      db,
      jobsTimer: false,
      audit: true,
      localization: { locales: ['en', 'th'] },
      auth: { rbac: true, roles: ['admin', 'author'] },
      collections: [{ slug: 'posts', versions: true, drafts: true, access: { read: 'anyone' }, fields }] as never,
    })
    async function open(fields: object[]): Promise<Handle> {
      await started?.cms.stop()
      started = undefined
      started = await start(host, database, config(fields))
      return started.cms
    }
    async function migrate(
      fields: object[],
      work: (cms: Handle) => Promise<unknown> = (cms) => cms.engine.migrator.apply(cms.engine.tables()),
    ): Promise<Handle> {
      await started?.cms.stop()
      started = undefined
      const waiting = await createCms(configWith(database, config(fields)), { migrate: false })
      await work(waiting)
      await waiting.stop()
      return open(fields)
    }
    const browser = async (email: string) => new Browser(started!.listener).login(email)

    beforeEach(async () => {
      db = database.name === 'SQLite' ? sqlite({ filename: temporaryFile('.db') }) : database.fresh()
      const cms = await open(BEFORE)
      await makeUser(cms, 'boss@example.org', { role: 'admin' })
      await makeUser(cms, 'author@example.org', { role: 'author' })
      await cms.create('posts', {
        wombat: 'W',
        fee: 'F',
        open: 'O',
        seo: { quokka: 'Q', rest: 'R' },
        rows: [{ koala: 'K' }],
        status: 'published',
      })
      const boss = await browser('boss@example.org')
      const role = (await boss.get('/admin/roles')).body.roles.find((one: any) => one.key === 'author')
      const permissions = {
        collections: { posts: ['read'] },
        fields: { collections: { posts: { wombat: 'hidden', fee: 'hidden', seo: 'hidden' } } },
      }
      expect((await boss.patch(`/admin/roles/${role.id}`, { permissions })).status).to.equal(200)
      const tests = ['wombat', 'seo.quokka', 'rows.koala'].map((field) => ({ field, operator: 'equals', value: 'W' }))
      const [first, ...nested] = tests
      const filter = { match: 'or', tests: [first, { match: 'and', tests: nested }] }
      const query = new URLSearchParams({ sort: '-wombat', columns: 'wombat,open,seo', filter: JSON.stringify(filter) })
      expect((await boss.post('/admin/views', { collection: 'posts', name: 'Mine', query: query.toString() })).status).to.equal(201)
      await cms.find('posts', { where: { open: { equals: 'O' } }, sort: '-wombat' })
      await cms.engine.unindexedLists.save()
    })
    afterEach(async () => {
      await end(started?.cms)
      started = undefined
    })

    /** What an author reads of the first document. */
    const readableNames = async (): Promise<string[]> => {
      const { body } = await (await browser('author@example.org')).get('/posts/1')
      return Object.keys(body.doc ?? body).filter(
        (name) => !['id', 'createdAt', 'updatedAt', 'status', 'createdBy', 'pending'].includes(name),
      )
    }
    const view = async () => {
      const [one] = (await (await browser('boss@example.org')).get('/admin/views')).body
      const query = new URLSearchParams(one.query)
      const fields = (one: any): string[] => (one.tests ? one.tests.flatMap(fields) : [one.field])
      return [query.get('sort'), query.get('columns'), ...fields(JSON.parse(query.get('filter')!))].join(' ')
    }
    async function saying(cms: Handle, ...names: string[]): Promise<string[]> {
      const { store } = cms.engine
      const { dialect } = store
      const found = new Set<string>()
      for (const { table, column } of await store.read(dialect.catalogue))
        for (const name of names) {
          const quoted = `${dialect.name === 'postgres' ? `${/^"(.*?)"/.exec(dialect.table('x'))![0]}.` : ''}${dialect.quote(table)}`
          const sql = `select 1 from ${quoted} where cast(${dialect.quote(column)} as text) like '%${name}%' limit 1`
          if ((await store.read(sql)).length > 0) found.add(`${table}.${column}`)
        }
      return [...found].filter((one) => !KEPT.test(one)).sort()
    }

    it('every column that tells a field says so', async () => {
      const { cms } = started!
      const holding = cms.engine
        .tables()
        .flatMap(({ name, columns }) => columns.filter(({ fields }) => fields).map((column) => `${name}.${column.name}`))
      expect(await saying(cms, 'wombat', 'quokka', 'koala')).to.deep.equal(holding.sort())
    })

    it('roles and views follow renames: there, back, taken back, and with a new field under the former name @long', async () => {
      expect(await readableNames()).to.deep.equal(['open', 'rows'])
      const after = [
        text('numbat', 'wombat'),
        text('feet', 'fee'),
        text('open'),
        group('meta', [text('bilby', 'quokka'), text('rest')], 'seo'),
        rows(text('emu', 'koala')),
      ]
      const cms = await migrate(after)
      expect(await readableNames()).to.deep.equal(['open', 'rows'])
      expect(await view()).to.equal('-numbat numbat,open,meta numbat meta.bilby rows.emu')
      expect(await saying(cms, 'wombat', 'quokka', 'koala')).to.deep.equal([])
      await migrate(BEFORE)
      expect(await readableNames()).to.deep.equal(['open', 'rows'])
      expect(await view()).to.equal('-wombat wombat,open,seo wombat seo.quokka rows.koala')
      await migrate([...after, text('wombat')])
      expect(await readableNames()).to.deep.equal(['open', 'rows', 'wombat'])
      await migrate(BEFORE, (older) => older.engine.migrator.undo(false))
      expect(await readableNames()).to.deep.equal(['open', 'rows'])
    })

    it('roles follow renames by files of older versions, which say nothing of them', async () => {
      const folder = temporaryFile('.migrations')
      await migrate([text('marmot', 'wombat'), ...BEFORE.slice(1)], async ({ engine }) => {
        const tables = engine.tables()
        await migrationFiles(folder, 'renamed', tables, new Date(), await engine.migrator.applied(), engine.store.dialect)
        const [file] = await readMigrations(folder, engine.store.dialect.name)
        for (const { columns } of file!.after.tables) for (const column of columns) delete column.fields
        await engine.migrator.applyFile(file!, new Date().toISOString(), tables)
      })
      rmSync(folder, { recursive: true })
      const role = (await (await browser('boss@example.org')).get('/admin/roles')).body.roles.find((one: any) => one.key === 'author')
      expect(role.permissions.fields.collections.posts).to.deep.equal({ marmot: 'hidden', fee: 'hidden', seo: 'hidden' })
    })

    it('values that were parked and are shown in another field stay hidden @long', async () => {
      await migrate([text('numbat'), ...BEFORE.slice(1)])
      expect(await readableNames()).to.deep.equal(['numbat', 'open', 'rows'])
      await migrate([text('numbat', 'wombat'), ...BEFORE.slice(1)])
      expect(await readableNames()).to.deep.equal(['open', 'rows'])
    })

    it('a swap changes what is hidden with it, and what leaves a hidden group stays hidden @long', async () => {
      await migrate([text('open', 'wombat'), text('wombat', 'open'), text('fee'), ...BEFORE.slice(3)])
      expect(await readableNames()).to.deep.equal(['wombat', 'rows'])
      expect(await view()).to.equal('-open open,wombat,seo open seo.quokka rows.koala')
      await migrate(BEFORE, (older) => older.engine.migrator.undo(false))
      await migrate([...BEFORE.slice(0, 3), group('seo', [text('rest')]), text('quokka', 'seo.quokka'), BEFORE[4]!])
      expect(await readableNames()).to.deep.equal(['open', 'rows'])
      expect(await view()).to.equal('-wombat wombat,open,seo wombat quokka rows.koala')
    })
  })
})
