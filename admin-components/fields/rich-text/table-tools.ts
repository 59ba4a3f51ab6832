/** The commands for tables: they add one, and change the one at the caret. Tested by test/admin-components/rich-text-tables.test.ts. */
import type { ChainedCommands, CommandProps, Editor } from '@tiptap/core'
import { type EditorState, Selection, type Transaction } from '@tiptap/pm/state'
import { CellSelection, cellAround, isInTable, selectedRect, TableMap } from '@tiptap/pm/tables'
import type { Key } from '../../texts/texts.ts'
import { removeBareRows } from './bare-rows.ts'
import { leaveSelection } from './cards.ts'
import { canInsert } from './insert-tools.ts'
import type { Tool } from './tool.ts'
import { asOneStep } from './undo-steps.ts'

type Commands = Pick<ChainedCommands, Extract<keyof ChainedCommands, string>>

const tool = (name: string, icon: string, key: Key, act: (commands: Commands) => ChainedCommands, isOn = (_: Editor) => false): Tool => ({
  name,
  icon,
  key,
  feature: 'table',
  group: 'table',
  run: (e) => {
    const { state } = e
    const chain = act(e.chain().focus())
    void (isInTable(state) ? chain.command(({ tr }) => stayInCell(tr, state)) : chain).run()
  },
  isOn,
  canRun: (e) => e.isActive('table') && act(e.can().chain()).run(),
})

/** At the end of the words in the first of the cells that were selected: what is typed next must not replace them. Where the cell is gone, in the one that
 * took its place, or the last one before it.
 */
function stayInCell(tr: Transaction, before: EditorState): true {
  const { selection } = before
  const isCells = selection instanceof CellSelection
  const { pos, deleted } = tr.mapping.mapResult(isCells ? Math.min(...selection.ranges.map(({ $from }) => $from.pos)) : selection.from)
  const cell = deleted ? nextTo(tr, before) : cellAround(tr.doc.resolve(pos))?.pos
  const size = cell === undefined ? undefined : tr.doc.nodeAt(cell)?.nodeSize
  if (cell !== undefined && size && (isCells || deleted)) tr.setSelection(Selection.near(tr.doc.resolve(cell + size - 1), -1))
  return true
}

/** The cell where the first one of the selected cells was. */
function nextTo(tr: Transaction, before: EditorState): number | undefined {
  const { top, left, tableStart } = selectedRect(before)
  const at = tr.mapping.map(tableStart - 1, -1)
  const table = tr.doc.nodeAt(at)
  if (table?.type.spec['tableRole'] !== 'table') return undefined
  const { map, width, height } = TableMap.get(table)
  const cell = map[Math.min(top, height - 1) * width + Math.min(left, width - 1)]
  return cell === undefined ? undefined : at + 1 + cell
}

function withoutBareRows({ tr, dispatch }: CommandProps): true {
  if (dispatch) removeBareRows(tr)
  return true
}

/** Whether all cells of the first row, or column, of the table at the caret are headers. */
const hasHeader = (side: 'top' | 'left') => (e: Editor) => {
  if (!isInTable(e.state)) return false
  const { map, table } = selectedRect(e.state)
  const end = side === 'top' ? { right: map.width, bottom: 1 } : { right: 1, bottom: map.height }
  return map.cellsInRect({ left: 0, top: 0, ...end }).every((at) => table.nodeAt(at)?.type.name === 'tableHeader')
}

/** It switches something on and off. */
export const isHeaderTool = ({ name }: Tool): boolean => name === 'headerRow' || name === 'headerColumn'

export const TABLE: Tool = {
  name: 'table',
  icon: 'table',
  key: 'text.table',
  feature: 'table',
  group: 'insert',
  run: (e) =>
    asOneStep(e, () => {
      leaveSelection(e)
      e.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
    }),
  isOn: (e) => e.isActive('table'),
  canRun: (e) => canInsert(e) && !e.isActive('table'),
}

export const TABLE_TOOLS: readonly Tool[] = [
  tool('rowAbove', 'row-above', 'text.table.rowAbove', (c) => c.addRowBefore()),
  tool('rowBelow', 'row-below', 'text.table.rowBelow', (c) => c.addRowAfter()),
  tool('columnBefore', 'column-before', 'text.table.columnBefore', (c) => c.addColumnBefore()),
  tool('columnAfter', 'column-after', 'text.table.columnAfter', (c) => c.addColumnAfter()),
  tool('mergeCells', 'table-cells-merge', 'text.table.merge', (c) => c.mergeCells().command(withoutBareRows)),
  tool('splitCell', 'table-cells-split', 'text.table.split', (c) => c.splitCell()),
  tool('headerRow', 'table-properties', 'text.table.headerRow', (c) => c.toggleHeaderRow(), hasHeader('top')),
  tool('headerColumn', 'table-properties', 'text.table.headerColumn', (c) => c.toggleHeaderColumn(), hasHeader('left')),
  tool('deleteRow', 'trash-2', 'text.table.deleteRow', (c) => c.deleteRow().command(withoutBareRows)),
  tool('deleteColumn', 'trash-2', 'text.table.deleteColumn', (c) => c.deleteColumn().command(withoutBareRows)),
  tool('deleteTable', 'trash-2', 'text.table.delete', (c) => c.deleteTable()),
]
