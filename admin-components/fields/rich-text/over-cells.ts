/** Words that are typed or composed over several cells replace those in all of them, and go into the first one, whichever was selected last.
 * Browsers compose in one cell only; on Android, that is the last one.
 * Tested by test/admin-components/selected-tables.test.ts. Tested by test/admin-components/writing-composition.test.ts.
 */
import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, type Transaction } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import { isOfInputMethod } from './cards.ts'

export const OverCells = Extension.create({
  name: 'overCells',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput: (view, _from, _to, text) => {
          const tr = inFirstCell(view.state)
          if (tr) view.dispatch(tr.insertText(text).scrollIntoView())
          return tr !== undefined
        },
        handleDOMEvents: {
          // Once a composition has started, its place can't be changed.
          keydown: (view, event) => {
            const tr = isOfInputMethod(event) && inFirstCell(view.state)
            if (tr) view.dispatch(tr)
            return false
          },
          compositionstart: (view) => {
            const others = otherCells(view)
            const composition = compositionOf(view)
            // Chrome counts the letters before the caret when a composition starts, so they must stay until it has inserted the first ones.
            if (others.size > 0) setTimeout(() => empty(view, others, composition))
            return false
          },
        },
      },
    }),
  ],
})

/** What an undo takes together with a composition that begins. */
export const compositionOf = (view: EditorView): number => (view as unknown as { input: { compositionID: number } }).input.compositionID

/** The same cells, so that what replaces them goes into the first one. */
function inFirstCell({ selection, doc, tr }: EditorState): Transaction | undefined {
  if (!(selection instanceof CellSelection)) return undefined
  const cells = selection.ranges.map(({ $from }) => $from.pos - 1)
  return tr.setSelection(CellSelection.create(doc, Math.max(...cells), Math.min(...cells)))
}

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
