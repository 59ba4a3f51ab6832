/** A click on the border of a column changes nothing: only a border that is moved sets a width. A finger moves none, so a tap there goes to the words.
 * Tested by test/admin-components/rich-text-tables.test.ts.
 */
import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { columnResizingPluginKey } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

/** How far a hand moves while it clicks, in pixels. */
const STILL = 2

export const ColumnClicks = Extension.create({
  name: 'columnClicks',
  // Before the tables.
  priority: 110,
  addProseMirrorPlugins: () => [new Plugin({ props: { handleDOMEvents: { mousedown: (view, event) => press(view, event) } } })],
})

function press(view: EditorView, start: MouseEvent): boolean {
  if ((columnResizingPluginKey.getState(view.state)?.activeHandle ?? -1) < 0) return false
  if ((start as FromFinger).sourceCapabilities?.firesTouchEvents) {
    view.dispatch(view.state.tr.setMeta(columnResizingPluginKey, { setHandle: -1 }))
    return false
  }
  const release = ({ clientX }: MouseEvent) => {
    if (Math.abs(clientX - start.clientX) <= STILL) view.dispatch(view.state.tr.setMeta(columnResizingPluginKey, { setDragging: null }))
  }
  // Before the library takes the width.
  window.addEventListener('mouseup', release, { capture: true, once: true })
  return false
}

/** Chrome says where a mouse event comes from. */
type FromFinger = MouseEvent & { sourceCapabilities?: { firesTouchEvents: boolean } }
