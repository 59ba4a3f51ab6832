/** JSON that is made and read in pieces is the same as in one go. */
import { expect } from 'chai'
import fc from 'fast-check'
import { isSameJson, jsonOf } from '../lib/json.ts'
import { parsedObject } from '../lib/json-reading.ts'
import { inDepth } from './harness/depth.ts'

/** A list with holes and undefined members, an object whose keys look like numbers, a value with a form of its own, a text that looks like JSON. */
const odd = {
  list: [undefined, null, () => 1, Number.NaN],
  gone: undefined,
  2: 'two',
  1: 'one',
  at: new Date(0),
  own: { toJSON: () => ({ own: true }) },
  text: '\\"},{"a":[\\\\',
  '"key",{': '',
}
const long = 'ก"\\'.repeat(40_000)

const LONG: Record<string, object> = {
  'a long text': { long, odd },
  'a long list': { list: Array.from({ length: 90_000 }, (_, n) => [n]), odd },
  'long lists in lists': { lists: [[{ long: [long, long] }, odd], [], {}], odd },
  'many keys': Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`k${n}`, n % 3 ? n : undefined])),
  'nothing but what JSON leaves out': { many: Array.from({ length: 90_000 }), gone: undefined, list: [], [long]: undefined },
  'a list': Array.from({ length: 90_000 }, () => odd.text),
}

describe('json', () => {
  for (const [name, value] of Object.entries(LONG))
    it(`is made in pieces of ${name}`, async () => {
      const made = jsonOf(value)
      expect(made).to.be.instanceOf(Promise)
      const text = await made
      expect(text === JSON.stringify(value), 'the same text').to.equal(true)
      if (Array.isArray(value)) return
      const parsed = parsedObject(text)
      expect(parsed).to.be.instanceOf(Promise)
      expect(JSON.stringify(await parsed) === text, 'the same object').to.equal(true)
      expect(isSameJson(await parsed, JSON.parse(text))).to.equal(true)
    })

  it('is made at once of a short value, and read at once', () => {
    expect(jsonOf(odd)).to.equal(JSON.stringify(odd))
    expect(parsedObject('{"a":1}')).to.deep.equal({ a: 1 })
  })

  it('is read in pieces with white space in it', async () => {
    expect(await parsedObject(` { "a" : [ 1, {"b":"}"} ] , "long" : ${JSON.stringify(long)} } `)).to.deep.equal({
      a: [1, { b: '}' }],
      long,
    })
    expect(await parsedObject(`{${' '.repeat(200_000)}}`)).to.deep.equal({})
  })

  it('is read in pieces whatever lies where they are cut @long', async () => {
    const piece = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.integer({ min: 0, max: 3 }).map((n) => odd.text.repeat(n * 15_000)),
      fc.integer({ min: 1, max: 4 }).map((n) => Array.from({ length: n * 12_000 }, (_, at) => ({ [`"${at}`]: '\\' }))),
    )
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), piece, { maxKeys: 6 }), async (value) => {
        const text = JSON.stringify({ ...value, list: Object.values(value) })
        expect(JSON.stringify(await parsedObject(text)) === text, text.slice(0, 200)).to.equal(true)
      }),
      { numRuns: inDepth(12, 1000) },
    )
  })

  it('of a value that holds itself is refused', async () => {
    const ring: Record<string, unknown> = { long }
    ring['ring'] = [ring]
    const refused = await Promise.resolve(jsonOf(ring)).catch((error: Error) => error)
    expect(refused).to.be.instanceOf(TypeError)
  })

  it('is the same where the values are, in whichever order their keys stand', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const copy = JSON.parse(JSON.stringify(one))
        return isSameJson(one, copy) && isSameJson([one, other], [copy, other]) && isSameJson({ one, other }, { other, one: copy })
      }),
    )
    for (const [one, other] of [
      [[1], [1, 2]],
      [[], {}],
      [null, {}],
      [{ a: 1 }, { b: 1 }],
      [{ a: 1 }, { a: 1, b: null }],
      ['1', 1],
    ])
      expect([isSameJson(one, other), isSameJson(other, one)], JSON.stringify([one, other])).to.deep.equal([false, false])
    expect(isSameJson({ a: 1, b: undefined }, { a: 1 })).to.equal(true)
  })
})
