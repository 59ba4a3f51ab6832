/** Unsafe URLs in a text: found wherever they stand, whatever is around them. */
import { expect } from 'chai'
import fc from 'fast-check'
import { atOnce } from '../../lib/pace.ts'
import { checkText, type TextOptions } from '../../lib/rich-text/check.ts'
import { TEXT_FEATURES } from '../../lib/rich-text/kinds.ts'
import { unsafeAddresses } from '../../lib/rich-text/unsafe-addresses.ts'

const BAD = 'javascript:alert(1)'
const LINK = { type: 'link', attrs: { href: BAD } }
const doc = (...content: unknown[]) => ({ type: 'doc', content })
const p = (...content: unknown[]) => ({ type: 'paragraph', content })
const quote = (attrs: object) => doc({ type: 'contentBlock', attrs: { blockType: 'quote', ...attrs } })

const OPTIONS: TextOptions = {
  features: TEXT_FEATURES,
  headings: [1],
  blocks: [{ slug: 'quote', fields: [{ name: 'href' }, { name: 'rows' }, { name: 'more' }] }],
  embeds: [],
  unknown: 'keep',
}

const unsafeIn = (text: unknown): string[] =>
  atOnce(checkText(text, OPTIONS)).problems.flatMap(({ isUnsafe, path }) => (isUnsafe ? [path] : []))

const REFUSED: [where: string, text: unknown, path: string][] = [
  ['a link', doc(p({ type: 'text', text: 'a', marks: [LINK] })), '.content.0.content.0.marks.0.attrs.href'],
  ['marks of the document', { ...doc(), marks: [LINK] }, '.marks.0.attrs.href'],
  [
    'marks of a mark',
    doc(p({ type: 'text', text: 'a', marks: [{ type: 'bold', marks: [LINK] }] })),
    '.content.0.content.0.marks.0.marks.0.attrs.href',
  ],
  [
    'content of a mark',
    doc(p({ type: 'text', text: 'a', marks: [{ type: 'bold', content: [LINK] }] })),
    '.content.0.content.0.marks.0.content.0.attrs.href',
  ],
  ['a node without a type', doc({ attrs: { href: BAD } }), '.content.0.attrs.href'],
  ['a list among the nodes', doc([LINK]), '.content.0.0.attrs.href'],
  ['children that are an object', doc({ type: 'paragraph', content: { a: LINK } }), '.content.0.content.a.attrs.href'],
  ['no document at all', { href: BAD }, '.href'],
  ['the second of several addresses', doc({ type: 'paragraph', attrs: { ping: `/a ${BAD}` } }), '.content.0.attrs.ping'],
  ['the second of several pictures', doc({ type: 'x', attrs: { srcset: `/a 1x, ${BAD} 2x` } }), '.content.0.attrs.srcset'],
  ['an attribute of a block that is not a field of it', quote({ url: BAD }), '.content.0.attrs.url'],
  ['a text of a block', quote({ more: doc({ type: 'x', attrs: { href: BAD } }) }), '.content.0.attrs.more.content.0.attrs.href'],
]

describe('rich text/unsafe addresses', () => {
  for (const [where, text, path] of REFUSED) it(`in ${where}`, () => expect(unsafeIn(text)).to.deep.equal([path]))

  it('deeper than a text may be', () => {
    let text: object = { type: 'x', attrs: { href: BAD } }
    for (let depth = 0; depth < 60; depth++) text = { type: 'blockquote', content: [text] }
    expect(unsafeIn(doc(text))).to.have.length(1)
  })

  it('in a list of any length @long', () => {
    expect(atOnce(unsafeAddresses({ href: Array.from({ length: 300_000 }, (_, index) => (index === 0 ? BAD : '/a')) }))).to.deep.equal([
      '.href.0',
    ])
  })

  it('are not the values of a block, which its fields check', () => {
    expect(unsafeIn(quote({ href: 'javascript: the good parts', rows: [{ url: BAD }] }))).to.deep.equal([])
  })

  it('are not text, nor other addresses', () => {
    expect(unsafeIn(doc(p({ type: 'text', text: BAD }), { type: 'x', attrs: { href: `/a ${BAD}`, note: BAD } }))).to.deep.equal([])
  })

  it('at any place of any value', () => {
    const key = fc.constantFrom('type', 'content', 'marks', 'attrs', 'text', 'x', '0')
    const keysAbove = fc.array(fc.oneof(key, fc.constant(0)), { maxLength: 12 })
    fc.assert(
      fc.property(keysAbove, fc.constantFrom('href', 'src', 'xlink:href', 'ping', 'data'), (keys, name) => {
        let value: unknown = { [name]: BAD }
        for (const one of keys) value = one === 0 ? ['a', value] : { [one]: value, note: BAD }
        expect(atOnce(unsafeAddresses(value))).to.have.length(1)
      }),
    )
  })
})
