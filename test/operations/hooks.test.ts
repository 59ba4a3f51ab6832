/** Hooks that return what can't be a document: the first line of the error names the hook, the collection, and what to return instead. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

describe('operations: what hooks return', () => {
  let cms: Handle
  let returned: unknown
  before(async () => {
    const hook = async () => returned
    const of = (name: string) => ({ slug: name.toLowerCase(), fields: [{ name: 'title' }], hooks: { [name]: hook } })
    cms = await startCms(DATABASES[0]!, { collections: ['beforeValidate', 'beforeChange', 'afterRead'].map(of) } as object)
  })
  after(() => end(cms))

  const attempt = async (name: string, given: unknown): Promise<string | undefined> => {
    returned = given
    const error = await cms.create(name.toLowerCase(), { title: 'x' }).then(
      () => undefined,
      (error: Error) => error,
    )
    return error && String(error.stack).split('\n')[0]
  }
  const WRONG: [given: unknown, called: string][] = [
    ['No', 'a text'],
    ['', 'a text'],
    [false, 'a boolean'],
    [7, 'a number'],
    [[{ title: 'x' }], 'a list'],
    [[Promise.resolve()], 'a list'],
    [new Map([['title', 'x']]), 'a Map'],
    [new Date(), 'a Date'],
    [new Error('x'), 'an Error'],
    [() => 1, 'a function'],
  ]
  for (const name of ['beforeValidate', 'beforeChange', 'afterRead'])
    it(`${name} may return a document or nothing`, async () => {
      for (const right of [undefined, null, { title: 'y' }]) expect(await attempt(name, right)).to.equal(undefined)
      const refuse = name === 'afterRead' ? '' : '; to refuse the change, throw an error'
      const what = name === 'afterRead' ? 'the document' : 'the data'
      for (const [wrong, called] of WRONG)
        expect(await attempt(name, wrong)).to.equal(
          `Error: The hook ${name} of '${name.toLowerCase()}' returned ${called}; it must return ${what}, or nothing to leave it as it is${refuse}`,
        )
    })

  it('afterRead may not put into a document what no answer can hold', async () => {
    const circle: Record<string, unknown> = { title: 'x' }
    circle['again'] = { list: [circle], twice: circle }
    const WHAT: [given: object, problem: string][] = [
      [{ title: 'x', price: 5n }, 'price is a BigInt'],
      [{ title: 'x', rows: [{ a: 1 }, { prices: [1, 2n] }] }, 'rows.1.prices.1 is a BigInt'],
      [circle, 'again.list.0 contains itself'],
    ]
    for (const [given, problem] of WHAT)
      expect(await attempt('afterRead', given)).to.equal(
        `Error: The hook afterRead of 'afterread' returned what JSON can't hold: ${problem}`,
      )
    const shared = { name: 'x' }
    const right = { title: 'x', at: new Date(), bytes: { toJSON: () => 'x', size: 5n }, one: shared, other: shared }
    expect(await attempt('afterRead', right)).to.equal(undefined)
  })
})
