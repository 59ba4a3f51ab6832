/** Queries against a plain model in memory: the same documents, the same filters, on both databases. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { Handle } from '../../lib/local/handle.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

interface Thing {
  id: number
  text: string | null
  number: number | null
  flag: boolean | null
  day: string | null
  kind: string | null
  kinds: string[]
  group: { inner: string | null }
  rows: { word: string | null; amount: number | null }[]
  friend: number | null
  friends: number[]
}

const TEXTS = ['', 'a', 'B', 'b%', '_x', 'é', 'É', 'ไทย', '😀', '[q]', "it's", '"', 'я', 'Я', 'null', '1']
const NUMBERS = [0, 1, -1, 2.5, Number.MAX_SAFE_INTEGER, -0.001]
const DAYS = ['2026-01-01T00:00:00.000Z', '2026-06-01T12:30:00.000Z', '1999-12-31T23:59:59.999Z']
const KINDS = ['one', 'two', 'three']

const orNull = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: null, freq: 4 })
const thing = fc.record({
  text: orNull(TEXTS),
  number: orNull(NUMBERS),
  flag: orNull([true, false]),
  day: orNull(DAYS),
  kind: orNull(KINDS),
  kinds: fc.uniqueArray(fc.constantFrom(...KINDS)),
  group: fc.record({ inner: orNull(TEXTS) }),
  rows: fc.array(fc.record({ word: orNull(TEXTS), amount: orNull(NUMBERS) }), { maxLength: 3 }),
})

/** What each path holds: the values that a test may match. */
const PATHS: Record<string, { values: (thing: Thing, all: Thing[]) => unknown[]; sample: readonly unknown[]; text?: true }> = {
  text: { values: (one) => [one.text], sample: TEXTS, text: true },
  number: { values: (one) => [one.number], sample: NUMBERS },
  flag: { values: (one) => [one.flag], sample: [true, false] },
  day: { values: (one) => [one.day], sample: DAYS },
  kind: { values: (one) => [one.kind], sample: KINDS, text: true },
  kinds: { values: (one) => one.kinds, sample: KINDS, text: true },
  'group.inner': { values: (one) => [one.group.inner], sample: TEXTS, text: true },
  'rows.word': { values: (one) => one.rows.map((row) => row.word), sample: TEXTS, text: true },
  'rows.amount': { values: (one) => one.rows.map((row) => row.amount), sample: NUMBERS },
  friend: { values: (one) => [one.friend], sample: [1, 2, 3] },
  friends: { values: (one) => one.friends, sample: [1, 2, 3] },
  'friend.text': {
    values: (one, all) => all.filter((other) => other.id === one.friend).map((other) => other.text),
    sample: TEXTS,
    text: true,
  },
  'friends.number': {
    values: (one, all) => all.filter((other) => one.friends.includes(other.id)).map((other) => other.number),
    sample: NUMBERS,
  },
}

type Where = Record<string, any>

const test = fc.constantFrom(...Object.keys(PATHS)).chain((path) => {
  const { sample, text } = PATHS[path]!
  const value = fc.constantFrom(...(sample as any[]))
  const operators = [
    fc.record({ equals: fc.option(value, { nil: null }) }),
    fc.record({ not_equals: fc.option(value, { nil: null }) }),
    fc.record({ in: fc.array(fc.option(value, { nil: null }), { maxLength: 3 }) }),
    fc.record({ not_in: fc.array(fc.option(value, { nil: null }), { maxLength: 3 }) }),
    fc.record({ exists: fc.boolean() }),
    ...(path === 'flag' ? [] : [fc.record({ gt: value }), fc.record({ lte: value })]),
    ...(text ? [fc.record({ like: value })] : []),
  ]
  return fc.oneof(...operators).map((operator) => ({ [path]: operator }) as Where)
})

const where: fc.Arbitrary<Where> = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    test,
    fc.record({ and: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
  ),
})).tree as fc.Arbitrary<Where>

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
const bytes = (value: unknown) => (typeof value === 'string' ? Buffer.from(value) : value)
const compare = (a: any, b: any) =>
  typeof a === 'string' ? Buffer.compare(bytes(a) as Buffer, bytes(b) as Buffer) : a < b ? -1 : a > b ? 1 : 0

function matches(thing: Thing, filter: Where, all: Thing[]): boolean {
  return Object.entries(filter).every(([key, value]) => {
    if (key === 'and') return value.every((one: Where) => matches(thing, one, all))
    if (key === 'or') return value.some((one: Where) => matches(thing, one, all))
    const values = PATHS[key]!.values(thing, all)
    return Object.entries(value).every(([operator, wanted]) => holds(operator, values, wanted))
  })
}

function holds(operator: string, values: unknown[], wanted: any): boolean {
  const filled = values.some((value) => !isEmpty(value))
  switch (operator) {
    case 'equals':
      return wanted === null ? !filled : values.includes(wanted)
    case 'not_equals':
      return !holds('equals', values, wanted)
    case 'in':
      return wanted.some((one: unknown) => holds('equals', values, one))
    case 'not_in':
      return !holds('in', values, wanted)
    case 'exists':
      return filled === wanted
    case 'like':
      return wanted === '' || values.some((value) => typeof value === 'string' && fold(value).includes(fold(wanted)))
    default:
      return values.some((value) => value !== null && (operator === 'gt' ? compare(value, wanted) > 0 : compare(value, wanted) <= 0))
  }
}
const fold = (text: string) => text.toLowerCase()

function sorted(things: Thing[], path: 'text' | 'number' | 'day', direction: 1 | -1): Thing[] {
  return [...things].sort((a, b) => {
    const [x, y] = [a[path], b[path]]
    const order = x === y ? 0 : x === null ? -1 : y === null ? 1 : compare(x, y)
    return order * direction || b.id - a.id
  })
}

describe('query/model', () => {
  for (const database of DATABASES) {
    describe(`with ${database.name}`, () => {
      let cms: Handle
      const things: Thing[] = []

      before(async () => {
        cms = await startCms(database, {
          collections: [
            {
              slug: 'things',
              fields: [
                { name: 'text' },
                { name: 'number', type: 'number' },
                { name: 'flag', type: 'boolean' },
                { name: 'day', type: 'date' },
                { name: 'kind', type: 'select', options: KINDS },
                { name: 'kinds', type: 'select', options: KINDS, hasMany: true },
                { name: 'group', type: 'group', fields: [{ name: 'inner' }] },
                { name: 'rows', type: 'array', fields: [{ name: 'word' }, { name: 'amount', type: 'number' }] },
                { name: 'friend', type: 'relationship', to: 'things' },
                { name: 'friends', type: 'relationship', to: 'things', hasMany: true },
              ],
            },
          ],
        })
        const samples = fc.sample(thing, { numRuns: 40, seed: 7 })
        for (const [index, sample] of samples.entries()) {
          const friend = index > 0 && index % 3 === 0 ? 1 + ((index * 7) % index) : null
          const friends = index % 4 === 0 ? [1, 2, 3].filter((id) => id <= index) : []
          const created: any = await cms.create('things', { ...sample, friend, friends }, { depth: 0 })
          const { createdAt: _, updatedAt: __, ...rest } = created
          expect({ ...rest, rows: rest.rows.map(({ id: _id, ...row }: any) => row) }).to.deep.equal({
            id: created.id,
            ...sample,
            friend,
            friends,
          })
          things.push(rest)
        }
      })
      after(() => end(cms))

      it('gives the documents that the model gives @long', () =>
        fc.assert(
          fc.asyncProperty(where, async (filter) => {
            const found = await cms.find('things', { where: filter, limit: 0, depth: 0, sort: 'id' })
            const wanted = things.filter((one) => matches(one, filter, things)).map((one) => one.id)
            expect(found.docs.map((one: any) => one.id)).to.deep.equal(wanted)
            expect(found.totalDocs).to.equal(wanted.length)
          }),
          { numRuns: 400 },
        ))

      it('sorts and pages as the model does', () =>
        fc.assert(
          fc.asyncProperty(
            fc.constantFrom('text', 'number', 'day'),
            fc.constantFrom(1, -1),
            fc.integer({ min: 1, max: 12 }),
            fc.integer({ min: 1, max: 5 }),
            async (path, direction, limit, page) => {
              const found = await cms.find('things', {
                sort: direction === 1 ? path : `-${path}`,
                limit,
                page,
                depth: 0,
                select: ['id'],
              })
              const wanted = sorted(things, path as 'text', direction as 1).slice((page - 1) * limit, page * limit)
              expect(found.docs.map((one: any) => one.id)).to.deep.equal(wanted.map((one) => one.id))
            },
          ),
          { numRuns: 80 },
        ))

      it('prints as text what it gives as objects, at every depth', async () => {
        const { call } = await import('../../lib/local/call.ts')
        const { Caller, system } = await import('../../lib/actor.ts')
        for (const depth of [0, 1, 2, 3]) {
          const ask = (asText: boolean) =>
            call(cms.engine, new Caller(system), 'list', cms.engine.entity('things'), {
              limit: 0,
              depth,
              asText,
              sort: 'id',
            })
          const [printed, objects] = [await ask(true), await ask(false)]
          expect(printed.listed!.docs.map((one) => one.text)).to.deep.equal(objects.listed!.docs.map((one) => JSON.stringify(one.object)))
        }
      })

      it('never lets a name or value become SQL', () =>
        fc.assert(
          fc.asyncProperty(
            fc.constantFrom('"; drop table things; --', "' or '1'='1", 'id") or 1=1 --', 'x`', '?', '$1', '\\', '{}', '%00'),
            fc.constantFrom('path', 'value', 'sort', 'select', 'operator'),
            async (evil, place) => {
              const query: any =
                place === 'path'
                  ? { where: { [evil]: { equals: 1 } } }
                  : place === 'value'
                    ? { where: { text: { equals: evil } } }
                    : place === 'sort'
                      ? { sort: evil }
                      : place === 'select'
                        ? { select: [evil] }
                        : { where: { text: { [evil]: 1 } } }
              const answer = await cms.find('things', query).catch((error) => error)
              if (place === 'value') expect(answer.totalDocs).to.equal(0)
              else expect(answer.code).to.equal('BAD_QUERY')
              expect(await cms.count('things')).to.equal(things.length)
            },
          ),
          { numRuns: 60 },
        ))
    })
  }
})
