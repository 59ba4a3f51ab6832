/** Cells that are pasted into a table take the kind of the cells that they cover: a header stays one. Beyond the edges of the table, they continue
 * its last column and row. Tested by test/admin-components/rich-text-tables.test.ts.
 */
import type { Node, ResolvedPos, Slice } from '@tiptap/pm/model'
import { Selection, type Transaction } from '@tiptap/pm/state'
import { CellSelection, handlePaste, isInTable, TableMap } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

export function pasteCells(view: EditorView, event: ClipboardEvent, slice: Slice): boolean {
  const { state } = view
  if (!isInTable(state)) return false
  const { $anchor, $head } = state.selection
  const depth = tableAround($head)
  if (depth !== tableAround($anchor) || $anchor.sharedDepth($head.pos) < depth) return replaceSelection(view, slice)
  const [table, at] = [$head.node(depth), $head.before(depth)]
  const dispatch = (transaction: Transaction) => view.dispatch(goBehind(keepKinds(transaction, table, at)))
  return handlePaste(Object.create(view, { dispatch: { value: dispatch } }), event, slice)
}

/** The depth of the innermost table, or 0. */
function tableAround($place: ResolvedPos): number {
  let { depth } = $place
  while (depth > 0 && $place.node(depth).type.spec['tableRole'] !== 'table') depth--
  return depth
}

/** A selection from one table into another, or to the words next to it, is not a range of cells. */
function replaceSelection(view: EditorView, slice: Slice): true {
  view.dispatch(view.state.tr.replaceSelection(slice).setMeta('paste', true).setMeta('uiEvent', 'paste').scrollIntoView())
  return true
}

/** The next letter must not replace the pasted cells. */
function goBehind(transaction: Transaction): Transaction {
  const { selection, doc } = transaction
  if (!(selection instanceof CellSelection)) return transaction
  const { pos, nodeAfter } = selection.$headCell
  return transaction.setSelection(Selection.near(doc.resolve(pos + (nodeAfter?.nodeSize ?? 0) - 1), -1))
}

function keepKinds(transaction: Transaction, before: Node, at: number): Transaction {
  const after = transaction.doc.nodeAt(at)
  if (after?.type !== before.type) return transaction
  const [old, now] = [TableMap.get(before), TableMap.get(after)]
  const done = new Set<number>()
  for (let row = 0; row < now.height; row++)
    for (let column = 0; column < now.width; column++) {
      const place = now.map[row * now.width + column] ?? 0
      // A table of one row or column has no other to continue.
      const covered = before.nodeAt(old.map[continued(row, old.height) * old.width + continued(column, old.width)] ?? -1)
      const cell = after.nodeAt(place)
      const isNewEdge = (row >= old.height && old.height === 1) || (column >= old.width && old.width === 1)
      if (done.has(place) || !covered || !cell || isNewEdge) continue
      done.add(place)
      if (cell.type !== covered.type) transaction.setNodeMarkup(at + 1 + place, covered.type, cell.attrs)
    }
  return transaction
}

const continued = (index: number, count: number): number => Math.min(index, count - 1)
