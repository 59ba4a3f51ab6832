/** Up and Down lead from a cell of a table to the nearest line of the one above or below, in the column where the caret is, and so into the table and
 * out of it. The library under the tables goes to the first line of a cell, and browsers enter a table by its last cell.
 * Tested by test/admin-components/cell-keys.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import { Selection, TextSelection } from '@tiptap/pm/state'
import { cellAround, TableMap } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

type Step = -1 | 1

export const UpAndDown = Extension.create({
  name: 'upAndDown',
  // Before the tables.
  priority: 110,
  addKeyboardShortcuts: () => ({
    ArrowUp: ({ editor }) => move(editor, -1),
    ArrowDown: ({ editor }) => move(editor, 1),
  }),
})

function move({ state, view }: Editor, step: Step): boolean {
  const { selection } = state
  const { $head, empty } = selection
  const isText = selection instanceof TextSelection && empty && $head.parent.isTextblock
  if (!isText || !view.endOfTextblock(step < 0 ? 'up' : 'down')) return false
  const x = view.coordsAtPos($head.pos).left
  const $cell = cellAround($head)
  const edge = $cell ? edgeOf($cell, step) : undefined
  const next = $cell && edge !== undefined && isLast($head, edge, step) ? beyond(view, $cell, step, x) : intoTable(view, $head, step, x)
  if (next) view.dispatch(state.tr.setSelection(next).scrollIntoView())
  return next !== undefined
}

/** The end of a cell on the side of the step. */
const edgeOf = ($cell: ResolvedPos, step: Step): number => $cell.pos + (step > 0 ? ($cell.nodeAfter?.nodeSize ?? 2) - 1 : 1)

/** Whether the cell has no other block in that direction. */
const isLast = ($head: ResolvedPos, edge: number, step: Step): boolean =>
  Selection.findFrom($head.doc.resolve(edge), -step)?.$head.sameParent($head) ?? false

/** In the next row, or outside of the table. */
function beyond(view: EditorView, $cell: ResolvedPos, step: Step, x: number): Selection | undefined {
  const table = $cell.node(-1)
  const map = TableMap.get(table)
  const { top, bottom } = map.findCell($cell.pos - $cell.start(-1))
  const row = step < 0 ? top - 1 : bottom
  if (row >= 0 && row < map.height) return inRow(view, $cell.start(-1), map, row, step, x)
  const outside = $cell.doc.resolve(step < 0 ? $cell.before(-1) : $cell.after(-1))
  return inTable(view, outside, step, x) ?? atLine(view, Selection.findFrom(outside, step), step, x)
}

/** From the line next to a table, also if that is the first or last one of a list or quote. */
function intoTable(view: EditorView, $head: ResolvedPos, step: Step, x: number): Selection | undefined {
  let { depth } = $head
  const isAtEdge = (level: number) => $head.index(level) === (step < 0 ? 0 : $head.node(level).childCount - 1)
  while (depth > 1 && isAtEdge(depth - 1)) depth--
  return inTable(view, $head.doc.resolve(step < 0 ? $head.before(depth) : $head.after(depth)), step, x)
}

function inTable(view: EditorView, $place: ResolvedPos, step: Step, x: number): Selection | undefined {
  const table = step < 0 ? $place.nodeBefore : $place.nodeAfter
  if (table?.type.spec['tableRole'] !== 'table') return undefined
  const map = TableMap.get(table)
  const start = step < 0 ? $place.pos - table.nodeSize + 1 : $place.pos + 1
  return inRow(view, start, map, step < 0 ? map.height - 1 : 0, step, x)
}

/** In the cell of a row that is nearest to `x`. */
function inRow(view: EditorView, start: number, map: TableMap, row: number, step: Step, x: number): Selection | undefined {
  const cells = [...new Set(map.map.slice(row * map.width, (row + 1) * map.width))].map((at) => start + at)
  const [nearest] = cells.map((at) => ({ at, gap: gapTo(view, at, x) })).sort((a, b) => a.gap - b.gap)
  if (!nearest) return undefined
  const $edge = view.state.doc.resolve(edgeOf(view.state.doc.resolve(nearest.at), step < 0 ? 1 : -1))
  return atLine(view, Selection.findFrom($edge, step), step, x)
}

function gapTo(view: EditorView, at: number, x: number): number {
  const { left, right } = (view.nodeDOM(at) as HTMLElement).getBoundingClientRect()
  return Math.max(left - x, x - right, 0)
}

/** At the same place in the line that a selection is in; a card is selected. */
function atLine(view: EditorView, edge: Selection | null, step: Step, x: number): Selection | undefined {
  if (!edge || !(edge instanceof TextSelection)) return edge ?? undefined
  const { $head } = edge
  const { top, bottom } = view.coordsAtPos($head.pos, step)
  const { left, right } = (view.nodeDOM($head.before()) as HTMLElement).getBoundingClientRect()
  const found = view.posAtCoords({ left: Math.min(Math.max(x, left + 1), right - 1), top: (top + bottom) / 2 })
  const isThere = found && found.pos >= $head.start() && found.pos <= $head.end()
  return isThere ? TextSelection.create(view.state.doc, found.pos) : edge
}
