/** The commands for tables: they add one, and change the one at the caret. Tested by test/admin-components/rich-text-tables.test.ts. */
import type { ChainedCommands, CommandProps, Editor } from '@tiptap/core'
import { isInTable, selectedRect } from '@tiptap/pm/tables'
import type { Key } from '../../texts/texts.ts'
import { removeBareRows } from './bare-rows.ts'
import { leaveSelection } from './cards.ts'
import type { Tool } from './tool.ts'
import { asOneStep } from './undo-steps.ts'

type Commands = Pick<ChainedCommands, Extract<keyof ChainedCommands, string>>

const tool = (name: string, icon: string, key: Key, act: (commands: Commands) => ChainedCommands, isOn = (_: Editor) => false): Tool => ({
  name,
  icon,
  key,
  feature: 'table',
  group: 'table',
  run: (e) => void act(e.chain().focus()).run(),
  isOn,
  canRun: (e) => e.isActive('table') && act(e.can().chain()).run(),
})

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
  canRun: (e) => e.isEditable && !e.isActive('table'),
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
