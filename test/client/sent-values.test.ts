/** Values that JSON would drop or change: each call of the client refuses them with a sentence about their place, and sends nothing. */
import { expect } from 'chai'
import { ApiError, createClient } from '../../client/client.ts'
import { kindOf } from '../../schema/plain-object.ts'

/** Its values are where JSON doesn't look. */
class Money {
  readonly #cents: number
  constructor(cents: number) {
    this.#cents = cents
  }
  get cents(): number {
    return this.#cents
  }
}
class Point {
  x = 1
}
const circle: Record<string, unknown> = { name: 'x' }
circle['self'] = circle
const deep = JSON.parse('['.repeat(9000) + ']'.repeat(9000))
const later = (): Promise<string> => Promise.resolve('x')
const JSON_HAS = 'must be a value that JSON has, not'
const PLAIN = 'must be a plain object or a list, not'

const WRONG: [what: string, value: () => unknown, says: string][] = [
  ['a promise', later, 'must be a value, not a Promise; write await in front of it'],
  ['what can be awaited', () => ({ then: () => 1 }), 'must be a value, not an object; write await in front of it'],
  ['a map', () => new Map([['a', 1]]), `${PLAIN} a Map`],
  ['a set', () => new Set([1]), `${PLAIN} a Set`],
  ['a pattern', () => /x/, `${PLAIN} a RegExp`],
  ['an error', () => new Error('x'), `${PLAIN} an Error`],
  ['a file', () => new File(['x'], 'a.txt'), `${PLAIN} a File`],
  ['bytes', () => new Uint8Array([1]), `${PLAIN} a Uint8Array`],
  ['an instance without values of its own', () => new Money(3), `${PLAIN} a Money`],
  ['a function', () => () => 1, `${JSON_HAS} a function`],
  ['a symbol', () => Symbol('x'), `${JSON_HAS} a symbol`],
  ['not a number', () => Number.NaN, 'must be a finite number, not NaN'],
  ['infinity', () => Number.NEGATIVE_INFINITY, 'must be a finite number, not -Infinity'],
  ['a BigInt', () => 10n, 'must be a number or text, not a BigInt'],
  ['a date that is none', () => new Date('soon'), 'must be a valid date'],
]

const RIGHT: [what: string, value: () => unknown, sent: unknown][] = [
  ['a date', () => new Date(0), '1970-01-01T00:00:00.000Z'],
  ['a URL', () => new URL('https://example.org/'), 'https://example.org/'],
  ['an instance with values of its own', () => new Point(), { x: 1 }],
  ['an object without a prototype', () => Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
  ['an empty object', () => ({}), {}],
  ['what is left out of an object', () => ({ a: 1, b: undefined }), { a: 1 }],
  ['one object twice', () => [circle['name'], circle['name']], ['x', 'x']],
  ['null, yes and no', () => [null, true, false, 0, ''], [null, true, false, 0, '']],
]

describe('client/sent-json', () => {
  const sent: { address: URL; body: unknown }[] = []
  const client: any = createClient({
    url: 'https://example.org/api/cms',
    fetch: async (address, { body } = {}) => {
      sent.push({ address: new URL(String(address)), body })
      return Response.json({ id: 1, docs: [], totalDocs: 0 })
    },
  })
  const refused = async (call: () => Promise<unknown>, says: string): Promise<void> => {
    const before = sent.length
    const error = await call().then(
      () => expect.fail('it was sent'),
      (thrown) => thrown,
    )
    expect(error).to.be.instanceOf(ApiError).and.include({ status: 400, code: 'BAD_REQUEST', message: says })
    expect(sent).to.have.length(before)
  }

  for (const [what, value, says] of WRONG)
    it(`refuses ${what}, wherever it is`, async () => {
      await refused(() => client.create('posts', { title: value() }), `title: ${says}`)
      await refused(() => client.update('posts', 1, { title: 'x', links: [{ url: 'x' }, { url: value() }] }), `links.1.url: ${says}`)
      await refused(() => client.update('posts', 1, { tags: [1, value()] }), `tags.1: ${says}`)
      await refused(() => client.updateGlobal('site', { seo: { title: value() } }), `seo.title: ${says}`)
      await refused(() => client.find('posts', { where: { or: [{ title: { in: [value()] } }] } }), `where.or.0.title.in.0: ${says}`)
      await refused(() => client.schedule('posts', 1, { action: 'publish', at: value() }), `at: ${says}`)
      await refused(() => client.send('POST', '/x', { body: { a: { b: value() } } }), `a.b: ${says}`)
      await refused(() => client.upload({ filename: 'a.txt', content: 'x' }, { seo: { alt: value() } }), `seo.alt: ${says}`)
      const isObject = typeof value() === 'object'
      await refused(() => client.create('posts', value()), `data: ${isObject ? says : `must be an object, not ${kindOf(value())}`}`)
    })

  it('refuses slugs and ids that would be sent as the name of their kind', async () => {
    const must = 'a slug or an id must be a text or a number, not'
    const awaited = `${must} a Promise; write await in front of it`
    for (const method of ['findById', 'delete', 'findVersions', 'unpublish']) await refused(() => client[method]('posts', later()), awaited)
    await refused(() => client.update('posts', later(), { title: 'x' }), awaited)
    await refused(() => client.find(later()), awaited)
    await refused(() => client.update('posts', { id: 1 }, { title: 'x' }), `${must} an object`)
    await refused(() => client.findGlobal(['site']), `${must} a list`)
  })

  it('refuses gaps in lists, and what never ends', async () => {
    await refused(() => client.create('posts', { tags: [1, undefined] }), `tags.1: ${JSON_HAS} undefined`)
    // biome-ignore lint/suspicious/noSparseArray: a gap is what this is about
    await refused(() => client.create('posts', { tags: [1, , 2] }), `tags.1: ${JSON_HAS} undefined`)
    await refused(() => client.create('posts', { a: circle }), 'a.self: must be a value that JSON can represent')
    const error = await client.create('posts', { deep }).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ApiError).and.include({ status: 400 })
    expect(error.message).to.match(/^deep\.0.*: is nested too deeply$/)
  })

  for (const [what, value, expected] of RIGHT)
    it(`sends ${what}`, async () => {
      await client.create('posts', { value: value() })
      expect(JSON.parse(sent.at(-1)!.body as string)).to.deep.equal({ value: expected })
      await client.find('posts', { where: { value: { equals: value() } } })
      expect(JSON.parse(sent.at(-1)!.address.searchParams.get('where')!)).to.deep.equal({ value: { equals: expected } })
    })

  it('sends dates and numbers next to a file', async () => {
    await client.upload({ filename: 'a.txt', content: 'x' }, { takenAt: new Date(0), seo: { rank: 3, note: undefined } })
    const form = sent.at(-1)!.body as FormData
    expect([form.get('takenAt'), form.get('seo[rank]'), form.has('seo[note]')]).to.deep.equal(['1970-01-01T00:00:00.000Z', '3', false])
  })
})
