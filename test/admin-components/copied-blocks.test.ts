/** Content blocks that are copied get their own ids; blocks that move keep theirs. No text has one id twice. */
import { getSchema } from '@tiptap/core'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'
import { expect } from 'chai'
import { ownIds } from '../../admin-components/fields/rich-text/block-ids.ts'
import { duplicateBlocks, moveBlocks } from '../../admin-components/fields/rich-text/blocks.ts'
import { extensionsFor } from '../../admin-components/fields/rich-text/extensions.ts'
import { bullets, docOf, item, paragraph } from '../harness/writing.ts'

const block = (id: string, said = 'A') => ({ type: 'contentBlock', attrs: { row: { blockType: 'quote', id, said } } })

const schema = getSchema(extensionsFor({ element: { t: (key: string) => key, app: {} } } as never))

/** A text that no page shows. Copies are named after their originals. */
function open(doc: object) {
  let copies = 0
  const plugin = ownIds((row) => ({ ...row, id: `${row['id']}-${++copies}` }))
  let state = EditorState.create({ doc: schema.nodeFromJSON(doc), plugins: [plugin] })
  const dispatch = (tr: Transaction) => {
    state = state.apply(tr)
  }
  return {
    get state() {
      return state
    },
    view: { dispatch },
    isEditable: true,
    select(id: string) {
      state.doc.descendants((node, at) => {
        if (node.attrs['row']?.id === id) dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)))
      })
    },
    ids: () => idsIn(state.doc),
  }
}

function idsIn(doc: Node): string[] {
  const ids: string[] = []
  doc.descendants((node) => {
    if (node.type.name === 'contentBlock') ids.push(node.attrs['row'].id)
  })
  return ids
}

describe('admin-components: copied blocks', () => {
  const text = docOf(block('a'), paragraph('one'), bullets(item(paragraph('two'), block('b'))))
  const slice = (...nodes: object[]) => new Slice(Fragment.from(nodes.map((one) => schema.nodeFromJSON(one))), 0, 0)

  it('a copy below', () => {
    const editor = open(text)
    editor.select('a')
    duplicateBlocks(editor as never)
    expect(editor.ids()).to.deep.equal(['a', 'a-1', 'b'])
    expect((editor.state.selection as NodeSelection).node.attrs['row'].id, 'the copy is selected').to.equal('a-1')
  })

  it('what is pasted or dropped, before its original as well', () => {
    const editor = open(text)
    editor.view.dispatch(editor.state.tr.replace(0, 0, slice(block('b'), block('new'))))
    expect(editor.ids()).to.deep.equal(['b-1', 'new', 'a', 'b'])
    editor.view.dispatch(editor.state.tr.replace(0, 0, slice(block('x'), bullets(item(paragraph(), block('x'))))))
    expect(editor.ids()).to.deep.equal(['x', 'x-2', 'b-1', 'new', 'a', 'b'])
  })

  it('a block that moves, is replaced by itself, or comes back keeps its id', () => {
    const editor = open(text)
    editor.select('a')
    moveBlocks(editor as never, 1)
    expect(editor.ids()).to.deep.equal(['a', 'b'])
    const { from, to } = editor.state.selection
    const cut = editor.state.doc.slice(from, to)
    editor.view.dispatch(editor.state.tr.replaceSelection(cut))
    expect(editor.ids(), 'pasted onto itself').to.deep.equal(['a', 'b'])
    editor.select('a')
    editor.view.dispatch(editor.state.tr.deleteSelection())
    editor.view.dispatch(editor.state.tr.replace(0, 0, cut))
    expect(editor.ids(), 'cut and pasted').to.deep.equal(['a', 'b'])
    editor.view.dispatch(editor.state.tr.replace(0, 0, cut))
    expect(editor.ids(), 'pasted once more').to.deep.equal(['a-1', 'a', 'b'])
  })

  it('what the server sent is not changed', () => {
    const editor = open(text)
    const { tr, doc } = editor.state
    editor.view.dispatch(tr.replaceWith(0, doc.content.size, slice(block('c'), block('c')).content).setMeta('preventUpdate', true))
    expect(editor.ids()).to.deep.equal(['c', 'c'])
  })
})
