/** Keeps an empty paragraph at the end of the text, so that the user can always go on writing. It is never stored.
 * Tested by test/admin-components/rich-text-kept.test.ts.
 */
import { Extension } from '@tiptap/core'
import type { Node, Schema } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'

function paragraphOf({ type }: Node): Node {
  const schema: Schema<'paragraph'> = type.schema
  return schema.nodes.paragraph.create({ filler: true })
}

const hasRoom = (doc: Node): boolean => doc.lastChild?.type.name === 'paragraph'

export const withRoom = (doc: Node): Node => (hasRoom(doc) ? doc : doc.copy(doc.content.addToEnd(paragraphOf(doc))))

export function withoutRoom(node: Node): Node {
  const { lastChild } = node
  const isOurs = node.type === node.type.schema.topNodeType && lastChild?.attrs['filler'] && lastChild.content.size === 0
  return isOurs ? node.copy(node.content.cut(0, node.content.size - lastChild.nodeSize)) : node
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
