/** Labels of nothing, conditions that never hold and renames from the same name stop the start, in every spelling. */
import { expect } from 'chai'
import { build } from '../../schema/build.ts'
import { sdl } from '../../schema/sdl-text.ts'
import { type Fields, problemsOf } from './problems-of.ts'

const WRONG: [what: string, fields: Fields, problem: string][] = [
  [
    'labels of a block with a misspelt number',
    [{ name: 'a', blocks: [{ slug: 'q', labels: { singular: 'Q', plral: 'Qs' }, fields: [{ name: 'z' }] }] }],
    "a.q.labels.plral: unknown option 'plral'",
  ],
  [
    'labels of a block with the other number misspelt',
    [{ name: 'a', blocks: [{ slug: 'q', labels: { sigular: 'Q', plural: 'Qs' }, fields: [{ name: 'z' }] }] }],
    "a.q.labels.sigular: unknown option 'sigular'",
  ],
  [
    'labels of a block that are no texts',
    [{ name: 'a', blocks: [{ slug: 'q', labels: { singular: 'Q', plural: 5 }, fields: [{ name: 'z' }] }] }],
    "a.q.labels.plural: 'plural' must be a text or an object with a text for each language",
  ],
  [
    'labels of a block in a text',
    [{ name: 'a', type: 'richText', blocks: [{ slug: 'q', labels: { singlar: 'Q' }, fields: [{ name: 'z' }] }] }],
    "a.q.labels.singlar: unknown option 'singlar'",
  ],
  [
    'conditions that need each other',
    [
      { name: 'a', admin: { condition: { field: 'b', equals: 'x' } } },
      { name: 'b', admin: { condition: { field: 'a', exists: true } } },
    ],
    "a.admin.condition: 'condition' can never hold: 'a' needs 'b', 'b' needs 'a'",
  ],
  [
    'conditions in a circle of three, in every form',
    [
      {
        name: 'a',
        admin: {
          condition: {
            and: [
              { field: 'b', in: ['x', 'y'] },
              { field: 'd', exists: false },
            ],
          },
        },
      },
      { name: 'b', admin: { condition: { not: { field: 'c', exists: false } } } },
      {
        name: 'c',
        admin: {
          condition: {
            or: [
              { field: 'a', equals: 'x' },
              { field: 'a', not_equals: null },
            ],
          },
        },
      },
      { name: 'd' },
    ],
    "'condition' can never hold: 'a' needs 'b', 'b' needs 'c', 'c' needs 'a'",
  ],
  ['a rename from itself', [{ name: 'a', renamedFrom: 'a' }], "a.renamedFrom: 'renamedFrom' names 'a', which is its present name"],
  [
    'a rename of a block from itself',
    [{ name: 'a', blocks: [{ slug: 'q', renamedFrom: 'q', fields: [{ name: 'z' }] }] }],
    "'renamedFrom' names 'q', which is its present name",
  ],
  [
    'a rename in a row from itself',
    [{ name: 'a', type: 'array', fields: [{ name: 'z', renamedFrom: 'z' }] }],
    "a.z.renamedFrom: 'renamedFrom' names 'z', which is its present name",
  ],
]

const RIGHT: [what: string, fields: Fields][] = [
  [
    'labels of blocks in every form',
    [
      'Q',
      { en: 'Q', th: 'ค' },
      { singular: 'Q' },
      { plural: 'Qs' },
      { singular: { en: 'Q', th: 'ค' }, plural: { en: 'Qs' } },
      undefined,
    ].map((labels, index) => ({ name: `a${index}`, blocks: [{ slug: 'q', labels, fields: [{ name: 'z' }] }] })),
  ],
  [
    'either of two fields',
    [
      { name: 'a', admin: { condition: { field: 'b', exists: false } } },
      { name: 'b', admin: { condition: { field: 'a', equals: null } } },
    ],
  ],
  [
    'conditions that a third field, a default or another case opens',
    [
      {
        name: 'a',
        admin: {
          condition: {
            or: [
              { field: 'b', exists: true },
              { field: 'title', exists: true },
            ],
          },
        },
      },
      { name: 'b', admin: { condition: { field: 'a', exists: true } } },
      { name: 'c', defaultValue: 'x', admin: { condition: { field: 'd', exists: true } } },
      { name: 'd', admin: { condition: { field: 'c', equals: 'x' } } },
      { name: 'e', type: 'boolean', admin: { condition: { field: 'f', equals: false } } },
      { name: 'f', type: 'boolean', admin: { condition: { field: 'e', not_equals: true } } },
    ],
  ],
]

const document = (properties: object) => ({ title: 'Post', type: 'object', 'x-cms': { collection: 'posts' }, properties })
const typed = (fields: string, more = '') => sdl(`type Post @collection(slug: "posts") { title: String, ${fields} } ${more}`)
const block = { properties: { blockType: { const: 'quote' }, text: { type: 'string' } } }
const needs = (field: string) => ({ type: 'string', 'x-cms': { admin: { condition: { field, exists: true } } } })

/** The same in the other two spellings. */
const ELSEWHERE: [what: string, problem: string, schema: unknown][] = [
  [
    'a label of no option',
    "x-cms.labels.opn: 'labels' names 'opn', which is not one of its options\n  did you mean 'open'?",
    document({ a: { enum: ['open', 'shut'], 'x-cms': { labels: { opn: 'Open' } } } }),
  ],
  [
    'a label of no option of several',
    "x-cms.labels.opn: 'labels' names 'opn'",
    document({ a: { type: 'array', items: { enum: ['open', 'shut'] }, 'x-cms': { labels: { opn: 'Open' } } } }),
  ],
  [
    'a label of no block',
    "x-cms.labels.qote: 'labels' names 'qote', which is not one of its blocks\n  did you mean 'quote'?",
    document({ a: { type: 'array', items: { oneOf: [block] }, 'x-cms': { labels: { qote: 'Quote' } } } }),
  ],
  [
    'a label of no block of a text',
    "x-cms.labels.qote: 'labels' names 'qote', which is not one of its blocks",
    document({ a: { 'x-cms': { type: 'richText', blocks: [block], labels: { qote: 'Quote' } } } }),
  ],
  ['conditions that need each other', "'a' needs 'b', 'b' needs 'a'", document({ a: needs('b'), b: needs('a') })],
  [
    'conditions that need each other in SDL',
    "'a' needs 'b', 'b' needs 'a'",
    typed('a: String @admin(condition: { field: "b", exists: true }), b: String @admin(condition: { field: "a", equals: "x" })'),
  ],
  ['a rename from itself', "'renamedFrom' names 'a'", document({ a: { type: 'string', 'x-cms': { renamedFrom: 'a' } } })],
  ['a rename from itself in SDL', "'renamedFrom' names 'a'", typed('a: String @renamedFrom(name: "a")')],
]

describe('schema/names-of-nothing', () => {
  for (const [what, fields, problem] of WRONG)
    it(`${what}, once`, async () => {
      const problems = await problemsOf(fields)
      expect(problems).to.have.length(1)
      expect(problems[0]).to.include(problem)
    })

  for (const [what, fields] of RIGHT)
    it(`${what}: no problem`, async () => {
      expect(await problemsOf(fields)).to.deep.equal([])
    })

  for (const [what, problem, schema] of ELSEWHERE)
    it(`${what}, in a file`, async () => {
      const message = await build({ schema: [schema] as never }).then(
        () => '',
        (error) => error.message,
      )
      expect(message).to.include(problem)
    })

  it('a content type that is renamed from itself', async () => {
    expect((await problemsOf([], { renamedFrom: 'posts' })).join()).to.include("renamedFrom: 'renamedFrom' names 'posts', which is its")
  })
})
