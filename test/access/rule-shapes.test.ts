/** Whatever a rule returns, an anonymous caller reaches the documents that it names and no other, through every door. */
import { inspect } from 'node:util'
import { expect } from 'chai'
import fc from 'fast-check'
import type { Agent } from 'supertest'
import type { Handle } from '../../lib/local/handle.ts'
import type { Where } from '../../lib/query/where.ts'
import { drawn, inDepth } from '../harness/depth.ts'
import { DATABASES, end, PAIRS, type Started, start, startCms } from '../harness/start.ts'

interface Thing {
  id: number
  word: string | null
  number: number | null
}

const WORDS = ['red', 'blue', 'green']
const THINGS = [...WORDS, null].flatMap((word) => [1, 2, null].map((number) => ({ word, number })))

class Team {
  id = 1
}

/** The list with a hole before its first value. */
function sparse<T>(values: readonly T[]): T[] {
  const list: T[] = new Array(1)
  return list.concat(values)
}

/** Each of these names nothing, or is not a filter at all: it denies, wherever it stands. */
const MEANINGLESS: readonly [string, () => unknown][] = [
  ['an empty or', () => ({ or: [] })],
  ['an empty and', () => ({ and: [] })],
  ['a field without an operator', () => ({ word: {} })],
  ['a branch of a disjunction without a condition', () => ({ or: [{}] })],
  ['a branch of a conjunction without a condition', () => ({ and: [{}] })],
  ['an or that is an object', () => ({ or: { 0: { word: { equals: 'red' } } } })],
  ['a nested field without an operator', () => ({ or: [{ word: { equals: 'red' } }, { word: {} }] })],
  ['a Date', () => new Date()],
  ['a Map', () => new Map([['word', { equals: 'red' }]])],
  ['a Set', () => new Set(['red'])],
  ['a model of some library', () => new Team()],
  ['a list', () => [{ word: { equals: 'red' } }]],
  ['a regular expression as a test', () => ({ word: /red/ })],
  ['a Date as a test', () => ({ word: new Date() })],
  ['a Map as a test', () => ({ word: new Map([['equals', 'red']]) })],
  ['keys that are symbols', () => ({ [Symbol('or')]: [] })],
  ['keys that cannot be listed', () => Object.defineProperty({}, 'word', { value: { equals: 'red' } })],
  ['a value that is undefined', () => ({ word: { equals: undefined } })],
  ['a list of values with undefined', () => ({ word: { in: [undefined, 'red'] } })],
  ['a list of values with a hole', () => ({ number: { in: sparse([1]) } })],
  ['an excluding list with a hole', () => ({ number: { not_in: sparse([5]) } })],
  ['an excluding list of holes alone', () => ({ number: { not_in: new Array(3) } })],
  ['an and with a hole', () => ({ and: sparse([{ word: { equals: 'red' } }]) })],
  ['an or with a hole', () => ({ or: sparse([{ word: { equals: 'red' } }]) })],
  ['an or of holes alone', () => ({ or: new Array(3) })],
  ['an excluding list with a hole, inside', () => ({ or: [{ and: [{ number: { not_in: sparse([5]) } }] }] })],
  ['more values than a list takes', () => ({ number: { in: Array.from({ length: 1001 }, (_, index) => index) } })],
  ['more conditions than a filter takes', () => ({ or: Array.from({ length: 201 }, () => ({ word: { equals: 'red' } })) })],
  ['an empty like', () => ({ word: { like: '' } })],
  ['an unknown field', () => ({ wrod: { equals: 'red' } })],
  ['a field that is write-only', () => ({ pin: { exists: true } })],
  ['an unknown operator', () => ({ word: { is: 'red' } })],
  ['a bare value', () => ({ word: 'red' })],
  ['null', () => null],
  ['undefined', () => undefined],
  ['a number', () => 1],
  ['a text', () => 'anyone'],
  ['a function', () => () => true],
  [
    'a throw',
    () => {
      throw new Error('no')
    },
  ],
]

/** What a rule returns, with what it should admit. */
interface Shape {
  name: string
  make(): unknown
  admits(thing: Thing): boolean
}

const nothing = () => false
const meaningless: fc.Arbitrary<Shape> = fc.constantFrom(...MEANINGLESS).map(([name, make]) => ({ name, make, admits: nothing }))

const test: fc.Arbitrary<Shape> = fc.oneof(
  fc.constantFrom(...WORDS).map((word) => shape({ word: { equals: word } }, (thing) => thing.word === word)),
  fc.constantFrom(...WORDS).map((word) => shape({ word: { not_equals: word } }, (thing) => thing.word !== word)),
  fc.subarray(WORDS).map((words) => shape({ word: { in: words } }, (thing) => words.includes(thing.word!))),
  fc.subarray(WORDS).map((words) => shape({ word: { not_in: words } }, (thing) => !words.includes(thing.word!))),
  fc.boolean().map((wanted) => shape({ number: { exists: wanted } }, (thing) => (thing.number !== null) === wanted)),
  fc
    .integer({ min: 0, max: 3 })
    .map((least) => shape({ number: { gte: least, lte: 2 } }, (thing) => thing.number !== null && thing.number >= least)),
)

function shape(filter: object, admits: Shape['admits']): Shape {
  return { name: JSON.stringify(filter), make: () => filter, admits }
}

/** One part that means nothing makes the whole rule deny: `broken` tells. */
const filter: fc.Arbitrary<Shape & { broken?: boolean }> = fc.letrec<{ tree: Shape & { broken?: boolean } }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: test, weight: 5 },
    { arbitrary: meaningless.map((one) => ({ ...one, broken: true })), weight: 1 },
    { arbitrary: fc.tuple(fc.constantFrom('and', 'or'), fc.array(tie('tree'), { minLength: 1, maxLength: 3 })).map(combined), weight: 4 },
  ),
})).tree

function combined([word, parts]: ['and' | 'or', (Shape & { broken?: boolean })[]]): Shape & { broken?: boolean } {
  const broken = parts.some((part) => part.broken)
  return {
    name: `${word}(${parts.map((part) => part.name).join(', ')})`,
    make: () => ({ [word]: parts.map((part) => part.make()) }),
    admits: (thing) => (word === 'and' ? parts.every((part) => part.admits(thing)) : parts.some((part) => part.admits(thing))),
    broken,
  }
}

const answer: fc.Arbitrary<Shape> = fc.oneof(
  { arbitrary: filter.map((one) => (one.broken ? { ...one, admits: nothing } : one)), weight: 12 },
  { arbitrary: fc.boolean().map((yes) => ({ name: String(yes), make: () => yes, admits: () => yes })), weight: 1 },
  { arbitrary: fc.constant({ name: '{}', make: () => ({}), admits: () => true }), weight: 1 },
)

/** As functions give it: at once, as a promise, or as a promise of some other library. */
const WRAPPED: readonly ((value: unknown) => unknown)[] = [
  (value) => value,
  async (value) => value,
  (value) => ({ then: (resolve: (value: unknown) => void) => resolve(value) }),
]

for (const [host, database] of drawn(PAIRS, 'rule-shapes')) {
  describe(`access/rule-shapes on ${host.name} with ${database.name}`, () => {
    let started: Started
    let cms: Handle
    let agent: Agent
    let things: Thing[]
    let given: () => unknown = () => true
    /** What a feature leaves of the things. */
    let left: object | undefined

    before(async () => {
      const rule = () => given() as boolean
      started = await start(host, database, {
        features: [{ name: 'narrow', limit: (_engine, { slug }) => (slug === 'things' ? (left as Where | undefined) : undefined) }],
        collections: [
          {
            slug: 'things',
            access: { read: rule, update: rule, delete: rule },
            fields: [{ name: 'word' }, { name: 'number', type: 'number' }, { name: 'note' }, { name: 'pin', writeOnly: true }],
          },
          {
            slug: 'pointers',
            access: { read: 'anyone' },
            fields: [
              { name: 'thing', type: 'relationship', to: 'things' },
              { name: 'things', type: 'relationship', to: 'things', hasMany: true },
            ],
          },
        ],
      })
      cms = started.cms
      agent = started.agent
      things = []
      for (const one of THINGS) things.push({ ...one, id: ((await cms.create('things', one)) as { id: number }).id })
      for (const { id } of things) await cms.create('pointers', { thing: id, things: things.map((one) => one.id) })
    })
    after(() => end(cms))

    async function expectOnly(admitted: readonly number[]): Promise<void> {
      const listed = await agent.get('/api/cms/things?limit=100&sort=id')
      // A rule that denies whatever is asked answers 401; one that finds nothing answers an empty list.
      if (listed.status === 401) expect(admitted).to.deep.equal([])
      else {
        expect(listed.body.docs.map((doc: Thing) => doc.id)).to.deep.equal(admitted)
        expect(listed.body.totalDocs).to.equal(admitted.length)
      }
      const filtered = await agent.get('/api/cms/things?limit=1&where[id][exists]=true')
      expect(filtered.body.totalDocs ?? 0, 'a count under a filter').to.equal(admitted.length)

      const pointers = await agent.get('/api/cms/pointers?limit=100&sort=id&depth=1')
      const filled = (pointers.body.docs as { thing: Thing | null; things: Thing[] }[]).map((doc) => doc.thing?.id)
      expect(filled.filter((id) => id !== undefined)).to.deep.equal(admitted)
      for (const doc of pointers.body.docs) expect(doc.things.map((one: Thing) => one.id)).to.deep.equal(admitted)
      const through = await agent.get('/api/cms/pointers?limit=100&sort=id&depth=0&where[thing.id][exists]=true')
      expect(through.body.totalDocs, 'a filter through a relation').to.equal(admitted.length)

      for (const { id } of things) {
        const may = admitted.includes(id)
        expect((await agent.get(`/api/cms/things/${id}`)).status === 200, `read of ${id}`).to.equal(may)
        expect((await agent.patch(`/api/cms/things/${id}`).send({ note: 'x' })).status === 200, `update of ${id}`).to.equal(may)
        if (!may) expect((await agent.delete(`/api/cms/things/${id}`)).status, `delete of ${id}`).to.be.oneOf([401, 404])
      }
    }

    it('denies through every door where the rule means nothing, and logs why', async () => {
      for (const [name, make] of MEANINGLESS) {
        for (const wrap of drawn(WRAPPED, name)) {
          given = () => wrap(make())
          started.logged.length = 0
          await expectOnly([])
          const warnings = started.logged.filter(({ line }) =>
            line.includes("the access rule 'read' of 'things' failed, so access is denied"),
          )
          expect(warnings, `${name} is logged`).not.to.be.empty
        }
      }
    }).timeout(300_000)

    it('admits what the rule says and nothing else, whatever its shape', () =>
      fc.assert(
        fc.asyncProperty(answer, fc.constantFrom(...WRAPPED), async (one, wrap) => {
          given = () => wrap(one.make())
          await expectOnly(things.filter((thing) => one.admits(thing)).map((thing) => thing.id))
        }),
        { numRuns: inDepth(15, 150) },
      )).timeout(300_000)

    it('refuses a field without an operator in a caller’s own filter, and finds nothing for an empty or', async () => {
      given = () => true
      for (const where of [{ word: {} }, { and: [{ word: {} }] }, { or: [{ word: { equals: 'red' } }, { word: {} }] }]) {
        const answered = await agent.get('/api/cms/things').query({ where: JSON.stringify(where) })
        expect(answered.status, JSON.stringify(where)).to.equal(400)
        expect(answered.body.errors[0].message).to.include('needs an operator')
      }
      const none = await agent.get('/api/cms/things').query({ where: '{"or":[]}' })
      expect([none.status, none.body.totalDocs]).to.deep.equal([200, 0])
      const both = await agent.get('/api/cms/things').query({ where: '{"or":[{"or":[]},{"word":{"equals":"red"}}]}' })
      expect(both.body.totalDocs).to.equal(3)
      expect(await cms.update('things', things[0]!.id, { note: 'y' }, { where: { or: [] } })).to.equal(null)
    })

    it('shows nothing where the filter of a feature has a hole in a list', async () => {
      given = () => true
      try {
        left = { number: { not_in: [5] } }
        expect((await agent.get('/api/cms/things')).body.totalDocs).to.equal(things.length)
        for (const filter of [{ number: { not_in: sparse([5]) } }, { and: sparse([]) }, { or: sparse([{ number: { equals: 1 } }]) }]) {
          left = filter
          expect((await agent.get('/api/cms/things')).status, inspect(filter)).to.equal(500)
        }
      } finally {
        left = undefined
      }
    })

    it('refuses a hole in any list of a caller’s own filter', async () => {
      given = () => true
      const red = { word: { equals: 'red' } }
      for (const where of [
        { number: { in: sparse([1]) } },
        { number: { not_in: sparse([1]) } },
        { number: { not_in: new Array(2) } },
        { and: sparse([red]) },
        { or: sparse([red]) },
        { or: [{ and: new Array(2) }] },
      ]) {
        for (const handle of [cms, cms.as(null)]) {
          const error = await handle.find('things', { where }).then(
            () => undefined,
            (thrown: { code: string }) => thrown,
          )
          expect(error?.code, inspect(where, { depth: 5 })).to.equal('BAD_QUERY')
        }
      }
    })
  })
}

describe('access: rules on localized fields', () => {
  it('deny where all locales are read, unless they name one', async () => {
    const fields = [{ name: 'title', localized: true }]
    const cms: any = await startCms(DATABASES[0]!, {
      localization: { locales: ['en', 'th'] },
      collections: [
        { slug: 'whichever', access: { read: () => ({ title: { equals: 'a' } }) }, fields },
        { slug: 'english', access: { read: () => ({ 'title.en': { equals: 'a' } }) }, fields },
      ],
    })
    const found = (slug: string, locale: string) =>
      cms
        .as(null)
        .find(slug, { locale, where: { title: { equals: 'a' } } })
        .then(
          ({ totalDocs }: { totalDocs: number }) => totalDocs,
          ({ status }: { status: number }) => status,
        )
    for (const slug of ['whichever', 'english']) await cms.create(slug, { title: 'a' })
    expect([await found('whichever', 'en'), await found('english', 'en'), await found('english', 'all')]).to.deep.equal([1, 1, 1])
    expect(await found('whichever', 'all')).to.equal(401)
    await end(cms)
  })
})
