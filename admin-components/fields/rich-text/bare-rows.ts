/** Merging whole rows, or removing a column, can leave a row in which no cell begins. Such a row goes, and the cells that reach into it become shorter.
 * Tested by test/admin-components/bare-rows.test.ts.
 */
import type { Transaction } from '@tiptap/pm/state'
import { TableMap } from '@tiptap/pm/tables'

/** In the table around the selection. */
export function removeBareRows(tr: Transaction): void {
  const { $head } = tr.selection
  let { depth } = $head
  while (depth > 0 && $head.node(depth).type.spec['tableRole'] !== 'table') depth--
  if (depth === 0) return
  const at = $head.before(depth)
  for (let row = $head.node(depth).childCount - 1; row > 0; row--) removeIfBare(tr, at, row)
}

function removeIfBare(tr: Transaction, at: number, row: number): void {
  const table = tr.doc.nodeAt(at)
  if (!table || table.child(row).childCount > 0) return
  const { map, width } = TableMap.get(table)
  for (const place of new Set(map.slice(row * width, (row + 1) * width))) {
    const attrs = table.nodeAt(place)?.attrs
    if (attrs) tr.setNodeMarkup(at + 1 + place, null, { ...attrs, rowspan: attrs['rowspan'] - 1 })
  }
  let start = at + 1
  for (let before = 0; before < row; before++) start += table.child(before).nodeSize
  tr.delete(start, start + table.child(row).nodeSize)
}
