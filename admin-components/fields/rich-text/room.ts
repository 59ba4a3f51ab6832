/** Keeps an empty paragraph at the end of the text, so that the user can always go on writing. It is never stored.
 * Tested by test/admin-components/rich-text-kept.test.ts.
 */
import { type Command, Extension } from '@tiptap/core'
import type { Node, Schema } from '@tiptap/pm/model'
import { NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'

function paragraphOf({ type }: Node): Node {
  const schema: Schema<'paragraph'> = type.schema
  return schema.nodes.paragraph.create({ filler: true })
}

const hasRoom = (doc: Node): boolean => doc.lastChild?.type.name === 'paragraph'

export const withRoom = (doc: Node): Node => (hasRoom(doc) ? doc : doc.copy(doc.content.addToEnd(paragraphOf(doc))))

export function withoutRoom(node: Node): Node {
  const { lastChild } = node
  return lastChild && isRoom(node, lastChild) ? node.copy(node.content.cut(0, node.content.size - lastChild.nodeSize)) : node
}

export const isRoom = (doc: Node, node: Node): boolean =>
  doc.type === doc.type.schema.topNodeType && node === doc.lastChild && node.attrs['filler'] && node.content.size === 0

/** Commands for everything that is selected leave it alone. `isAround`: the command puts a block around others. */
export const leaveOutRoom =
  (isAround = false): Command =>
  ({ tr }) => {
    const { selection, doc } = tr
    const { firstChild, lastChild } = doc
    const end = doc.content.size - (lastChild?.nodeSize ?? 0)
    if (!lastChild || !isRoom(doc, lastChild) || selection.from >= end || selection.to <= end) return true
    const words = TextSelection.between(doc.resolve(selection.from), doc.resolve(end))
    const isOnlyList = doc.childCount === 2 && /List$/.test(firstChild?.type.name ?? '')
    tr.setSelection(
      words.to > end || (isAround && isOnlyList) ? NodeSelection.create(doc, end - doc.child(doc.childCount - 2).nodeSize) : words,
    )
    return true
  }

export const Room = Extension.create({
  name: 'room',
  addGlobalAttributes: () => [{ types: ['paragraph'], attributes: { filler: { default: false, rendered: false, keepOnSplit: false } } }],
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (_, before, { doc, tr }) =>
        before.doc === doc || hasRoom(doc) ? null : tr.insert(doc.content.size, paragraphOf(doc)),
    }),
  ],
})
