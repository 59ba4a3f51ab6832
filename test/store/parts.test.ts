/** Indexes of parts of texts: with them `like` finds what it finds without, whatever becomes of the texts, and they are used. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import fc from 'fast-check'
import pg from 'pg'
import { postgres } from '../../adapters/postgres/index.ts'
import { copyDatabase } from '../../lib/backup/copy.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { Store } from '../../lib/store/store.ts'
import { inDepth, seedOr } from '../harness/depth.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { numbersTo, planOf } from '../harness/query-plan.ts'
import { configWith, DATABASES, type Database, driversFor, end, lasting, type Started, startCms } from '../harness/start.ts'

const ROUNDS = inDepth(60, 3000)

const fieldsWith = (index: boolean | 'contains') => [
  { name: 'title', index },
  { name: 'seo', type: 'group', fields: [{ name: 'note', index }] },
  { name: 'words', localized: true, index },
]
const access = { read: 'anyone' }
const localization = { locales: ['en', 'th'] }
const config = {
  localization,
  collections: [
    { slug: 'indexed', access, fields: fieldsWith('contains') },
    { slug: 'scanned', access, fields: fieldsWith(false) },
    { slug: 'notes', access, fields: [{ name: 'about', type: 'relationship', to: 'indexed' }] },
  ],
} as Partial<Config>

/** Letters whose cases differ in length, in Unicode's versions or in what they fold to, and characters that mean something to a database. */
const LETTERS = [...'aAbBcCiIıİkKKsSſßẞäÄåÅÅσςΣдДაᲐꭰᎠǅǆǄกินี漢字🎈𐐀𐐨"\'*?[]^-%_\\.(|$ \t\n'.normalize('NFC')]
const letter = fc.constantFrom(...LETTERS)
const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''))
const stored = fc.record({ title: text, seo: fc.record({ note: text }), words: text })
const change = fc.oneof(
  { weight: 3, arbitrary: stored.map((data) => ({ do: 'create' as const, data })) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('update' as const), of: fc.nat(), data: stored, locale: fc.constantFrom('en', 'th') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), of: fc.nat() }) },
)

for (const database of driversFor('store/parts'))
  describe(`store: indexes of parts of texts with ${database.name}`, function () {
    this.timeout(120_000)
    let cms: Handle
    before(async () => {
      cms = await startCms(database, config)
    })
    after(() => end(cms))

    it('find what is found without them, whatever becomes of the texts @long', async () => {
      const ids: number[] = []
      const game = fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.array(text, { minLength: 4, maxLength: 4 }),
        async (changes, needles) => {
          for (const step of changes) {
            const at = 'of' in step ? step.of % Math.max(1, ids.length) : 0
            for (const slug of ['indexed', 'scanned']) {
              if (step.do === 'create') {
                const { id } = await cms.create(slug, step.data)
                if (slug === 'indexed') ids.push(id)
              } else if (ids[at] !== undefined) {
                if (step.do === 'update') await cms.update(slug, ids[at], step.data, { locale: step.locale })
                else await cms.delete(slug, ids[at])
              }
            }
            if (step.do === 'delete') ids.splice(at, 1)
          }
          for (const needle of [...needles, ...(await textsOf(cms))])
            for (const field of ['title', 'seo.note', 'words'])
              for (const options of field === 'words' ? [{}, { locale: 'th' }, { locale: 'th', fallbackLocale: false }] : [{}])
                for (const where of [
                  { [field]: { like: needle } },
                  { or: [{ [field]: { like: needle } }, { title: { like: needles[0] } }] },
                ]) {
                  const [found, expected] = await Promise.all(
                    ['indexed', 'scanned'].map(async (slug) =>
                      (await cms.find(slug, { where, limit: 0, ...options })).docs.map(({ id }) => id),
                    ),
                  )
                  expect(found, `${field} like ${JSON.stringify(needle)}`).to.deep.equal(expected)
                }
        },
      )
      await fc.assert(game, { numRuns: Math.ceil(ROUNDS / 5), seed: seedOr(22), endOnFailure: true })
    })

    it('serve the filter, also through a relation, and leave short parts to a scan @long', async () => {
      const { store } = cms.engine
      await cms.create('indexed', { title: 'The quick brown fox', words: 'jumps' })
      const { dialect } = store
      await store.exclusively((connection) =>
        connection.all(
          `insert into ${dialect.table('indexed')} ("title", "words__en") select 'some title ' || n, 'some words ' || n from ${numbersTo(20_000, dialect)}`,
        ),
      )
      await cms.runJobs()
      const serves = dialect.name === 'sqlite' ? /VIRTUAL TABLE INDEX/ : /Bitmap Index Scan on/
      expect(await planOf(cms, 'indexed', { title: { like: 'QUICK br' } })).to.match(serves)
      expect(await planOf(cms, 'indexed', { words: { like: 'umps' } }, 'th')).to.match(serves)
      expect(await planOf(cms, 'indexed', { title: { like: 'ck' } })).to.not.match(dialect.name === 'sqlite' ? serves : /never/)
      const [fox] = (await cms.find('indexed', { where: { title: { like: 'QUICK br' } } })).docs
      await cms.create('notes', { about: fox!['id'] })
      expect((await cms.find('notes', { where: { 'about.title': { like: 'own FOX' } } })).totalDocs).to.equal(1)
      expect((await cms.find('notes', { where: { 'about.title': { like: 'own cat' } } })).totalDocs).to.equal(0)
    })
  })

describe('store: indexes of parts of texts', () => {
  for (const database of driversFor('store/parts'))
    it(`come, move and go with the schema, with ${database.name} @long`, async function () {
      this.timeout(60_000)
      const place = lasting(database)
      const inOf = async (slug: string, fields: object[], field: string, like: string, more = {}) => {
        const schema = { localization, collections: [{ slug, fields, ...more }] } as Partial<Config>
        const cms = await createCms(configWith({ ...database, fresh: place }, schema), { migrate: false })
        await cms.engine.migrator.apply(cms.engine.tables(), cms.engine.model)
        try {
          if (like === '') await cms.create(slug, { [field]: 'The quick brown fox' })
          const { docs } = await cms.find(slug, { where: { [field]: { like } } })
          for (const { id } of docs) await cms.update(slug, id as number, { [field]: 'A slow green fox' })
          for (const { id } of docs) await cms.update(slug, id as number, { [field]: 'The quick brown fox' })
          return docs.length
        } finally {
          await cms.stop()
        }
      }
      const contains = { index: 'contains' }
      expect(await inOf('posts', [{ name: 'title' }], 'title', '')).to.equal(1)
      expect(await inOf('posts', [{ name: 'title', ...contains }], 'title', 'QUICK')).to.equal(1)
      expect(await inOf('posts', [{ name: 'title' }], 'title', 'QUICK')).to.equal(1)
      expect(await inOf('posts', [{ name: 'title', ...contains }], 'title', 'brown')).to.equal(1)
      expect(await inOf('posts', [{ name: 'title', index: true }], 'title', 'brown')).to.equal(1)
      expect(await inOf('posts', [{ name: 'title', ...contains }], 'title', 'brown')).to.equal(1)
      expect(await inOf('posts', [{ name: 'name', ...contains, renamedFrom: 'title' }], 'name', 'fox')).to.equal(1)
      expect(await inOf('notes', [{ name: 'name', ...contains }], 'name', 'fox', { renamedFrom: 'posts' })).to.equal(1)
      expect(await inOf('notes', [{ name: 'name', ...contains, localized: true }], 'name', 'fox')).to.equal(1)
      expect(await inOf('notes', [{ name: 'name', ...contains }], 'name', 'fox')).to.equal(1)
      expect(await inOf('notes', [{ name: 'name', type: 'textarea', ...contains }], 'name', 'fox')).to.equal(1)
      expect(
        await inOf(
          'notes',
          [
            { name: 'name', type: 'json' },
            { name: 'words', ...contains },
          ],
          'words',
          'fox',
        ),
      ).to.equal(0)
      expect(await inOf('notes', [{ name: 'words', ...contains }], 'words', 'fox')).to.equal(0)
      expect(await inOf('notes', [{ name: 'name', ...contains }, { name: 'words' }], 'name', 'fox')).to.equal(1)
    })

  it('are left out where Postgres can’t have them, with a reason in the log, and made once it can; a copy leaves them out too @long', async function () {
    this.timeout(60_000)
    const name = `parts_${randomBytes(6).toString('hex')}`
    const url = new URL(postgresUrl())
    const admin = new pg.Client({ connectionString: url.href })
    await admin.connect()
    await admin.query(`create database ${name}`)
    url.pathname = `/${name}`
    const inside = new pg.Client({ connectionString: url.href })
    await inside.connect()
    await inside.query('create schema elsewhere; create extension pg_trgm schema elsewhere')
    const logged: Started['logged'] = []
    const place: Database = { name: 'Postgres', fresh: () => postgres({ url: url.href }) }
    const collections = [{ slug: 'posts', fields: [{ name: 'title', index: 'contains' }] }]
    const begin = (database: Database): Promise<Handle> => createCms(configWith(database, { collections } as Partial<Config>, logged))
    const isIndexed = async () =>
      (await inside.query(`select 1 from pg_indexes where indexdef like '%gin_trgm_ops%' and tablename = 'posts'`)).rowCount === 1
    try {
      const from = await begin(DATABASES[0]!)
      await from.create('posts', { title: 'copied' })
      const to = new Store(postgres({ url: url.href }), from.engine.settings.log)
      await to.open()
      await copyDatabase(from.engine.store, to)
      await to.close()
      await end(from)
      const cms = await begin(place)
      expect(logged.map(({ line }) => line).join())
        .to.include('Left out')
        .and.include('search_path')
      expect((await cms.find('posts', { where: { title: { like: 'OPIE' } } })).totalDocs).to.equal(1)
      expect(await cms.engine.migrator.plan(cms.engine.tables())).to.deep.equal([])
      expect(await isIndexed()).to.equal(false)
      await cms.stop()
      await inside.query('drop extension pg_trgm; drop schema elsewhere')
      const later = await begin(place)
      expect((await later.find('posts', { where: { title: { like: 'OPIE' } } })).totalDocs).to.equal(1)
      expect(await isIndexed()).to.equal(true)
      await later.stop()
    } finally {
      await inside.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    }
  })
})

async function textsOf(cms: Handle): Promise<string[]> {
  const { docs } = await cms.find('scanned', { limit: 2, sort: '-id' })
  return docs.flatMap(({ title, words }) => [[...(title ?? '')].slice(1, 5).join(''), words?.toUpperCase() ?? ''])
}
