/** Wrong shapes of `where`: refused in the same words by the Local API and over HTTP. None of them may match every document. */
import { expect } from 'chai'
import { DATABASES, end, HOSTS, type Started, start } from '../harness/start.ts'

const NEEDS = (word: string, given: string) =>
  `'${word}' needs a list of conditions, such as ${word}: [{ … }, { … }], in a URL where[${word}][0][…], not ${given}`
const ONE = "compares with one value; to compare with several, use 'in' or 'not_in'"
const NEGATE = 'negate a condition by its operator, such as not_equals, not_in or exists: false'

/** What JSON can hold, and what is said about it. */
const WRONG: [where: unknown, says: string][] = [
  [null, 'must be an object of conditions, not null'],
  [[], 'must be an object of conditions, not a list'],
  [[{ title: { equals: 'x' } }], 'must be an object of conditions, not a list'],
  [7, 'must be an object of conditions, not a number'],
  ...['and', 'or'].flatMap((word): [unknown, string][] => [
    [{ [word]: { title: { equals: 'x' } } }, NEEDS(word, 'an object')],
    [{ [word]: 'x' }, NEEDS(word, 'a string')],
    [{ [word]: null }, NEEDS(word, 'null')],
    [{ [word]: [null] }, `each condition in '${word}' must be an object of conditions, not null`],
    [{ [word]: [[{ title: { equals: 'x' } }]] }, `each condition in '${word}' must be an object of conditions, not a list`],
    [{ [word]: ['x'] }, `each condition in '${word}' must be an object of conditions, not a string`],
    [{ [`$${word}`]: [] }, `unknown field '$${word}'; write '${word}' to combine conditions`],
    [{ [word.toUpperCase()]: [] }, `unknown field '${word.toUpperCase()}'; write '${word}' to combine conditions`],
  ]),
  [{ not: { title: { equals: 'x' } } }, `unknown field 'not'; ${NEGATE}`],
  [{ NOT: [{ title: { equals: 'x' } }] }, `unknown field 'NOT'; ${NEGATE}`],
  [{ title: null }, 'needs an operator, such as { equals: … }, in a URL where[title][equals]'],
  [{ title: {} }, 'needs an operator, such as { equals: … }, in a URL where[title][equals]'],
  [{ title: ['a', 'b'] }, 'needs an operator, such as { in: […] }, in a URL where[title][in]'],
  [{ title: { equals: ['a'] } }, ONE],
  [{ title: { not_equals: ['a'] } }, ONE],
  [{ views: { gt: [1] } }, ONE],
  [{ views: { equals: { a: 1 } } }, 'must be a number'],
  [{ views: { gt: null } }, 'needs a value'],
  [{ views: { in: 7 } }, 'needs a list of values'],
  [{ views: { in: { a: 1 } } }, 'needs a list of values'],
  [{ views: { in: null } }, 'needs a list of values'],
  [{ title: { like: ['a'] } }, 'must be a string'],
  [{ title: { like: null } }, 'must be a string'],
  [{ title: { exists: null } }, 'must be true or false'],
  [{ title: { eq: 'a' } }, "unknown operator 'eq'; use one of: equals, not_equals, in, not_in, gt, gte, lt, lte, like, exists"],
  [
    { author: { title: { equals: 'a' } } },
    "unknown operator 'title'; use one of: equals, not_equals, in, not_in, gt, gte, lt, lte, like, exists, or write 'author.title' for a field in it",
  ],
]

/** What only code can hold. */
const IN_CODE: [where: unknown, says: string][] = [
  [Promise.resolve({}), 'must be an object of conditions, not a Promise'],
  [new Map([['title', 'x']]), 'must be an object of conditions, not a Map'],
  [() => ({}), 'must be an object of conditions, not a function'],
  [{ or: [Promise.resolve({})] }, "each condition in 'or' must be an object of conditions, not a Promise"],
  [{ or: undefined }, NEEDS('or', 'undefined')],
  // biome-ignore lint/suspicious/noSparseArray: the hole is the mistake
  [{ and: [,] }, "each condition in 'and' must be an object of conditions, not undefined"],
  [{ title: { equals: undefined } }, "'equals' has undefined as its value; leave it out, or compare with null to find empty values"],
  [{ title: new Map([['equals', 'x']]) }, 'needs an operator, such as { equals: … }, in a URL where[title][equals]'],
]

describe('query: where', () => {
  let site: Started
  before(async () => {
    const fields = [{ name: 'title' }, { name: 'views', type: 'number' }, { name: 'author', type: 'relationship', to: 'posts' }]
    const access = { read: 'anyone' }
    site = await start(HOSTS[0]!, DATABASES[0]!, { collections: [{ slug: 'posts', access, fields }] } as object)
    await site.cms.create('posts', { title: 'x' })
  })
  after(() => end(site.cms))

  const refusal = (error: any) => error.errors?.map(({ message }: any) => message).join()

  it('is refused in the same words in code and over HTTP', async () => {
    for (const [where, says] of WRONG) {
      const error = await site.cms.find('posts', { where } as object).catch((error) => error)
      expect(refusal(error), JSON.stringify(where)).to.equal(says)
      const { status, body } = await site.agent.get(`/api/cms/posts?where=${encodeURIComponent(JSON.stringify(where))}`)
      expect([status, refusal(body)], JSON.stringify(where)).to.deep.equal([400, says])
    }
    const inBrackets = await site.agent.get('/api/cms/posts?where[or][title][equals]=x')
    expect(refusal(inBrackets.body)).to.equal(NEEDS('or', 'an object'))
    const sparse = await site.agent.get('/api/cms/posts?where[or][3][title][equals]=x&where[or][50][title][equals]=y')
    expect([sparse.status, sparse.body.totalDocs]).to.deep.equal([200, 1])
  })

  it('is refused by each method that takes one', async () => {
    for (const [where, says] of [...WRONG, ...IN_CODE]) {
      const given = { where } as any
      const { cms } = site
      const calls = [() => cms.find('posts', given), () => cms.count('posts', given), () => cms.all('posts', given).next()]
      const change = () => cms.update('posts', 1, { title: 'y' }, given)
      for (const call of [...calls, change])
        expect(
          refusal(
            await call().then(
              () => ({ errors: [] }),
              (error) => error,
            ),
          ),
        ).to.equal(says)
    }
    expect(await site.cms.findById('posts', 1)).to.include({ title: 'x' })
  })
})
