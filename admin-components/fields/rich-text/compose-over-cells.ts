/** What an input method composes over several cells takes their place, as what is typed does. Browsers replace the words of one cell only.
 * Tested by test/admin-components/writing-composition.test.ts.
 */
import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

export const ComposeOverCells = Extension.create({
  name: 'composeOverCells',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          compositionstart: (view) => {
            const others = otherCells(view)
            const composition = (view as unknown as { input: { compositionID: number } }).input.compositionID
            // Chrome counts the letters before the caret when a composition starts, so they must stay until it has inserted the first ones.
            if (others.size > 0) setTimeout(() => empty(view, others, composition))
            return false
          },
        },
      },
    }),
  ],
})

/** Without the cell that the browser composes in. */
function otherCells({ state: { selection } }: EditorView): ReadonlySet<Node> {
  const others = new Set<Node>()
  if (selection instanceof CellSelection)
    selection.forEachCell((cell) => {
      if (cell !== selection.$headCell.nodeAfter) others.add(cell)
    })
  return others
}

function empty(view: EditorView, cells: ReadonlySet<Node>, composition: number): void {
  if (view.isDestroyed) return
  const { doc, tr } = view.state
  doc.descendants((node, at) => {
    if (cells.has(node)) tr.delete(tr.mapping.map(at + 1), tr.mapping.map(at + node.nodeSize - 1))
    return !node.isTextblock
  })
  // One undo gives the words of all cells back.
  view.dispatch(tr.setMeta('composition', composition))
}
