/** A collection and a global get other slugs: everything that is kept under the former ones comes along, and whoever takes them next inherits nothing. */
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import { Ledger } from '../../lib/features/transfer/table.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { DatabaseAdapter } from '../../lib/store/contract.ts'
import { Browser, MovedClock, makeUser } from '../harness/people.ts'
import { configWith, end, pairwise, type Started, start, temporaryFile } from '../harness/start.ts'

/** What says a former slug on purpose: entries are signed, messages keep their bytes, and the model knows what tables were called. */
const KEPT = /^(\$audit\.(target|title|changes|detail)|webhook-deliveries\.body|\$model\.value|\$migrations\..*)$/

const schema = (animals: string, place: string, was: { animals?: string; place?: string } = {}) => ({
  collections: [
    {
      slug: animals,
      ...(was.animals && { renamedFrom: was.animals }),
      drafts: true,
      versions: true,
      schedule: true,
      trash: true,
      orderable: true,
      access: { read: 'anyone' },
      fields: [
        { name: 'title' },
        { name: 'mate', type: 'relationship', to: animals },
        { name: 'herd', type: 'relationship', to: animals, hasMany: true },
        { name: 'rows', type: 'array', fields: [{ name: 'one', type: 'relationship', to: animals }] },
      ],
    },
    { slug: 'keepers', fields: [{ name: 'name' }, { name: 'many', type: 'relationship', to: animals, hasMany: true }] },
  ],
  globals: [
    {
      slug: place,
      ...(was.place && { renamedFrom: was.place }),
      versions: true,
      drafts: true,
      fields: [{ name: 'name' }, { name: 'stars', type: 'relationship', to: animals, hasMany: true }],
    },
  ],
})

describe('migrations/slugs', function () {
  this.timeout(120_000)
  pairwise((host, database) => {
    const clock = new MovedClock()
    let db: DatabaseAdapter
    let started: Started | undefined
    let token: string
    let key: string

    const config = (given: object): Partial<Config> => ({
      db,
      clock,
      audit: true,
      jobsTimer: false,
      apiKeys: true,
      auth: { rbac: true, roles: ['admin', 'author'] },
      webhooks: [{ url: 'http://127.0.0.1:9/hook', events: ['create', 'update', 'publish'] }],
      ...given,
    })
    async function open(given: object): Promise<Handle> {
      await started?.cms.stop()
      started = undefined
      started = await start(host, database, config(given))
      return started.cms
    }
    /** As `galley migrate` does, in a process that serves nothing. */
    async function migrate(given: object): Promise<Handle> {
      const waiting = await unmigrated(given)
      await waiting.engine.migrator.apply(waiting.engine.tables(), waiting.engine.model)
      await waiting.stop()
      return open(given)
    }
    async function unmigrated(given: object): Promise<Handle> {
      await started?.cms.stop()
      started = undefined
      return createCms(configWith(database, config(given)), { migrate: false })
    }
    const browser = async (email: string) => new Browser(started!.listener).login(email)

    before(async () => {
      db = database.name === 'SQLite' ? sqlite({ filename: temporaryFile('.db') }) : database.fresh()
      const cms = await open(schema('zebras', 'quaggas'))
      await makeUser(cms, 'boss@example.org', { role: 'admin' })
      await fill(cms)
    })
    after(() => end(started?.cms))

    /** Something of every feature. */
    async function fill(cms: Handle): Promise<void> {
      const boss = await browser('boss@example.org')
      await cms.create('zebras', { title: 'one', status: 'published' })
      await cms.create('zebras', { title: 'two', mate: 1, herd: [1], rows: [{ one: 1 }], status: 'published' })
      await cms.update('zebras', 2, { title: 'two, as a draft', herd: [1, 2], status: 'draft' })
      await cms.create('keepers', { name: 'Kim', many: [1, 2] })
      await cms.updateGlobal('quaggas', { name: 'zoo', stars: [2], status: 'published' })
      expect(await createOnce('zebras')).to.equal('3')
      await cms.schedule('zebras', 3, { action: 'publish', at: new Date(clock.now().getTime() + 3600_000) })
      for (const path of ['/zebras/2/presence', '/globals/quaggas/presence']) expect((await boss.post(path)).status).to.equal(200)
      const view = await boss.post('/admin/views', { collection: 'zebras', name: 'Mine', query: 'sort=title', sharedWith: '*' })
      expect(view.status, view.text).to.equal(201)
      const role = (await boss.get('/admin/roles')).body.roles.find((one: any) => one.key === 'author')
      const permissions = {
        collections: { zebras: ['read', 'update'], keepers: ['read'] },
        globals: { quaggas: ['read'] },
        own: { zebras: ['update'] },
        fields: { collections: { zebras: { mate: 'hidden' } }, globals: { quaggas: { name: 'read' } } },
      }
      const granted = await boss.patch(`/admin/roles/${role.id}`, { permissions })
      expect(granted.status, granted.text).to.equal(200)
      const made = await boss.post('/api-keys', {
        name: 'script',
        permissions: { collections: { zebras: ['read'] }, globals: { quaggas: ['read'] } },
      })
      expect(made.status, made.text).to.equal(201)
      key = (made.body.doc ?? made.body).key
      token = await cms.createPreviewToken('zebras', 2)
      const identity = { collection: 'zebras', file: 'zebras.jsonl', contents: 'x', kind: 'lines', only: {}, locale: undefined }
      const ledger = await Ledger.claim(cms.engine, { ...identity, file: 'animals.jsonl' }, 'p', { position: 0, created: 0, updated: 0 })
      await cms.engine.store.commit(ledger.done({ position: 7, created: 7, updated: 0 }, 7, false))
      await cms.find('zebras', { sort: 'title' })
      await cms.engine.unindexedLists.save()
    }

    /** The id, and whether it was there before. */
    async function createOnce(slug: string): Promise<string> {
      const boss = await browser('boss@example.org')
      const answer = await boss.send('post', `/${slug}`, (sending: any) =>
        sending.set('idempotency-key', 'once').send({ title: 'later', status: 'draft' }),
      )
      expect(answer.status, answer.text).to.equal(201)
      return `${answer.body.id}${answer.headers['idempotent-replayed'] ? ' again' : ''}`
    }

    /** `table.column` of every text in the database that says one of these. */
    async function saying(cms: Handle, ...slugs: string[]): Promise<string[]> {
      const { store } = cms.engine
      const { dialect } = store
      const found = new Set<string>()
      for (const { table, column } of await store.read(dialect.catalogue))
        for (const slug of slugs) {
          const name = `${dialect.name === 'postgres' ? `${/^"(.*?)"/.exec(dialect.table('x'))![0]}.` : ''}${dialect.quote(table)}`
          const sql = `select 1 from ${name} where cast(${dialect.quote(column)} as text) like '%${slug}%' limit 1`
          if ((await store.read(sql)).length > 0) found.add(`${table}.${column}`)
        }
      return [...found].sort()
    }

    /** What people see of a collection beside its documents. */
    async function kept(cms: Handle, slug: string, id = 2) {
      const boss = await browser('boss@example.org')
      const role = (await boss.get('/admin/roles')).body.roles.find((one: any) => one.key === 'author')
      const audit = await cms.audit.find({ target: slug })
      return {
        versions: (await cms.findVersions(slug, id)).docs.length,
        plans: (await cms.scheduled(slug, 3)).length,
        views: (await boss.get('/admin/views')).body.filter((view: any) => view.collection === slug).length,
        role: role.permissions.collections[slug] ?? null,
        hidden: role.permissions.fields.collections[slug] ?? null,
        history: (await boss.get(`/admin/roles/${role.id}/history`)).body.some((one: any) => one.permissions.collections[slug]),
        key: (await new Browser(started!.listener).send('get', `/${slug}`, (sending: any) => sending.set('authorization', `Bearer ${key}`)))
          .status,
        preview: (await new Browser(started!.listener).get(`/${slug}/${id}?preview=${token}&draft=true`)).status,
        audit: audit.totalDocs,
        usedBy: (await cms.references(slug, 1)).total,
        herd: (await cms.find(slug, { where: { herd: { equals: 1 } } })).docs.length,
        total: (await cms.find(slug, { limit: 1 })).totalDocs,
      }
    }

    const intact = { invalid: [], gaps: 0, truncated: false }
    let first: Awaited<ReturnType<typeof kept>>

    it('every table that tells a slug says so', async () => {
      const cms = started!.cms
      const mentions = (await saying(cms, 'zebras', 'quaggas')).filter((one) => !KEPT.test(one))
      const holding = cms.engine
        .tables()
        .flatMap(({ name, columns }) => columns.filter(({ slugs }) => slugs).map((column) => `${name}.${column.name}`))
      const empty = ['$counts.table', ...holding].filter((column) => !mentions.includes(column))
      expect(empty, `this suite writes nothing into ${empty.join(', ')}: fill it in fill()`).to.deep.equal([])
      const undeclared = mentions.filter((column) => column !== '$counts.table' && !holding.includes(column))
      expect(undeclared, `${undeclared.join(', ')}: the table doesn't declare that the column tells slugs`).to.deep.equal([])
      first = await kept(cms, 'zebras')
      expect(first).to.deep.include({ plans: 1, views: 1, role: ['read', 'update'], key: 200, preview: 200, usedBy: 2, herd: 1, total: 2 })
      expect(first.versions).to.be.greaterThan(1)
    })

    it('everything comes along, and nothing says the former slugs', async () => {
      const cms = await migrate(schema('horses', 'donkeys', { animals: 'zebras', place: 'quaggas' }))
      expect((await saying(cms, 'zebras', 'quaggas')).filter((one) => !KEPT.test(one))).to.deep.equal([])
      expect(await kept(cms, 'horses')).to.deep.equal(first)
      expect(await cms.findGlobal('donkeys')).to.deep.include({ name: 'zoo' })
      expect((await cms.findGlobalVersions('donkeys')).docs).to.have.length(1)
      const entries = await cms.audit.find({ target: 'horses', doc: 2 })
      expect(entries.docs.at(-1)).to.deep.include({ action: 'create', target: 'horses', formerTarget: 'zebras' })
      expect((await cms.audit.find({ target: 'zebras' })).totalDocs).to.equal(0)
      const forged = { action: 'schema.rename', target: 'schema', detail: { from: 'keepers', to: 'horses' } }
      expect((await cms.audit.note(forged).catch((error) => error)).message).to.include("must not begin with 'schema'")
      expect((await cms.audit.find({ target: 'global:donkeys' })).totalDocs).to.be.greaterThan(0)
      expect(await cms.audit.verify()).to.deep.include(intact)
      const boss = await browser('boss@example.org')
      expect((await boss.get('/admin/audit.csv?target=horses')).text)
        .to.include(',horses,')
        .and.not.include(',zebras,')
      const interrupted = { collection: 'horses', file: 'animals.jsonl', contents: 'x', kind: 'lines', only: {}, locale: undefined }
      const ledger = await Ledger.claim(cms.engine, interrupted, 'p', { position: 0, created: 0, updated: 0 })
      expect(ledger.total).to.deep.include({ position: 7 })
      expect(await createOnce('horses')).to.equal('3 again')
    })

    it('plans are carried out, and counts go on', async () => {
      clock.forward(3700)
      const { cms } = started!
      await cms.runJobs()
      expect(await cms.as(null).findById('horses', 3)).to.include({ title: 'later' })
      await cms.create('horses', { title: 'four', status: 'published' })
      await cms.delete('horses', 4)
      await cms.create('horses', { title: 'five', status: 'published' })
      expect((await cms.find('horses', { limit: 1 })).totalDocs).to.equal(4)
    })

    it('a rename that is taken back and made again loses nothing', async () => {
      const there = await kept(started!.cms, 'horses')
      for (const slugs of [
        ['zebras', 'quaggas'],
        ['horses', 'donkeys'],
        ['zebras', 'quaggas'],
        ['horses', 'donkeys'],
      ] as [string, string][]) {
        const was = slugs[0] === 'horses' ? { animals: 'zebras', place: 'quaggas' } : {}
        const cms = await migrate(schema(...slugs, was))
        // The one from the beginning has expired.
        if (slugs[0] === 'zebras') token = await cms.createPreviewToken('zebras', 2)
        expect(await kept(cms, slugs[0]), slugs[0]).to.deep.equal({ ...there, preview: 200 })
        expect(await cms.findGlobal(slugs[1])).to.deep.include({ name: 'zoo' })
        expect(await cms.audit.verify()).to.deep.include(intact)
      }
    })

    it('a new collection that takes the former slug starts with nothing', async () => {
      const { collections, globals } = schema('horses', 'donkeys', { animals: 'zebras', place: 'quaggas' })
      const fresh = schema('zebras', 'quaggas')
      const there = await kept(started!.cms, 'horses')
      const both = { collections: [...fresh.collections.slice(0, 1), ...collections], globals: [...fresh.globals, ...globals] }
      const cms = await migrate(both)
      for (const title of ['new one', 'new two', 'new three']) await cms.create('zebras', { title, status: 'draft' })
      expect(await kept(cms, 'zebras')).to.deep.equal({
        versions: 1,
        plans: 0,
        views: 0,
        role: null,
        hidden: null,
        history: false,
        key: 403,
        preview: 401,
        audit: 3,
        usedBy: 0,
        herd: 0,
        total: 0,
      })
      expect(await kept(cms, 'horses')).to.deep.equal(there)
      expect((await cms.findGlobalVersions('quaggas')).docs).to.deep.equal([])
      expect(await cms.audit.verify()).to.deep.include(intact)
      expect((await new Browser(started!.listener).get(`/horses/2?preview=${token}&draft=true`)).body).to.include({
        title: 'two, as a draft',
      })
    })

    it('so does one that takes the slug of a dropped one', async () => {
      const { collections, globals } = schema('horses', 'donkeys')
      clock.forward(24 * 3600)
      expect(await createOnce('zebras')).to.equal('4')
      const without = await unmigrated({ collections, globals })
      await without.engine.migrator.apply(without.engine.tables(), without.engine.model)
      await without.engine.migrator.apply(without.engine.tables(), without.engine.model, [{ do: 'drop', table: 'zebras' }])
      await without.stop()
      const fresh = schema('zebras', 'quaggas')
      const cms = await migrate({
        collections: [...fresh.collections.slice(0, 1), ...collections],
        globals: [...fresh.globals, ...globals],
      })
      expect(await createOnce('zebras')).to.equal('1')
      expect((await cms.findVersions('zebras', 1)).docs).to.have.length(1)
      expect((await cms.audit.find({ target: 'zebras' })).totalDocs).to.equal(1)
      expect(await cms.audit.verify()).to.deep.include(intact)
    })
  })
})
