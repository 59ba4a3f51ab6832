/** Every function of `galley/rich-text` with nonsense: it does what the page says, or a TypeError says in one sentence what is wrong. */
import { expect } from 'chai'
import * as richText from '../../lib/rich-text/index.ts'

const all = richText as unknown as Record<string, (...given: unknown[]) => unknown>
const PRINTING = ['toHTML', 'toMarkdown', 'toText', 'outline']
const READING = ['fromHTML', 'fromMarkdown']
const DOC = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] }
const block = { type: 'contentBlock', attrs: { blockType: 'note', id: 'a', text: DOC } }
const SECOND: Record<string, unknown> = { walk: () => undefined }

/** Values that a field may hold, or may have held before it was a rich text. */
const STORED = [
  undefined,
  null,
  'x',
  '',
  42,
  true,
  [],
  {},
  [DOC],
  { type: 'doc' },
  { type: 7 },
  { content: 'x' },
  { type: 'doc', content: [null, 3, {}] },
]
const NOT_STORED: [value: unknown, says: string][] = [
  [() => 1, 'must be the value of a rich text field, not a function'],
  [Symbol('x'), 'must be the value of a rich text field, not a symbol'],
  [10n, 'must be the value of a rich text field, not a bigint'],
  [Promise.resolve(DOC), 'must be the value of a rich text field, not a Promise; write await in front of it'],
  [{ id: 1, title: 'x', body: DOC }, "must be the value of a rich text field, not an object that holds one; pass its 'body'"],
  [{ en: null, th: DOC }, "must be the value of a rich text field, not an object that holds one; pass its 'th'"],
]
const NO_OPTIONS: [value: unknown, says: string][] = [
  [null, 'the options must be an object, not null'],
  ['x', 'the options must be an object, not a string'],
  [[], 'the options must be an object, not a list'],
  [() => 1, 'the options must be an object, not a function'],
]
const WRONG_OPTIONS: Record<'printing' | 'reading', [options: object, says: string][]> = {
  printing: [
    [{ blok: () => '' }, "unknown option 'blok'. did you mean 'block'?"],
    [{ block: '<b>' }, "the option 'block' must be a function, not a string"],
    [{ link: false }, "the option 'link' must be a function, not a boolean"],
    [{ embeds: 'youtube' }, "the option 'embeds' must be a list, not a string"],
    [{ dir: 'up' }, "the option 'dir' must be 'ltr' or 'rtl', not a string"],
    [{ headingOffset: '1' }, "the option 'headingOffset' must be a number, not a string"],
    [{ headingOffset: Number.NaN }, "the option 'headingOffset' must be a number, not NaN"],
    [{ sizes: 3 }, "the option 'sizes' must be a text, not 3"],
    [{ idPrefix: null }, "the option 'idPrefix' must be a text, not null"],
  ],
  reading: [
    [{ baseUrl: 'x' }, "unknown option 'baseUrl'. did you mean 'baseURL'?"],
    [{ image: 3 }, "the option 'image' must be a function, not 3"],
    [{ omitted: 'x' }, "the option 'omitted' must be a function, not a string"],
    [{ features: 'bold' }, "the option 'features' must be a list, not a string"],
    [{ headings: 2 }, "the option 'headings' must be a list, not 2"],
    [{ blankLines: 'yes' }, "the option 'blankLines' must be true or false, not a string"],
    [{ baseURL: [] }, "the option 'baseURL' must be an address, not a list"],
  ],
}

describe('rich text: arguments', () => {
  const refuses = (name: string, given: unknown[], says: string) => {
    let thrown: unknown
    try {
      all[name]!(...given)
    } catch (error) {
      thrown = error
    }
    expect(thrown, `${name}: ${says}`).to.be.instanceOf(TypeError)
    expect((thrown as Error).message).to.equal(`${name}: ${says}`)
  }

  it('are checked here for every function', () => {
    expect(Object.keys(all)).to.have.members([...PRINTING, ...READING, 'walk', 'escapeHTML'])
  })

  for (const name of [...PRINTING, 'walk']) {
    it(`${name} takes whatever a field holds or held`, () => {
      for (const stored of STORED) expect(() => all[name]!(stored, SECOND[name]), String(stored)).not.to.throw()
      for (const odd of ['x', 42, true, [], {}, null, undefined])
        expect(all[name]!(odd, SECOND[name])).to.deep.equal(name === 'walk' ? undefined : name === 'outline' ? [] : '')
    })

    for (const [value, says] of NOT_STORED)
      it(`${name} refuses what no field holds: ${says}`, () => refuses(name, [value, SECOND[name]], `the text ${says}`))
  }

  for (const name of [...PRINTING, ...READING]) {
    const source = READING.includes(name) ? '<p>x</p>' : DOC
    it(`${name} refuses options that are none, or that it doesn't know`, () => {
      for (const [options, says] of NO_OPTIONS) refuses(name, [source, options], says)
      refuses(name, [source, 0], `the options must be an object, not a number; in map, write (value) => ${name}(value)`)
      for (const [options, says] of WRONG_OPTIONS[READING.includes(name) ? 'reading' : 'printing']) refuses(name, [source, options], says)
      expect(() => all[name]!(source, { image: undefined, embeds: undefined })).not.to.throw()
    })
  }

  it('the same options do for the HTML, its outline and the others', () => {
    const options = { link: () => '/', block: () => '', sizes: '100vw', dir: 'rtl', headingOffset: 1, idPrefix: 'a-', embeds: [] }
    for (const name of PRINTING) expect(() => all[name]!(DOC, options)).not.to.throw()
  })

  for (const [name, what] of [
    ['fromHTML', 'HTML'],
    ['fromMarkdown', 'Markdown'],
  ] as const)
    it(`${name} takes text, and nothing for an empty one`, () => {
      for (const empty of ['', null, undefined]) expect(all[name]!(empty)).to.deep.equal({ type: 'doc', content: [{ type: 'paragraph' }] })
      for (const [value, kind] of [
        [5, 'a number'],
        [DOC, 'an object'],
        [[], 'a list'],
        [true, 'a boolean'],
        [Buffer.from('x'), 'a Buffer'],
        [Promise.resolve('x'), 'a Promise'],
      ] as const)
        refuses(name, [value], `the ${what} must be a text, not ${kind}`)
    })

  it('walk needs a function', () => {
    for (const [value, kind] of [
      [undefined, 'undefined'],
      [null, 'null'],
      ['x', 'a string'],
      [{}, 'an object'],
    ] as const)
      refuses('walk', [null, value], `the visitor must be a function, not ${kind}`)
  })

  it('escapeHTML takes words of any kind, and nothing', () => {
    expect(
      [null, undefined, 3, '<', true, ['a', '<'], new URL('https://example.org/?a&b')].map((one) => all['escapeHTML']!(one)),
    ).to.deep.equal(['', '', '3', '&lt;', 'true', 'a,&lt;', 'https://example.org/?a&amp;b'])
    for (const [value, kind] of [
      [{}, 'an object'],
      [Promise.resolve('x'), 'a Promise'],
      [() => 1, 'a function'],
      [Symbol('x'), 'a symbol'],
      [Object.create(null), 'an object'],
    ] as const)
      refuses('escapeHTML', [value], `the text must be a text or a number, not ${kind}`)
  })

  it('render, in the callback for blocks, says the same of what it gets', () => {
    for (const name of ['toHTML', 'toMarkdown', 'toText']) {
      const doc = { type: 'doc', content: [block] }
      const rendered = (value: unknown) => () =>
        all[name]!(doc, { block: (_: unknown, render: (given: unknown) => string) => render(value) })
      expect(rendered(undefined)()).to.equal('')
      expect(rendered(Promise.resolve(DOC))).to.throw(TypeError, 'render: the text must be the value of a rich text field, not a Promise')
      expect(rendered({ blockType: 'note', text: DOC })).to.throw(
        TypeError,
        "render: the text must be the value of a rich text field, not an object that holds one; pass its 'text'",
      )
    }
  })
})
