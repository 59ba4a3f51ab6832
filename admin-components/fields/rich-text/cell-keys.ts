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
type Step = -1 | 1

export const CellKeys = Extension.create({
  name: 'cellKeys',
  // Before the tables.
  priority: 110,
  addKeyboardShortcuts: () => ({
    'Shift-ArrowUp': ({ editor }) => extendCells(editor, 'vert', -1),
    'Shift-ArrowDown': ({ editor }) => extendCells(editor, 'vert', 1),
    'Shift-ArrowLeft': ({ editor }) => extend(editor, 'left'),
    'Shift-ArrowRight': ({ editor }) => extend(editor, 'right'),
    'Mod-Shift-ArrowLeft': ({ editor }) => staysInCell(editor, 'left'),
    'Mod-Shift-ArrowRight': ({ editor }) => staysInCell(editor, 'right'),
    ArrowLeft: ({ editor }) => move(editor, 'left'),
    ArrowRight: ({ editor }) => move(editor, 'right'),
  }),
})

function extendCells({ state, view }: Editor, axis: 'horiz' | 'vert', step: Step): boolean {
  const { selection } = state
  if (!(selection instanceof CellSelection)) return false
  const $next = nextCell(selection.$headCell, axis, step)
  if ($next) view.dispatch(state.tr.setSelection(new CellSelection(selection.$anchorCell, $next)))
  return true
}

function extend(editor: Editor, side: Side): boolean {
  const { state, view } = editor
  const { selection } = state
  if (selection instanceof CellSelection) return extendCells(editor, 'horiz', stepInCells(view, selection.$headCell.pos + 1, side))
  const { $anchor, $head } = selection
  const $cell = cellOf($head)
  if (!$cell) return false
  const step = stepInWords($head, side)
  const isLast = isLastIn($cell, $head, step)
  const $next = isLast ? nextCell($cell, 'horiz', stepInCells(view, $head.pos, side)) : null
  if ($next) view.dispatch(state.tr.setSelection(new CellSelection($cell, $next)))
  // Nothing more to select in this row.
  if (isLast) return true
  if (!isTurned(view, $head)) return false
  if (isAtEnd($head, step)) view.dispatch(state.tr.setSelection(TextSelection.between($anchor, nearestFrom($head, step).$head)))
  // What ProseMirror says about the end of a line is wrong while words from right to left are selected.
  else view.dom.ownerDocument.getSelection()?.modify('extend', side, 'character')
  return true
}

/** A selection by words ends with those of its cell. */
function staysInCell({ state: { selection } }: Editor, side: Side): boolean {
  const { $head } = selection
  const $cell = selection instanceof TextSelection ? cellOf($head) : null
  return $cell !== null && isLastIn($cell, $head, stepInWords($head, side))
}

function move({ state, view }: Editor, side: Side): boolean {
  const { selection } = state
  const { $head, empty } = selection
  const $cell = cellOf($head)
  if (!$cell || !(selection instanceof TextSelection) || !empty || !isTurned(view, $head) || !view.endOfTextblock(side)) return false
  const step = stepInWords($head, side)
  const next = isInLastBlock($cell, $head, step) ? beyond($cell, stepInCells(view, $head.pos, side)) : nearestFrom($head, step)
  view.dispatch(state.tr.setSelection(next).scrollIntoView())
  return true
}

/** Whether left isn't back at a place in a cell. */
const isTurned = (view: EditorView, $place: ResolvedPos): boolean =>
  [stepInCells(view, $place.pos, 'left'), stepInWords($place, 'left')].includes(1)

/** The step through the cells that leads to a side. */
function stepInCells(view: EditorView, place: number, side: Side): Step {
  const { node } = view.domAtPos(place)
  const table = (node instanceof Element ? node : node.parentElement)?.closest('table')
  return stepTo(side, table ? getComputedStyle(table).direction : 'ltr')
}

/** The step through the words of a block that leads to a side. */
const stepInWords = ({ parent: { type, textContent } }: ResolvedPos, side: Side): Step =>
  stepTo(side, directionOf({ type: type.name, text: textContent }))

const stepTo = (side: Side, direction: string | undefined): Step => ((side === 'left') === (direction === 'rtl') ? 1 : -1)

const cellOf = ($place: ResolvedPos): ResolvedPos | null => ($place.parent.isTextblock ? cellAround($place) : null)

const isAtEnd = ({ parentOffset, parent }: ResolvedPos, step: Step): boolean => parentOffset === (step > 0 ? parent.content.size : 0)

/** Whether the words of the cell end at a place. */
const isLastIn = ($cell: ResolvedPos, $head: ResolvedPos, step: Step): boolean => isAtEnd($head, step) && isInLastBlock($cell, $head, step)

/** Whether no other block of the cell comes in that direction. */
function isInLastBlock($cell: ResolvedPos, $head: ResolvedPos, step: Step): boolean {
  const edge = step > 0 ? $cell.pos + ($cell.nodeAfter?.nodeSize ?? 0) - 1 : $cell.pos + 1
  return Selection.findFrom($head.doc.resolve(edge), -step, true)?.$head.sameParent($head) ?? false
}

const nearestFrom = ($head: ResolvedPos, step: Step): Selection =>
  Selection.near($head.doc.resolve(step > 0 ? $head.after() : $head.before()), step)

const beyond = ($cell: ResolvedPos, step: Step): Selection =>
  Selection.near(step > 0 ? $cell.doc.resolve($cell.pos + ($cell.nodeAfter?.nodeSize ?? 0)) : $cell, step)
