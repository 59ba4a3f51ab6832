/** Indexes of values inside lists, rows and blocks: with them a filter finds what it finds without, whatever becomes of the values. */
import { expect } from 'chai'
import fc from 'fast-check'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { inDepth, seedOr } from '../harness/depth.ts'
import { numbersTo, planOf } from '../harness/query-plan.ts'
import { configWith, driversFor, end, lasting, startCms } from '../harness/start.ts'

const ROUNDS = inDepth(20, 1000)

const COLOURS = ['red', 'green', 'blue']
const colours = { type: 'select', hasMany: true, options: COLOURS }

const fieldsWith = (index: boolean) => [
  { name: 'tags', ...colours, index },
  { name: 'words', ...colours, localized: true, index },
  { name: 'seo', type: 'group', fields: [{ name: 'tags', ...colours, index }] },
  {
    name: 'items',
    type: 'array',
    fields: [
      { name: 'code', index },
      { name: 'size', type: 'number', index },
      { name: 'isSold', type: 'boolean', index },
      { name: 'at', type: 'date', index },
      { name: 'label', localized: true, index },
      { name: 'made', type: 'group', fields: [{ name: 'by', type: 'relationship', to: 'makers', index }] },
      { name: 'parts', type: 'array', fields: [{ name: 'tags', ...colours, index }] },
    ],
  },
  {
    name: 'sections',
    type: 'blocks',
    localized: true,
    blocks: [
      { slug: 'hero', fields: [{ name: 'caption', index }] },
      { slug: 'list', fields: [{ name: 'caption', index }, { name: 'note' }] },
      { slug: 'count', fields: [{ name: 'caption', type: 'number', index }] },
    ],
  },
]
const access = { read: 'anyone' }
const localization = { locales: ['en', 'th'] }
const config = {
  localization,
  collections: [
    { slug: 'makers', access, fields: [{ name: 'name' }] },
    { slug: 'indexed', access, fields: fieldsWith(true) },
    { slug: 'scanned', access, fields: fieldsWith(false) },
    { slug: 'notes', access, fields: [{ name: 'about', type: 'relationship', to: 'indexed' }] },
  ],
} as Partial<Config>

const text = fc.constantFrom('', 'a', 'A', 'ä', '漢字', '1', '1.0', 'null', '"', "'", '\\', 'a,b', '{}', '[]', 'true', '🎈')
const number = fc.constantFrom(0, -0, 1, 1.5, -1, 1e-7, 2 ** 53 - 1, 0.1)
const some = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 })
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const colour = fc.uniqueArray(fc.constantFrom(...COLOURS))
const date = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z')
const item = fc.record({
  code: optional(text),
  size: optional(number),
  isSold: optional(fc.boolean()),
  at: optional(date),
  label: optional(text),
  made: fc.record({ by: optional(fc.constantFrom(1, 2)) }),
  parts: some(fc.record({ tags: colour })),
})
const section = fc.oneof(
  fc.record({ blockType: fc.constantFrom('hero', 'list'), caption: optional(text) }),
  fc.record({ blockType: fc.constant('count'), caption: optional(number) }),
)
const stored = fc.record({
  tags: colour,
  words: colour,
  seo: fc.record({ tags: colour }),
  items: some(item),
  sections: some(section),
})
const change = fc.oneof(
  { weight: 3, arbitrary: stored.map((data) => ({ do: 'create' as const, data })) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('update' as const), of: fc.nat(), data: stored, locale: fc.constantFrom('en', 'th') }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), of: fc.nat() }) },
)
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  tags: fc.constantFrom(...COLOURS),
  words: fc.constantFrom(...COLOURS),
  'words.th': fc.constantFrom(...COLOURS),
  'seo.tags': fc.constantFrom(...COLOURS),
  'items.code': text,
  'items.size': number,
  'items.isSold': fc.boolean(),
  'items.at': date,
  'items.label': text,
  'items.label.th': text,
  'items.made.by': fc.constantFrom(1, 2),
  'items.made.by.name': fc.constantFrom('Ann', 'Bo'),
  'items.parts.tags': fc.constantFrom(...COLOURS),
  'sections.caption': fc.oneof(text, number),
}
/** With every locale, their paths name one. */
const LOCALIZED = ['words', 'items.label', 'sections.caption']
const LOOKS: { locale?: string; fallbackLocale?: false }[] = [
  {},
  { locale: 'th' },
  { locale: 'th', fallbackLocale: false },
  { locale: 'all' },
]
const filter = fc.constantFrom(...Object.keys(values)).chain((field) =>
  fc.record({
    field: fc.constant(field),
    test: fc.oneof(
      values[field]!.map((value) => ({ equals: value })),
      values[field]!.map((value) => ({ not_equals: value })),
      fc.array(values[field]!, { maxLength: 3 }).map((list) => ({ in: list })),
      fc.array(values[field]!, { maxLength: 3 }).map((list) => ({ not_in: [...list, null] })),
    ),
    look: fc.constantFrom(...LOOKS.filter(({ locale }) => locale !== 'all' || !LOCALIZED.includes(field))),
  }),
)

for (const database of driversFor('store/inside'))
  describe(`store: indexes of values inside a column with ${database.name}`, function () {
    this.timeout(120_000)
    let cms: Handle
    before(async () => {
      cms = await startCms(database, config)
      for (const name of ['Ann', 'Bo']) await cms.create('makers', { name })
    })
    after(() => end(cms))

    const idsOf = async (slug: string, where: object, look = {}) => {
      const { docs } = await cms.find(slug, { where, limit: 0, sort: 'id', ...look } as never)
      return docs.map(({ id }) => id)
    }

    it('find what is found without them, whatever becomes of the values @long', async () => {
      const ids: number[] = []
      const game = fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 4 }),
        fc.array(filter, { minLength: 20, maxLength: 20 }),
        async (changes, filters) => {
          for (const step of changes) {
            const at = 'of' in step ? step.of % Math.max(1, ids.length) : 0
            for (const slug of ['indexed', 'scanned']) {
              if (step.do === 'create') {
                const { id } = await cms.create(slug, step.data)
                if (slug === 'indexed') ids.push(id as number)
              } else if (ids[at] !== undefined) {
                if (step.do === 'update') await cms.update(slug, ids[at], step.data, { locale: step.locale })
                else await cms.delete(slug, ids[at])
              }
            }
            if (step.do === 'delete') ids.splice(at, 1)
          }
          for (const { field, test, look } of filters) {
            const where = { [field]: test }
            const [found, expected] = [await idsOf('indexed', where, look), await idsOf('scanned', where, look)]
            expect(found, JSON.stringify([where, look])).to.deep.equal(expected)
          }
        },
      )
      await fc.assert(game, { numRuns: ROUNDS, seed: seedOr(23), endOnFailure: true })
    })

    it('serve equality, also through a relation, among many documents @long', async () => {
      const { store } = cms.engine
      const { dialect } = store
      const items = `'[{"code":"c' || n || '","parts":[{"tags":["red"]}]}]'`
      const sections = `'[{"blockType":"hero","caption":"h' || n || '"}]'`
      const json = (text: string) => (dialect.isRemote ? `(${text})::json` : text)
      await store.exclusively((connection) =>
        connection.all(
          `insert into ${dialect.table('indexed')} ("items", "sections__en") select ${json(items)}, ${json(sections)} from ${numbersTo(5000, dialect)}`,
        ),
      )
      await cms.runJobs()
      const serves = dialect.name === 'sqlite' ? /SEARCH indexed\$\$\S+ USING PRIMARY KEY/ : /Bitmap Index Scan on "?indexed\$\$/
      for (const [where, locale] of [
        [{ 'items.code': { equals: 'c7' } }],
        [{ 'items.code': { in: ['c7', 'c8'] } }],
        [{ 'sections.caption': { equals: 'h7' } }],
        [{ 'sections.caption': { equals: 'h7' } }, 'th'],
        [{ or: [{ tags: { equals: 'red' } }, { 'items.code': { equals: 'c7' } }] }],
      ] as [object, string?][]) {
        expect(await planOf(cms, 'indexed', where, locale), JSON.stringify(where)).to.match(serves)
        expect(await idsOf('indexed', where, { locale })).to.not.have.length(0)
      }
      const [about] = await idsOf('indexed', { 'items.code': { equals: 'c7' } })
      await cms.create('notes', { about })
      expect(await idsOf('notes', { 'about.items.code': { equals: 'c7' } })).to.have.length(1)
      expect(await idsOf('notes', { 'about.items.code': { equals: 'c8' } })).to.have.length(0)
    })
  })

describe('store: indexes of values inside a column', () => {
  for (const database of driversFor('store/inside'))
    it(`come, move and go with the schema, with ${database.name}`, async function () {
      this.timeout(60_000)
      const place = lasting(database)
      const found = async (fields: object[], path: string, value: unknown, more = {}) => {
        const schema = { localization, collections: [{ slug: 'posts', fields, ...more }] } as Partial<Config>
        const cms = await createCms(configWith({ ...database, fresh: place }, schema), { migrate: false })
        await cms.engine.migrator.apply(cms.engine.tables(), cms.engine.model)
        try {
          if ((await cms.count('posts')) === 0) await cms.create('posts', { tags: ['red', 'blue'], rows: [{ code: '1' }] })
          const { docs } = await cms.find('posts', { where: { [path]: { equals: value } } })
          for (const { id, ...data } of docs) {
            const field = path.split('.')[0]!
            await cms.update('posts', id as number, { [field]: null })
            await cms.update('posts', id as number, { [field]: data[field] })
          }
          return docs.length
        } finally {
          await cms.stop()
        }
      }
      const tags = (more = {}) => ({ name: 'tags', ...colours, ...more })
      const rows = (more = {}, inside = {}) => ({ name: 'rows', type: 'array', fields: [{ name: 'code', ...inside }], ...more })
      const index = { index: true }
      expect(await found([tags(), rows()], 'tags', 'red')).to.equal(1)
      expect(await found([tags(index), rows({}, index)], 'tags', 'red')).to.equal(1)
      expect(await found([tags(index), rows({}, index)], 'rows.code', '1')).to.equal(1)
      expect(await found([tags(), rows()], 'rows.code', '1')).to.equal(1)
      expect(await found([tags(index), rows({}, index)], 'rows.code', '1')).to.equal(1)
      expect(await found([tags(index), rows({}, { ...index, type: 'number' })], 'rows.code', 1)).to.equal(1)
      expect(await found([tags(index), rows({}, { ...index, type: 'number', name: 'n', renamedFrom: 'code' })], 'rows.n', 1)).to.equal(1)
      expect(
        await found([tags({ ...index, localized: true }), rows({ name: 'items', renamedFrom: 'rows' }, index)], 'tags', 'blue'),
      ).to.equal(1)
      expect(await found([tags({ ...index, name: 'words', renamedFrom: 'tags' })], 'words', 'blue')).to.equal(1)
      expect(await found([{ name: 'words', ...index }], 'words', 'red')).to.equal(1)
      expect(await found([tags({ ...index, name: 'words' })], 'words', 'red')).to.equal(1)
    })
})
