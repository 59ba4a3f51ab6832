/** Three clicks or more select the words of one block. Browsers go as far as the start of the next one from the fourth click on, and the library under
 * the tables selects a whole cell.
 * Tested by test/admin-components/many-clicks.test.ts.
 */
import { Extension } from '@tiptap/core'
import { Plugin, TextSelection } from '@tiptap/pm/state'
import { cellAround } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

export const ManyClicks = Extension.create({
  name: 'manyClicks',
  // Before the tables.
  priority: 110,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          mousedown: (view, event) => {
            if (event.detail >= 3) countAsThird(view, event)
            return false
          },
        },
        handleTripleClick: (view, at, { button }) => button === 0 && selectInCell(view, at),
      },
    }),
  ],
})

/** ProseMirror begins again with one after three. */
function countAsThird(view: EditorView, { clientX: x, clientY: y, button }: MouseEvent): void {
  const { input } = view as unknown as { input: { lastClick: object } }
  input.lastClick = { type: 'doubleClick', time: Date.now(), x, y, button }
}

function selectInCell(view: EditorView, at: number): boolean {
  const { doc, tr } = view.state
  const $at = doc.resolve(at)
  if (!$at.parent.isTextblock || !cellAround($at)) return false
  view.focus()
  view.dispatch(tr.setSelection(TextSelection.create(doc, $at.start(), $at.end())).setMeta('pointer', true))
  return true
}
