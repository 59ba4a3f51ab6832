/** Values that would be stored without what is in them, such as a promise without `await`: refused with their place, from calls and from hooks. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import { configWith, DATABASES } from '../harness/start.ts'

class Money {
  readonly #cents = 3
  get cents(): number {
    return this.#cents
  }
}

const LOST: [what: string, value: unknown, says: string][] = [
  ['a promise', Promise.resolve('x'), 'must be a value, not a Promise; write await in front of it'],
  ['a map', new Map([['a', 1]]), 'must be a plain object or a list, not a Map'],
  ['a set', new Set([1]), 'must be a plain object or a list, not a Set'],
  ['an error', new Error('x'), 'must be a plain object or a list, not an Error'],
  ['bytes', new Uint8Array([1]), 'must be a plain object or a list, not a Uint8Array'],
  ['an instance without values of its own', new Money(), 'must be a plain object or a list, not a Money'],
]
/** Only JSON could hold something in their place. */
const NOT_IN_JSON: [what: string, value: unknown, says: string][] = [
  ['a function', () => 1, 'must be a value that JSON has, not a function'],
  ['a date that is none', new Date('soon'), 'must be a valid date'],
  ['a BigInt', 10n, 'must be a number or text, not a BigInt'],
]

describe('operations: values that JSON would lose', () => {
  for (const database of DATABASES) {
    describe(`on ${database.name}`, () => {
      let cms: any
      before(async () => {
        const fields = [
          { name: 'title', validate: () => true },
          { name: 'day', type: 'date' },
          { name: 'free', type: 'json' },
          { name: 'body', type: 'richText' },
          { name: 'seo', fields: [{ name: 'title' }] },
          { name: 'links', type: 'array', fields: [{ name: 'url' }, { name: 'free', type: 'json' }] },
        ]
        const hooks = {
          beforeChange: ({ data, context }: any) => (context['add'] ? { ...data, ...(context['add'] as object) } : undefined),
        }
        cms = await createCms(configWith(database, { collections: [{ slug: 'posts', fields, hooks }] } as any))
      })
      after(() => cms?.stop())

      const saysOf = (data: unknown, options?: object): Promise<string> =>
        cms.create('posts', data, options).then(
          () => 'saved',
          (error: Error & { status?: number }) => `${error.status} ${error.message}`,
        )

      for (const [what, value, says] of LOST)
        it(`${what}: in any field, in a hook and as the data`, async () => {
          for (const name of ['title', 'day', 'free', 'body', 'seo', 'links']) {
            expect(await saysOf({ [name]: value })).to.equal(`400 ${name}: ${says}`)
            expect(await saysOf({}, { context: { add: { [name]: value } } })).to.equal(`400 ${name}: ${says}`)
          }
          expect(await saysOf({ seo: { title: value } })).to.equal(`400 seo.title: ${says}`)
          expect(await saysOf({ links: [{ url: 'x' }, { url: value }] })).to.equal(`400 links.1.url: ${says}`)
          expect(await saysOf({ links: [{ url: 'x' }, value] })).to.include(`400 links.1: ${says}`)
          expect(await saysOf({ links: [{ free: { a: [value] } }] })).to.equal(`400 links.0.free: the value at 'a.0' ${says}`)
          expect(await saysOf(value)).to.equal(`400 data: ${says}`)
          expect(await cms.count('posts')).to.equal(0)
        })

      for (const [what, value, says] of NOT_IN_JSON)
        it(`${what}: in JSON`, async () => {
          expect(await saysOf({ free: value })).to.equal(`400 free: ${says}`)
          expect(await saysOf({ free: { a: { b: value } } })).to.equal(`400 free: the value at 'a.b' ${says}`)
        })

      it('a date where a group or a row belongs', async () => {
        expect(await saysOf({ seo: new Date() })).to.equal('400 seo: must be an object')
        expect(await saysOf({ links: [new Date()] })).to.include('400 links.0: must be an object')
      })

      it('keeps what has a form of its own in JSON, and leaves out what is undefined', async () => {
        const free = { at: new Date(0), where: new URL('https://example.org/'), gone: undefined, plain: Object.create(null) }
        const { id } = await cms.create('posts', { title: new URL('https://example.org/a'), day: new Date(0), free })
        expect(await cms.findById('posts', id)).to.deep.include({
          title: 'https://example.org/a',
          day: '1970-01-01T00:00:00.000Z',
          free: { at: '1970-01-01T00:00:00.000Z', where: 'https://example.org/', plain: {} },
        })
        await cms.delete('posts', id)
      })
    })
  }
})
