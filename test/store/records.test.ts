/** Statements on our own tables say what their conditions say: random ones are compared with a list in memory, on every database. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { Handle } from '../../lib/local/handle.ts'
import {
  among,
  anyOf,
  atLeast,
  atMost,
  both,
  count,
  either,
  greaterThan,
  hasNoRow,
  hasRow,
  highest,
  increased,
  inside,
  isNot,
  isRepeated,
  joinedText,
  lessThan,
  notInside,
  ofOuter,
  oneOf,
  orElse,
  type RowFilter,
  sameAs,
  staysWithin,
} from '../../lib/store/conditions.ts'
import type { Row } from '../../lib/store/contract.ts'
import { index } from '../../lib/store/index-spec.ts'
import { ownTable, type RowsOf } from '../../lib/store/records.ts'
import type { Store } from '../../lib/store/store.ts'
import { IDENTITY } from '../../lib/store/tables.ts'
import { Ref } from '../../lib/store/write-set.ts'
import { driversFor, end, startCms } from '../harness/start.ts'

const things = ownTable({
  name: '$things',
  columns: [
    IDENTITY,
    { name: 'word', kind: 'text' },
    { name: 'more', kind: 'text' },
    { name: 'n', kind: 'number' },
    { name: 'is', kind: 'boolean' },
  ],
  indexes: [index('$things', ['word'], 'one row a word', true)],
})

interface Thing {
  word: string | null
  more: string | null
  n: number | null
  is: boolean | null
}

type Name = 'id' | keyof Thing

/** A condition as statements take it, and as a function of a row. */
interface Tested {
  where: RowFilter<Name>
  holds: (thing: Thing) => boolean
}

const WORDS = ['a', 'b', "it's ?", 'ÄÖ', '']
const anyWord = fc.constantFrom(...WORDS)
const anyNumber = fc.integer({ min: -3, max: 3 })

const one = <T>(values: fc.Arbitrary<T>, of: (value: T) => Tested): fc.Arbitrary<Tested> => values.map(of)

const { condition } = fc.letrec<{ condition: Tested }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    one(anyWord, (word) => ({ where: { word }, holds: (thing) => thing.word === word })),
    one(fc.boolean(), (is) => ({ where: { is }, holds: (thing) => thing.is === is })),
    one(fc.constant(null), () => ({ where: { more: null }, holds: ({ more }) => more === null })),
    one(fc.constant(null), () => ({ where: { more: isNot(null) }, holds: ({ more }) => more !== null })),
    one(anyWord, (more) => ({ where: { more: isNot(more) }, holds: (thing) => thing.more !== null && thing.more !== more })),
    one(anyNumber, (n) => ({ where: { n: lessThan(n) }, holds: (thing) => thing.n !== null && thing.n < n })),
    one(anyNumber, (n) => ({ where: { n: either(null, atLeast(n)) }, holds: (thing) => thing.n === null || thing.n >= n })),
    one(fc.tuple(anyNumber, anyNumber), ([a, b]) => ({
      where: { n: both(greaterThan(a), atMost(b)) },
      holds: ({ n }) => n !== null && n > a && n <= b,
    })),
    one(fc.array(anyWord, { minLength: 1 }), (words) => ({
      where: { word: oneOf(...words) },
      holds: ({ word }) => word !== null && words.includes(word),
    })),
    one(fc.array(anyWord), (words) => ({
      where: { word: among('text', words) },
      holds: ({ word }) => word !== null && words.includes(word),
    })),
    one(fc.tuple(anyNumber, anyNumber), ([by, most]) => ({
      where: { n: staysWithin(by, -2, most) },
      holds: ({ n }) => (n ?? 0) + by >= -2 && (n ?? 0) + by <= most,
    })),
    one(fc.array(tie('condition'), { maxLength: 3 }), (inner) => ({
      where: inner.map(({ where }) => where),
      holds: (thing) => inner.every(({ holds }) => holds(thing)),
    })),
    one(fc.array(tie('condition'), { maxLength: 3 }), (inner) => ({
      where: anyOf(...inner.map(({ where }) => where)),
      holds: (thing) => inner.some(({ holds }) => holds(thing)),
    })),
  ),
}))

const anyThings = fc.uniqueArray(
  fc.record({ word: anyWord, more: fc.option(anyWord), n: fc.option(anyNumber), is: fc.option(fc.boolean()) }),
  { selector: ({ word }) => word, minLength: 1 },
)

for (const database of driversFor('store/records')) {
  describe(`records with ${database.name}`, () => {
    let cms: Handle
    let store: Store
    let rows: RowsOf<typeof things>

    before(async () => {
      cms = await startCms(database, {
        collections: [{ slug: 'posts', fields: [{ name: 'a' }] }],
        features: [{ name: 'things', tables: () => [things] }],
      })
      store = cms.engine.store
      rows = things.in(store)
    })
    after(() => end(cms))
    beforeEach(() => store.change(rows.delete({})))

    const put = (thing: Partial<Thing>) => store.change(rows.insert(thing, { returning: ['id'] }))
    const words = (found: readonly Row[]) => found.map((row) => row['word']).sort()

    it('find, count and delete the rows that meet a condition, and no others', () =>
      fc.assert(
        fc.asyncProperty(anyThings, condition, async (given, { where, holds }) => {
          await store.change(rows.delete({}))
          await store.commit({ writes: given.map((thing) => rows.insert(thing)) })
          const wanted = given.filter(holds).map(({ word }) => word)
          expect(words(await rows.find(where))).to.deep.equal(wanted.sort())
          expect(await rows.count(where)).to.equal(wanted.length)
          const changed = await store.change(rows.update(where, { more: 'changed' }, ['word']))
          expect(words(changed)).to.deep.equal(wanted)
          const left = given.map((thing) => (holds(thing) ? { ...thing, more: 'changed' } : thing)).filter((thing) => !holds(thing))
          await store.change(rows.delete(where))
          expect(words(await rows.find({}))).to.deep.equal(left.map(({ word }) => word).sort())
        }),
        { numRuns: 60 },
      ))

    it('sort, page and select', async () => {
      for (const [word, n] of [
        ['a', 2],
        ['b', 1],
        ['c', 2],
        ['d', 3],
      ] as const)
        await put({ word, n })
      const page = await rows.find({}, { columns: ['word'], sort: ['-n', 'word'], limit: 2, offset: 1 })
      expect(page).to.deep.equal([{ word: 'a' }, { word: 'c' }])
      const groups = await rows.find({}, { columns: { n: 'n', rows: count(), last: highest('word') }, groupBy: ['n'], having: isRepeated })
      expect(groups.map((row) => ({ ...row, rows: Number(row['rows']) }))).to.deep.equal([{ n: 2, rows: 2, last: 'c' }])
      expect((await rows.find({}, { columns: ['n'], distinct: true, sort: ['n'] })).map((row) => row['n'])).to.deep.equal([1, 2, 3])
    })

    it('compare with other rows of the same table', async () => {
      for (const [word, n] of [
        ['a', 1],
        ['b', 1],
        ['c', 2],
      ] as const)
        await put({ word, n })
      const twin = { n: ofOuter('n'), word: lessThan(ofOuter('word')) }
      expect(words(await rows.find(hasRow('$things', twin)))).to.deep.equal(['b'])
      expect(words(await rows.find([{ n: greaterThan(0) }, hasNoRow('$things', twin)]))).to.deep.equal(['a', 'c'])
      const newest = rows.select({ n: 1 }, { columns: { id: highest('id') } })
      expect(words(await rows.find({ id: sameAs(newest), word: isNot('z') }))).to.deep.equal(['b'])
      const two = rows.select({}, { columns: ['id'], sort: ['-id'], limit: 2 })
      expect(words(await rows.find({ id: inside(two) }))).to.deep.equal(['b', 'c'])
      expect(words(await store.change(rows.delete({ id: notInside(two) }, ['word'])))).to.deep.equal(['a'])
    })

    it('change what is there, or leave it alone, where a row is taken', async () => {
      await put({ word: 'a', n: 1, more: 'old' })
      const onConflict = { unique: ['word'], change: ['n'], where: { n: lessThan(5) } } as const
      const upsert = (n: number) => store.change(rows.insert({ word: 'a', n, more: 'new' }, { onConflict, returning: ['n', 'more'] }))
      expect(await upsert(7)).to.deep.equal([{ n: 7, more: 'old' }])
      expect(await upsert(8)).to.deep.equal([])
      const ignored = rows.insert({ word: 'a', n: 9 }, { onConflict: { unique: ['word'], change: [] }, returning: ['id'] })
      expect(await store.change(ignored)).to.deep.equal([])
      expect((await rows.first({ word: 'a' }))!['n']).to.equal(7)
    })

    it('compute values', async () => {
      await put({ word: 'a', n: null, more: null })
      const change = { n: increased(2), more: orElse('word') }
      expect(await store.change(rows.update({ word: 'a' }, change, ['n', 'more']))).to.deep.equal([{ n: 2, more: 'a' }])
      const { made } = await store.commit({
        writes: [
          rows.insert({ word: 'made' }, { returning: ['id'], as: 'made' }),
          rows.insert({ word: 'of', more: joinedText(['thing ', new Ref('made', 'id'), '?']) }),
        ],
      })
      expect((await rows.first({ word: 'of' }))!['more']).to.equal(`thing ${made!['id']}?`)
    })

    it('change many rows at once, each to values of its own', async () => {
      for (const word of ['a', 'b', 'c']) await put({ word, n: 0 })
      const [a, b] = await rows.find({}, { sort: ['word'] })
      await store.change(
        rows.updateEach({ n: 'number', more: 'text' }, [
          { id: a!['id'], n: 1.5, more: 'é' },
          { id: b!['id'], n: null, more: null },
        ]),
      )
      const after = await rows.find({}, { columns: ['word', 'n', 'more'], sort: ['word'] })
      expect(after).to.deep.equal([
        { word: 'a', n: 1.5, more: 'é' },
        { word: 'b', n: null, more: null },
        { word: 'c', n: 0, more: null },
      ])
    })

    it('refuse a condition or a column that was left undefined', async () => {
      await put({ word: 'a' })
      const missing = undefined as unknown as string
      expect(() => rows.delete({ word: missing })).to.throw(TypeError, 'has no value')
      expect(() => rows.update({ word: 'a' }, { more: missing })).to.throw(TypeError, 'has no value')
      expect(await rows.count({})).to.equal(1)
    })

    it('throw where a statement concerns other rows than it must', async () => {
      await put({ word: 'a' })
      const wrong = { ...rows.delete({ word: 'b' }, ['id']), expect: { rows: 1, otherwise: () => new Error('no b') } }
      const failed = await store
        .atomically(async ({ run }) => {
          await run(rows.delete({ word: 'a' }))
          await run(wrong)
        })
        .catch((error: Error) => error.message)
      expect(failed).to.equal('no b')
      expect(await rows.count({})).to.equal(1)
    })
  })
}
