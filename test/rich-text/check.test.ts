/** The check of rich text: what it takes, what it refuses and where, and what a stored text may keep. */
import { expect } from 'chai'
import fc from 'fast-check'
import { MAX_JSON } from '../../lib/http/body.ts'
import { atOnce } from '../../lib/pace.ts'
import { checkText, type TextOptions } from '../../lib/rich-text/check.ts'
import { keptNamesIn } from '../../lib/rich-text/kept.ts'
import { TEXT_FEATURES } from '../../lib/rich-text/kinds.ts'
import { MOST_BYTES } from '../../lib/rich-text/limits.ts'
import { type AnyNode, everyNode } from '../../lib/rich-text/nodes.ts'
import { oddText } from '../harness/odd-text.ts'
import { richTexts } from './drawn-texts.ts'

const ALL: TextOptions = {
  features: TEXT_FEATURES,
  headings: [1, 2, 3, 4, 5, 6],
  blocks: [{ slug: 'quote' }],
  embeds: ['youtube', 'vimeo'],
  unknown: 'refuse',
}

const problemsIn = (text: unknown, options: Partial<TextOptions> = {}, stored?: unknown) => {
  const names = new Set<string>()
  if (stored !== undefined) atOnce(keptNamesIn(stored, names))
  const { problems } = atOnce(checkText(text, { ...ALL, ...options }))
  return problems.filter(({ kept }) => !kept || !names.has(kept())).map(({ path, message }) => `${path}: ${message}`)
}

const doc = (...content: unknown[]) => ({ type: 'doc', content })
const p = (...content: unknown[]) => ({ type: 'paragraph', content })
const marked = (...marks: unknown[]) => p({ type: 'text', text: 'a', marks })
const without = (...features: string[]): Partial<TextOptions> => ({ features: TEXT_FEATURES.filter((one) => !features.includes(one)) })

const REFUSED: [why: string, text: unknown, problem: string, options?: Partial<TextOptions>][] = [
  ['no document', { type: 'p' }, ': must be rich text: { "type": "doc", "content": [ … ] }'],
  ['a list', [], ': must be rich text: { "type": "doc", "content": [ … ] }'],
  ['content that is no list', { type: 'doc', content: 'x' }, ': must be rich text: { "type": "doc", "content": [ … ] }'],
  ['a node without a type', doc(p(), { text: 'x' }), '.content.1.type: must be a node with a type'],
  ['a node that is text', doc('x'), '.content.0: must be a node with a type'],
  ['an unknown node', doc(p(), { type: 'marquee' }), ".content.1.type: 'marquee' is not a node that galley knows"],
  ['a name of every object', doc({ type: 'constructor' }), ".content.0.type: 'constructor' is not a node that galley knows"],
  ['an unknown mark', doc(marked({ type: 'blink' })), ".content.0.content.0.marks.0.type: 'blink' is not a mark that galley knows"],
  ['a mark without a type', doc(marked({})), '.content.0.content.0.marks.0.type: must be a mark with a type'],
  ['marks of a document', { ...doc(), marks: [] }, ".marks: a document can't have marks"],
  ['marks of a mark', doc(marked({ type: 'bold', marks: [] })), ".content.0.content.0.marks.0.marks: a mark can't have marks"],
  [
    'content of a mark',
    doc(marked({ type: 'bold', content: [{ type: 'x' }] })),
    ".content.0.content.0.marks.0.content: a mark can't have content",
  ],
  ['marks that are no list', doc(p({ type: 'text', text: 'a', marks: {} })), '.content.0.content.0.marks: must be a list'],
  ['text that is none', doc(p({ type: 'text', text: 1 })), '.content.0.content.0.text: must be a string'],
  ['children that are no list', doc({ type: 'paragraph', content: {} }), '.content.0.content: must be a list'],
  ['attributes that are none', doc({ type: 'heading', attrs: 2 }), '.content.0.attrs: must be an object'],
  ['a node whose feature is off', doc({ type: 'table' }), ".content.0.type: this text may not contain 'table'", without('table')],
  [
    'a mark whose feature is off',
    doc(marked({ type: 'bold' })),
    ".content.0.content.0.marks.0.type: this text may not contain 'bold'",
    without('bold'),
  ],
  ['a heading level', doc({ type: 'heading', attrs: { level: 1 } }), '.content.0.attrs.level: must be one of: 2, 3', { headings: [2, 3] }],
  ['a heading without a level, which is 1', doc({ type: 'heading' }), '.content.0.attrs.level: must be one of: 2, 3', { headings: [2, 3] }],
  [
    'a heading level that is none',
    doc({ type: 'heading', attrs: { level: 'x' } }),
    '.content.0.attrs.level: must be a whole number of at least 1',
  ],
  [
    'a page of another site',
    doc({ type: 'embed', attrs: { url: 'https://example.org/' } }),
    '.content.0.attrs.url: must be the URL of a page of: youtube, vimeo',
  ],
  [
    'a block that is not allowed',
    doc({ type: 'contentBlock', attrs: { blockType: 'aside' } }),
    '.content.0.attrs.blockType: must be one of: quote',
  ],
  ['text outside of a paragraph', doc({ type: 'text', text: 'a' }), ".content.0.type: 'text' can't be directly inside 'doc'"],
  ['a paragraph in a paragraph', doc(p(p())), ".content.0.content.0.type: 'paragraph' can't be directly inside 'paragraph'"],
  [
    'a list without items',
    doc({ type: 'bulletList', content: [p()] }),
    ".content.0.content.0.type: 'paragraph' can't be directly inside 'bulletList'",
  ],
  [
    'a cell without a row',
    doc({ type: 'table', content: [{ type: 'tableCell' }] }),
    ".content.0.content.0.type: 'tableCell' can't be directly inside 'table'",
  ],
  [
    'bold code',
    doc({ type: 'codeBlock', content: [{ type: 'text', text: 'a', marks: [{ type: 'bold' }] }] }),
    ".content.0.content.0.marks: text inside 'codeBlock' can't have marks",
  ],
  ['a file without a number', doc({ type: 'image', attrs: { media: '7' } }), '.content.0.attrs.media: must be an id'],
  [
    'a width below 1',
    doc({ type: 'image', attrs: { media: 7, width: 0 } }),
    '.content.0.attrs.width: must be a whole number of at least 1',
  ],
  ['a picture without a file', doc({ type: 'image', attrs: { src: '/a.jpg' } }), '.content.0.attrs.media: is required'],
  ['a file without one', doc({ type: 'file', attrs: { media: null } }), '.content.0.attrs.media: is required'],
  ['an embed without a page', doc({ type: 'embed' }), '.content.0.attrs.url: is required'],
  [
    'a flag that is none',
    doc({ type: 'taskList', content: [{ type: 'taskItem', attrs: { checked: 1 } }] }),
    '.content.0.content.0.attrs.checked: must be true or false',
  ],
  [
    'widths that are none',
    doc({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colwidth: ['x'] } }] }] }),
    '.content.0.content.0.content.0.attrs.colwidth: must be a list of at most 1000 widths',
  ],
  [
    'a cell over a million columns',
    doc({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 1e6, rowspan: 1000 } }] }] }),
    '.content.0.content.0.content.0.attrs.colspan: must be a whole number from 1 to 1000',
  ],
  [
    'a cell over more rows than a table has',
    doc({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableHeader', attrs: { rowspan: 1001 } }] }] }),
    '.content.0.content.0.content.0.attrs.rowspan: must be a whole number from 1 to 1000',
  ],
  ['a link to nowhere', doc(marked({ type: 'link' })), '.content.0.content.0.marks.0.attrs.href: is required'],
  [
    'a link to an empty URL',
    doc(marked({ type: 'link', attrs: { href: '', newTab: true } })),
    '.content.0.content.0.marks.0.attrs.href: is required',
  ],
  ['a link to spaces', doc(marked({ type: 'link', attrs: { href: '  ' } })), '.content.0.content.0.marks.0.attrs.href: is required'],
  [
    'a link to half a document',
    doc(marked({ type: 'link', attrs: { collection: 'posts' } })),
    '.content.0.content.0.marks.0.attrs.id: is required',
  ],
  [
    'a mention of nothing in particular',
    doc(p({ type: 'mention', attrs: { id: 1 } })),
    '.content.0.content.0.attrs.collection: is required',
  ],
]

describe('rich text: check', () => {
  it('a text may be as large as a request', () => {
    expect(MOST_BYTES).to.equal(MAX_JSON)
  })

  for (const [why, text, problem, options] of REFUSED)
    it(`refuses ${why}, unless it is stored already`, () => {
      expect(problemsIn(text, options)).to.deep.equal([problem])
      expect(problemsIn(text, options, text)).to.deep.equal([])
      expect(problemsIn(text, options, doc(p()))).to.deep.equal([problem])
    })

  it('takes unknown nodes and marks where the field says so, with whatever they contain', () => {
    const text = doc({ type: 'columns', content: [p(marked({ type: 'blink' })), { type: 'text', text: 'a' }] })
    expect(problemsIn(text, { unknown: 'keep' })).to.deep.equal([
      ".content.0.content.0.content.0.type: 'paragraph' can't be directly inside 'paragraph'",
    ])
    expect(problemsIn(doc({ type: 'columns', content: [{ type: 'table' }] }), { unknown: 'keep', ...without('table') })).to.deep.equal([
      ".content.0.content.0.type: this text may not contain 'table'",
    ])
  })

  it('what is stored may be edited inside, moved, and come back with the attributes that an editor fills in', () => {
    const stored = doc({ type: 'callout', attrs: { tone: 'loud' }, content: [p()] }, { type: 'orderedList', content: [] })
    const moved = doc({ type: 'orderedList', attrs: { start: 1, type: null }, content: [] }, p(), {
      type: 'callout',
      attrs: { tone: 'loud' },
      content: [marked()],
    })
    expect(problemsIn(moved, without('orderedList'), stored)).to.deep.equal([])
    const other = doc({ type: 'callout', attrs: { tone: 'soft' } })
    expect(problemsIn(other, {}, stored)).to.deep.equal([".content.0.type: 'callout' is not a node that galley knows"])
  })

  it('what is stored where it cannot be may be moved to other such places, but not be invented', () => {
    const item = { type: 'listItem', content: [p()] }
    const stored = doc(item, { type: 'columns', content: [{ type: 'taskItem' }] }, { type: 'table', content: [{ type: 'tableRow' }] })
    expect(problemsIn(doc({ type: 'blockquote', content: [item, item] }), {}, stored)).to.deep.equal([])
    for (const type of ['taskItem', 'tableRow'])
      expect(problemsIn(doc({ type }), {}, stored)).to.deep.equal([`.content.0.type: '${type}' can't be directly inside 'doc'`])
  })

  it('other attributes of a node with a stored wrong attribute may change', () => {
    const image = (attrs: object) => doc({ type: 'image', attrs })
    const stored = image({ media: '7', alt: 'a' })
    expect(problemsIn(image({ media: '7', alt: 'b', width: 100 }), {}, stored)).to.deep.equal([])
    expect(problemsIn(image({ media: '8', alt: 'a' }), {}, stored)).to.deep.equal(['.content.0.attrs.media: must be an id'])
    const heading = (level?: number) => doc({ type: 'heading', attrs: { level, textAlign: 'left' } })
    expect(problemsIn(heading(1), { headings: [2] }, doc({ type: 'heading' }))).to.deep.equal([])
    expect(problemsIn(heading(3), { headings: [2] }, doc({ type: 'heading' }))).to.have.length(1)
  })

  it('whatever is stored may be saved again, turned around or in a quote', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        const { content } = text as { content: unknown[] }
        for (const made of [text, doc(...content.toReversed()), doc({ type: 'blockquote', content })])
          for (const options of [{}, without('table', 'link', 'codeBlock')] as const)
            expect(problemsIn(made, options, text)).to.deep.equal([])
      }),
      { numRuns: 80 },
    )
  })

  it('leaves attributes alone that it does not know', () => {
    const link = { type: 'link', attrs: { href: '/a', target: '_blank', rel: 'noopener', class: 'x' } }
    expect(problemsIn(doc(marked(link), { type: 'image', attrs: { media: 7, src: '/a.jpg', title: 'x', alt: null } }))).to.deep.equal([])
  })

  it('unsafe URLs are never kept', () => {
    const text = doc(marked({ type: 'link', attrs: { href: 'javascript:x' } }))
    expect(problemsIn(text, {}, text)).to.have.length(1)
  })

  it('bounds depth and size', () => {
    const deep = (levels: number): object => (levels === 0 ? p() : { type: 'blockquote', content: [deep(levels - 1)] })
    expect(problemsIn(doc(deep(38)))).to.deep.equal([])
    expect(problemsIn(doc(deep(60)))[0]).to.match(/^(\.content\.0){40}\.content: is nested deeper than 40 nodes$/)
    const many = (count: number) => doc(...Array.from({ length: count }, () => ({ type: 'horizontalRule' })))
    expect(problemsIn(many(50_000))).to.deep.equal([])
    expect(problemsIn(many(50_001))).to.deep.equal([': has more than 50000 nodes'])
  })

  it('takes whatever is drawn after the list of kinds', () => {
    fc.assert(
      fc.property(richTexts, (text) => {
        expect(problemsIn(text)).to.deep.equal([])
      }),
      { numRuns: 150 },
    )
  })

  it('finds the one broken place of a drawn text, and keeps it if it was stored', () => {
    const BREAKS: ((node: AnyNode) => AnyNode)[] = [
      (node) => ({ ...node, type: 'marquee' }),
      (node) => ({ ...node, type: null }),
      (node) => ({ ...node, attrs: 'x' }),
      (node) => ({ ...node, content: 'x' }),
      (node) => ({ ...node, marks: [{ type: 'blink' }] }),
      () => ({ type: 'tableRow' }),
    ]
    fc.assert(
      fc.property(richTexts, fc.nat(), fc.constantFrom(...BREAKS), (text, nth, broken) => {
        const places = Array.from(everyNode(text), ({ path }) => path())
        fc.pre(places.length > 0)
        const path = places[nth % places.length]!
        const made = structuredClone(text)
        const keys = path.slice(1).split('.')
        const last = keys.pop()!
        const holder = keys.reduce<any>((at, key) => at[key], made)
        holder[last] = broken(holder[last])
        fc.pre(!(broken === BREAKS[5] && /table$/.test(parentType(made, keys))))
        const problems = problemsIn(made)
        expect(problems).to.not.deep.equal([])
        for (const problem of problems) expect(problem.startsWith(`${path}.`) || problem.startsWith(`${path}:`), problem).to.equal(true)
        expect(problemsIn(made, {}, made)).to.deep.equal([])
      }),
      { numRuns: 150 },
    )
  })
})

const parentType = (text: unknown, keys: readonly string[]): string =>
  String(keys.slice(0, -1).reduce<any>((at, key) => at[key], text).type)
