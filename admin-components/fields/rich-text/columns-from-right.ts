/** The width of columns in a table that runs from right to left. The library under the tables only knows the other direction:
 * there, a column ends at its right border, and gets wider when the mouse goes right.
 * Tested by test/admin-components/writing-right-to-left.test.ts.
 */
import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { cellAround, columnResizingPluginKey, TableMap } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

/** How far from a border the mouse still takes it, in pixels. */
const GRIP = 5

export const ColumnsFromRight = Extension.create({
  name: 'columnsFromRight',
  // Before the tables.
  priority: 110,
  addProseMirrorPlugins: () => [
    new Plugin({
      props: { handleDOMEvents: { mousemove: (view, event) => point(view, event), mousedown: (view, event) => drag(view, event) } },
    }),
  ],
})

function point(view: EditorView, event: MouseEvent): boolean {
  const cell = cellUnder(event)
  const now = columnResizingPluginKey.getState(view.state)
  if (!view.editable || !cell || !now || now.dragging) return false
  const setHandle = columnEndingAt(view, cell, event.clientX)
  if (setHandle !== now.activeHandle) view.dispatch(view.state.tr.setMeta(columnResizingPluginKey, { setHandle }))
  return true
}

/** The library resizes by what the mouse has moved to the right since the start, so the start moves twice as far. */
function drag(view: EditorView, start: MouseEvent): boolean {
  if (!cellUnder(start) || (columnResizingPluginKey.getState(view.state)?.activeHandle ?? -1) < 0) return false
  const mirror = (event: MouseEvent) => {
    const { dragging } = columnResizingPluginKey.getState(view.state) ?? {}
    const startX = 2 * event.clientX - start.clientX
    if (dragging) view.dispatch(view.state.tr.setMeta(columnResizingPluginKey, { setDragging: { ...dragging, startX } }))
  }
  const end = (event: MouseEvent) => {
    mirror(event)
    window.removeEventListener('mousemove', mirror, true)
    window.removeEventListener('mouseup', end, true)
  }
  window.addEventListener('mousemove', mirror, true)
  window.addEventListener('mouseup', end, true)
  return false
}

function cellUnder({ target }: MouseEvent): HTMLElement | undefined {
  const cell = (target as Element).closest<HTMLElement>('td, th')
  return cell && getComputedStyle(cell).direction === 'rtl' ? cell : undefined
}

/** The place of the cell whose column ends at the border near the mouse; -1 if there is none. */
function columnEndingAt(view: EditorView, cell: HTMLElement, x: number): number {
  const { left, right } = cell.getBoundingClientRect()
  const $cell = cellAround(view.state.doc.resolve(view.posAtDOM(cell, 0)))
  if (!$cell || (x - left > GRIP && right - x > GRIP)) return -1
  if (x - left <= GRIP) return $cell.pos
  const start = $cell.start(-1)
  const { map, width } = TableMap.get($cell.node(-1))
  const index = map.indexOf($cell.pos - start)
  const before = map[index - 1]
  return index % width === 0 || before === undefined ? -1 : start + before
}
