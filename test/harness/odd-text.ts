/** Random rich text as importers and other editors leave it: nodes, marks, attributes and keys that ours knows, and as many that it does not. */
import fc from 'fast-check'

type Json = Record<string, unknown>

/** Stands somewhere in each text, in plain letters: where a test writes. */
export const HERE = 'spot'

const word = fc.constantFrom('a', 'be', 'ใบ', ' ', 'x y', '😀', '<b>', '"', 'é')
const scalar = fc.oneof(fc.boolean(), fc.integer({ min: -9, max: 9 }), word, fc.constant(null))
const plainAttrs = fc.dictionary(fc.constantFrom('id', 'textAlign', 'data', 'colour', 'kept', 'json', 'class', 'title'), scalar, {
  maxKeys: 3,
})
const knownAttrs = fc.record(
  {
    level: fc.constantFrom(1, 5, 9, 'x', null),
    start: fc.constantFrom(1, 3, null),
    language: fc.constantFrom('ts', null),
    href: fc.constantFrom('https://example.org/', '/a', null),
    target: fc.constantFrom('_blank', '_self', null),
    media: fc.constantFrom(1, 0, '7', null),
    url: fc.constantFrom('https://youtu.be/dQw4w9WgXcQ', 7),
    collection: fc.constantFrom('posts', null),
    id: fc.constantFrom(3, 'x'),
    blockType: fc.constantFrom('quote', 7),
    checked: fc.constantFrom(true, false, 'yes'),
    colspan: fc.constantFrom(1, 2, 0, 1e9),
    colwidth: fc.constantFrom([100], [null], [0, 50], 'wide', null),
  },
  { requiredKeys: [] },
)
const attrs = fc.oneof(
  fc.constant(undefined),
  fc.constant(null),
  plainAttrs,
  fc.tuple(knownAttrs, plainAttrs).map((all) => Object.assign({}, ...all)),
)

/** Some keys more, in any order. */
const shuffled = (node: Json, more: Json | undefined, order: number): Json => {
  const entries = Object.entries({ ...more, ...node }).filter(([, value]) => value !== undefined)
  const at = entries.length > 0 ? order % entries.length : 0
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)])
}
const node = (parts: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(
      parts,
      fc.option(fc.dictionary(fc.constantFrom('key', 'version', 'id'), scalar, { maxKeys: 2 }), { nil: undefined, freq: 3 }),
      fc.nat(5),
    )
    .map(([json, more, order]) => shuffled(json, more, order))

const mark = node(
  fc.record({
    type: fc.constantFrom('bold', 'italic', 'code', 'link', 'underline', 'strike', 'subscript', 'highlight', 'comment', 'keptMark'),
    attrs,
  }),
)
const marks = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: fc.array(mark, { maxLength: 3 }) })
const words = node(fc.record({ type: fc.constant('text'), marks, text: fc.oneof({ weight: 9, arbitrary: word }, fc.constant('')) }))
const inline = fc.oneof(
  { weight: 5, arbitrary: words },
  { weight: 1, arbitrary: node(fc.record({ type: fc.constantFrom('hardBreak', 'mention', 'image'), attrs, marks })) },
)
const line = fc.oneof({ weight: 9, arbitrary: fc.array(inline, { maxLength: 4 }) }, fc.constant(undefined))
const textblock = node(fc.record({ type: fc.constantFrom('paragraph', 'heading', 'codeBlock'), attrs, content: line }))

const { block } = fc.letrec<{ block: Json }>((tie) => {
  const blocks = fc.oneof({ weight: 9, arbitrary: fc.array(tie('block'), { maxLength: 3 }) }, fc.constant(undefined))
  const items = fc.array(
    node(fc.record({ type: fc.constantFrom('listItem', 'listItem', 'listItem', 'taskItem'), attrs, content: blocks })),
    { maxLength: 3 },
  )
  const cells = fc.array(
    node(fc.record({ type: fc.constantFrom('tableCell', 'tableCell', 'tableHeader', 'listItem'), attrs, content: blocks })),
    {
      maxLength: 2,
    },
  )
  const rows = fc.array(
    node(fc.record({ type: fc.constantFrom('tableRow', 'tableRow', 'tableRow', 'paragraph'), attrs, content: cells })),
    {
      maxLength: 2,
    },
  )
  return {
    block: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'odd-text' },
      textblock,
      node(fc.record({ type: fc.constantFrom('blockquote', 'callout', 'table', 'listItem', 'doc'), attrs, content: blocks })),
      node(fc.record({ type: fc.constantFrom('bulletList', 'orderedList', 'taskList'), attrs, content: items })),
      node(fc.record({ type: fc.constant('table'), attrs, content: rows })),
      node(
        fc.record({
          type: fc.constantFrom('horizontalRule', 'image', 'file', 'embed', 'contentBlock', 'pendingUpload', 'keptBlock', 'text'),
          attrs,
        }),
      ),
      fc.constantFrom<any>(null, 'loose words', 7, [], {}),
    ),
  }
})

/** Somewhere in it is a place to write: a paragraph of its own, or a word between others. */
export const oddText: fc.Arbitrary<Json> = fc
  .tuple(
    fc.array(block, { maxLength: 3 }),
    fc.array(block, { maxLength: 3 }),
    fc.array(inline, { maxLength: 2 }),
    fc.array(inline, { maxLength: 2 }),
    attrs,
  )
  .chain(([before, after, left, right, ofPlace]) => {
    const place = {
      type: 'paragraph',
      ...(ofPlace !== undefined && { attrs: ofPlace }),
      content: [...withText(left), { type: 'text', text: HERE }, ...withText(right)],
    }
    return node(fc.constant({ type: 'doc', content: [...before, place, ...after] }))
  })

/** A text without letters is no text: it is dropped from a paragraph that is written in. */
const withText = (all: readonly Json[]): Json[] => all.filter(({ type, text }) => type !== 'text' || text !== '')
