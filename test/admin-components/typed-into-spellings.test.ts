/** What is typed into a text that the API spelled in another way joins its node, as in one that the editor made. Tests admin-components/fields/rich-text/stored.ts. */
import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect } from 'chai'
import fc from 'fast-check'
import { extensionsFor } from '../../admin-components/fields/rich-text/extensions.ts'
import { StoredText } from '../../admin-components/fields/rich-text/stored.ts'
import type { TextHost } from '../../admin-components/fields/rich-text/text-host.ts'
import { docOf } from '../harness/writing.ts'

type Json = Record<string, any>

const schema = getSchema(extensionsFor({} as TextHost))

const bold = { type: 'bold' }
const link = { type: 'link', attrs: { href: '/a' } }
const mention = { type: 'mention', attrs: { collection: 'people', id: 1 } }
const rest: Json = { type: 'text', text: ' rest' }

/** A paragraph in which `!` is typed at the end of `ab`. */
const DOORS: [what: string, content: Json[], wanted: Json[]][] = [
  ['its keys in another order', [{ text: 'ab', type: 'text' }], [{ text: 'ab!', type: 'text' }]],
  ['marks after the text', [{ type: 'text', text: 'ab', marks: [bold] }, rest], [{ type: 'text', text: 'ab!', marks: [bold] }, rest]],
  [
    'marks in another order',
    [{ type: 'text', marks: [{ type: 'italic' }, bold], text: 'ab' }, rest],
    [{ type: 'text', marks: [{ type: 'italic' }, bold], text: 'ab!' }, rest],
  ],
  ['no marks, in a list', [{ type: 'text', marks: [], text: 'ab' }], [{ type: 'text', marks: [], text: 'ab!' }]],
  [
    'no attributes, in an object',
    [{ type: 'text', marks: [{ type: 'bold', attrs: {} }], text: 'ab' }, rest],
    [{ type: 'text', marks: [{ type: 'bold', attrs: {} }], text: 'ab!' }, rest],
  ],
  ['a key that we do not know', [{ type: 'text', key: 7, text: 'ab' }], [{ type: 'text', key: 7, text: 'ab!' }]],
  [
    'an attribute that we do not know',
    [{ type: 'text', marks: [{ type: 'bold', attrs: { weight: 600 } }], text: 'ab' }, rest],
    [{ type: 'text', marks: [{ type: 'bold', attrs: { weight: 600 } }], text: 'ab!' }, rest],
  ],
  [
    'code, with its type last',
    [{ type: 'text', text: 'ab', marks: [{ attrs: null, type: 'code' }] }, rest],
    [{ type: 'text', text: 'ab!', marks: [{ attrs: null, type: 'code' }] }, rest],
  ],
  // A link ends where it ends.
  [
    'a link, spelled in another way',
    [{ type: 'text', text: 'ab', marks: [link] }, rest],
    [
      { type: 'text', text: 'ab', marks: [link] },
      { type: 'text', text: '! rest' },
    ],
  ],
  [
    'a link with its defaults, and the rest spelled in another way',
    [
      { type: 'text', marks: [{ type: 'link', attrs: { newTab: null, href: '/a' } }], text: 'ab' },
      { text: ' rest', type: 'text' },
    ],
    [
      { type: 'text', marks: [{ type: 'link', attrs: { newTab: null, href: '/a' } }], text: 'ab' },
      { text: '! rest', type: 'text' },
    ],
  ],
  [
    'a link at the end',
    [{ type: 'text', text: 'ab', marks: [{ attrs: { href: '/a' }, type: 'link' }] }],
    [
      { type: 'text', text: 'ab', marks: [{ attrs: { href: '/a' }, type: 'link' }] },
      { type: 'text', text: '!' },
    ],
  ],
  [
    'bold inside a link, each with another spelling of it',
    [
      { type: 'text', marks: [link], text: 'ab' },
      { type: 'text', marks: [{ attrs: { href: '/a' }, type: 'link' }, bold], text: 'cd' },
    ],
    [
      { type: 'text', marks: [link], text: 'ab!' },
      { type: 'text', marks: [{ attrs: { href: '/a' }, type: 'link' }, bold], text: 'cd' },
    ],
  ],
  ['an equal one after it', [{ type: 'text', text: 'ab' }, rest], [{ type: 'text', text: 'ab!' }, rest]],
  [
    'an equal one after it, spelled in another way',
    [
      { type: 'text', marks: [bold], text: 'ab' },
      { text: 'cd', marks: [{ type: 'bold', attrs: {} }], type: 'text' },
    ],
    [
      { type: 'text', marks: [bold], text: 'ab!' },
      { text: 'cd', marks: [{ type: 'bold', attrs: {} }], type: 'text' },
    ],
  ],
  [
    'another spelling after a mention',
    [{ text: 'ab', type: 'text' }, { attrs: { id: 1, collection: 'people' }, type: 'mention' }, rest],
    [{ text: 'ab!', type: 'text' }, { attrs: { id: 1, collection: 'people' }, type: 'mention' }, rest],
  ],
  [
    'an unknown mark, which words beside it do not join',
    [{ type: 'text', text: 'ab', marks: [{ type: 'highlight' }] }, rest],
    [
      { type: 'text', text: 'ab', marks: [{ type: 'highlight' }] },
      { type: 'text', text: '! rest' },
    ],
  ],
  ['a mention after it', [{ type: 'text', text: 'ab' }, mention], [{ type: 'text', text: 'ab!' }, mention]],
]

/** In their usual spelling. */
const MARKS: readonly Json[] = [bold, { type: 'italic' }, { type: 'code' }, link, { type: 'link', attrs: { href: '/b', newTab: true } }]
const order = (json: Json): string => JSON.stringify(Object.fromEntries(Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1))))
const plainMark = ({ type, attrs }: Json): string => order({ type, ...(attrs && { attrs: order(withoutNulls(attrs)) }) })
const withoutNulls = (attrs: Json): Json => Object.fromEntries(Object.entries(attrs).filter(([, value]) => value !== null))
const plain = ({ marks = [], text }: Json): string =>
  `${text} ${marks.map((one: Json) => plainMark({ ...one, attrs: attrsOf(one) })).sort()}`
const attrsOf = ({ attrs }: Json): Json | undefined => (attrs && Object.keys(withoutNulls(attrs)).length > 0 ? attrs : undefined)

interface Piece {
  usual: Json
  odd: Json
}
const turned = (json: Json, by: number): Json => {
  const entries = Object.entries(json)
  const at = by % entries.length
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)])
}
const markOf = fc
  .record({ which: fc.nat(MARKS.length - 1), by: fc.nat(2), attrs: fc.constantFrom('none', 'null', 'empty') })
  .map(({ which, by, attrs }) => {
    const usual = MARKS[which]!
    const given = usual['attrs']
      ? { attrs: turned({ anchor: null, ...usual['attrs'] }, by) }
      : attrs === 'none'
        ? {}
        : { attrs: attrs === 'null' ? null : {} }
    return { usual, odd: turned({ ...usual, ...given }, by) }
  })
const piece: fc.Arbitrary<Piece> = fc
  .record({
    marks: fc.uniqueArray(markOf, { maxLength: 3, selector: ({ usual }) => usual['type'] }),
    text: fc.constantFrom('a', 'be', 'ใบ', '😀 '),
    by: fc.nat(3),
  })
  .map(({ marks, text, by }) => ({
    usual: { type: 'text', ...(marks.length > 0 && { marks: marks.map(({ usual }) => usual) }), text },
    odd: turned({ type: 'text', marks: marks.map(({ odd }) => odd), text }, by),
  }))
/** No two in a row with the same marks, which the editor would join. */
const line = fc
  .array(piece, { minLength: 1, maxLength: 5 })
  .map((all) =>
    all.filter(({ usual }, index) => index === 0 || plain({ ...usual, text: '' }) !== plain({ ...all[index - 1]!.usual, text: '' })),
  )
const step = fc.record({
  kind: fc.constantFrom('type', 'type', 'type', 'delete', 'mark', 'unmark'),
  from: fc.nat(12),
  length: fc.integer({ min: 1, max: 3 }),
  mark: fc.constantFrom('bold', 'italic'),
})

describe('admin-components: typed into other spellings', () => {
  for (const [what, content, wanted] of DOORS)
    it(`at the end of a text with ${what}`, () => {
      const value = docOf({ type: 'paragraph', content }, { type: 'paragraph' })
      const text = new StoredText(schema)
      const state = EditorState.create({ doc: text.open(value) })
      expect(text.valueOf(state.doc)).to.equal(value)
      const beside = text.valueOf(state.tr.insertText('x', state.doc.content.size - 1).doc) as any
      expect(JSON.stringify(beside.content[0].content)).to.equal(JSON.stringify(content))
      const now = text.valueOf(state.tr.insertText('!', 3).doc) as any
      expect(JSON.stringify(now.content[0].content)).to.equal(JSON.stringify(wanted))
    })

  it('goes on as in the usual spelling, whatever is done', () => {
    fc.assert(
      fc.property(line, fc.array(step, { minLength: 1, maxLength: 4 }), (pieces, steps) => {
        const [usual, odd] = (['usual', 'odd'] as const).map((which) => {
          const text = new StoredText(schema)
          let doc = text.open(docOf({ type: 'paragraph', content: pieces.map((one) => one[which]) }))
          for (const one of steps) doc = done(doc, one)
          const stored = text.valueOf(doc) as any
          return (stored?.content[0].content ?? []).map(plain)
        })
        expect(odd).to.deep.equal(usual)
      }),
      { numRuns: 100 },
    )
  })
})

function done(doc: Node, { kind, from, length, mark }: { kind: string; from: number; length: number; mark: string }): Node {
  const { tr } = EditorState.create({ doc })
  const size = doc.firstChild!.content.size
  const start = 1 + Math.min(from, size)
  const end = Math.min(start + length, size + 1)
  if (kind === 'type') return tr.insertText('!', start).doc
  if (kind === 'delete') return tr.delete(start, end).doc
  const type = schema.marks[mark]!
  return (kind === 'mark' ? tr.addMark(start, end, type.create()) : tr.removeMark(start, end, type)).doc
}
