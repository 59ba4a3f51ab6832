/** Arrow keys among the cells of a table. With Shift, the selected cells stay selected at the table's edge. Left and right are
 * where one sees them, also if the table or the words of a cell run from right to left: the library under the tables takes
 * left for back, and there the caret would never leave its cell.
 * Tested by test/admin-components/cell-keys.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import { Selection, TextSelection } from '@tiptap/pm/state'
import { CellSelection, cellAround, nextCell } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import { directionOf } from '../../../lib/rich-text/direction.ts'

type Side = 'left' | 'right'
type Way = -1 | 1

export const CellKeys = Extension.create({
  name: 'cellKeys',
  // Before the tables.
  priority: 110,
  addKeyboardShortcuts: () => ({
    'Shift-ArrowUp': ({ editor }) => extendCells(editor, 'vert', -1),
    'Shift-ArrowDown': ({ editor }) => extendCells(editor, 'vert', 1),
    'Shift-ArrowLeft': ({ editor }) => extend(editor, 'left'),
    'Shift-ArrowRight': ({ editor }) => extend(editor, 'right'),
    ArrowLeft: ({ editor }) => move(editor, 'left'),
    ArrowRight: ({ editor }) => move(editor, 'right'),
  }),
})

function extendCells({ state, view }: Editor, axis: 'horiz' | 'vert', way: Way): boolean {
  const { selection } = state
  if (!(selection instanceof CellSelection)) return false
  const $next = nextCell(selection.$headCell, axis, way)
  if ($next) view.dispatch(state.tr.setSelection(new CellSelection(selection.$anchorCell, $next)))
  return true
}

function extend(editor: Editor, side: Side): boolean {
  const { state, view } = editor
  const { selection } = state
  if (selection instanceof CellSelection) return extendCells(editor, 'horiz', wayThroughCells(view, selection.$headCell.pos + 1, side))
  const { $anchor, $head } = selection
  const $cell = turnedCell(view, $head)
  if (!$cell) return false
  const way = wayThroughWords($head, side)
  const isAtEdge = $head.parentOffset === (way > 0 ? $head.parent.content.size : 0)
  // What ProseMirror says about the end of a line is wrong while words from right to left are selected.
  if (!isAtEdge) view.dom.ownerDocument.getSelection()?.modify('extend', side, 'character')
  else if (isLastIn($cell, $head, way)) {
    const $next = nextCell($cell, 'horiz', wayThroughCells(view, $head.pos, side))
    if ($next) view.dispatch(state.tr.setSelection(new CellSelection($cell, $next)))
  } else view.dispatch(state.tr.setSelection(TextSelection.between($anchor, nearestFrom($head, way).$head)))
  return true
}

function move({ state, view }: Editor, side: Side): boolean {
  const { selection } = state
  const { $head, empty } = selection
  const $cell = turnedCell(view, $head)
  if (!$cell || !(selection instanceof TextSelection) || !empty || !view.endOfTextblock(side)) return false
  const way = wayThroughWords($head, side)
  const next = isLastIn($cell, $head, way) ? beyond($cell, wayThroughCells(view, $head.pos, side)) : nearestFrom($head, way)
  view.dispatch(state.tr.setSelection(next).scrollIntoView())
  return true
}

/** The cell of a place, if left isn't back there. */
function turnedCell(view: EditorView, $place: ResolvedPos): ResolvedPos | null {
  const $cell = $place.parent.isTextblock ? cellAround($place) : null
  return $cell && [wayThroughCells(view, $place.pos, 'left'), wayThroughWords($place, 'left')].includes(1) ? $cell : null
}

/** The way through the cells that leads to a side. */
function wayThroughCells(view: EditorView, place: number, side: Side): Way {
  const { node } = view.domAtPos(place)
  const table = (node instanceof Element ? node : node.parentElement)?.closest('table')
  return wayTo(side, table ? getComputedStyle(table).direction : 'ltr')
}

/** The way through the words of a block that leads to a side. */
const wayThroughWords = ({ parent: { type, textContent } }: ResolvedPos, side: Side): Way =>
  wayTo(side, directionOf({ type: type.name, text: textContent }))

const wayTo = (side: Side, direction: string | undefined): Way => ((side === 'left') === (direction === 'rtl') ? 1 : -1)

/** Whether no other block of the cell lies on the way. */
function isLastIn($cell: ResolvedPos, $head: ResolvedPos, way: Way): boolean {
  const edge = way > 0 ? $cell.pos + ($cell.nodeAfter?.nodeSize ?? 0) - 1 : $cell.pos + 1
  return Selection.findFrom($head.doc.resolve(edge), -way, true)?.$head.sameParent($head) ?? false
}

const nearestFrom = ($head: ResolvedPos, way: Way): Selection =>
  Selection.near($head.doc.resolve(way > 0 ? $head.after() : $head.before()), way)

const beyond = ($cell: ResolvedPos, way: Way): Selection =>
  Selection.near(way > 0 ? $cell.doc.resolve($cell.pos + ($cell.nodeAfter?.nodeSize ?? 0)) : $cell, way)
