/** Rich text that is opened and edited loses nothing: all but the edit is stored as it was, byte for byte. */
import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect } from 'chai'
import fc from 'fast-check'
import { extensionsFor } from '../../admin-components/fields/rich-text/extensions.ts'
import { isReadable, StoredText } from '../../admin-components/fields/rich-text/stored.ts'
import type { TextHost } from '../../admin-components/fields/rich-text/text-host.ts'
import { HERE, oddText } from '../harness/odd-text.ts'

const schema = getSchema(extensionsFor({} as TextHost))

function place(doc: Node): number {
  let found = -1
  doc.descendants((node, at) => {
    if (node.isText && node.text!.includes(HERE)) found = at + node.text!.indexOf(HERE)
  })
  return found
}

describe('admin-components: stored text', () => {
  it('is the same value while nothing is edited @long', () => {
    fc.assert(
      fc.property(oddText, (value) => {
        const text = new StoredText(schema)
        const doc = text.open(value)
        doc.check()
        expect(text.valueOf(doc)).to.equal(value)
      }),
      { numRuns: 250 },
    )
  })

  it('differs in the edit alone @long', () => {
    fc.assert(
      fc.property(oddText, (value) => {
        const text = new StoredText(schema)
        const state = EditorState.create({ doc: text.open(value) })
        const { doc } = state.tr.insertText('!', place(state.doc) + 2)
        doc.check()
        const wanted = JSON.stringify(value).replace(`"${HERE}"`, `"${HERE.slice(0, 2)}!${HERE.slice(2)}"`)
        expect(JSON.stringify(text.valueOf(doc))).to.equal(wanted)
      }),
      { numRuns: 250 },
    )
  })

  it('keeps unknown marks that differ only in the order of their keys', () => {
    const marks = [
      { type: 'highlight', attrs: null },
      { attrs: null, type: 'highlight' },
    ]
    const stored = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', marks, text: 'ab' }] }, { type: 'paragraph' }] }
    const text = new StoredText(schema)
    const state = EditorState.create({ doc: text.open(stored) })
    const beside = text.valueOf(state.tr.insertText('!', state.doc.content.size - 1).doc) as any
    expect(JSON.stringify(beside.content[0])).to.equal(JSON.stringify(stored.content[0]))
    const within = text.valueOf(state.tr.insertText('!', 2).doc) as any
    expect(JSON.stringify(within.content[0].content[0].marks)).to.equal(JSON.stringify(marks))
  })

  it('keeps what a node has beyond what we know when it becomes another one', () => {
    const text = new StoredText(schema)
    const attrs = { textAlign: 'center', level: 5, id: 7 }
    const state = EditorState.create({
      doc: text.open({ type: 'doc', content: [{ type: 'heading', attrs, key: 'k' }, { type: 'horizontalRule' }] }),
    })
    const { kept } = state.doc.firstChild!.attrs
    const turned = state.tr.setNodeMarkup(0, schema.nodes['paragraph'], { kept }).insertText('a', 1).doc
    expect(text.valueOf(turned)).to.deep.equal({
      type: 'doc',
      content: [
        { type: 'paragraph', attrs: { textAlign: 'center', id: 7 }, key: 'k', content: [{ type: 'text', text: 'a' }] },
        { type: 'horizontalRule' },
      ],
    })
    const lower = state.tr.setNodeMarkup(0, null, { ...state.doc.firstChild!.attrs, level: 2 }).doc
    expect((text.valueOf(lower) as any).content[0].attrs).to.deep.equal({ textAlign: 'center', level: 2, id: 7 })
  })

  it('becomes nothing when nothing is left of it', () => {
    const text = new StoredText(schema)
    const state = EditorState.create({
      doc: text.open({ type: 'doc', content: [{ type: 'paragraph', attrs: { textAlign: null }, content: [{ type: 'text', text: 'a' }] }] }),
    })
    expect(text.valueOf(state.tr.delete(1, 2).doc)).to.equal(null)
  })

  it('is opened only where it is a text', () => {
    for (const value of [null, undefined, '', { type: 'doc' }, { type: 'doc', content: [] }, { type: 'doc', content: [null] }])
      expect(isReadable(value), JSON.stringify(value)).to.equal(true)
    for (const value of [
      '<p>Hello</p>',
      7,
      [],
      {},
      { type: 'paragraph' },
      { root: {} },
      { type: 'doc', content: 'Hello' },
      { type: 'doc', content: {} },
    ])
      expect(isReadable(value), JSON.stringify(value)).to.equal(false)
  })

  it('may be nested deeply: what lies deeper than anybody writes is kept in a box', () => {
    let value: object = { type: 'paragraph', content: [{ type: 'text', text: 'deep' }] }
    for (let depth = 0; depth < 300; depth++) value = { type: 'blockquote', content: [value] }
    const text = new StoredText(schema)
    const state = EditorState.create({
      doc: text.open({ type: 'doc', content: [value, { type: 'paragraph', content: [{ type: 'text', text: HERE }] }] }),
    })
    const stored = text.valueOf(state.tr.insertText('!', place(state.doc)).doc) as any
    expect(JSON.stringify(stored.content[0])).to.equal(JSON.stringify(value))
  })
})
