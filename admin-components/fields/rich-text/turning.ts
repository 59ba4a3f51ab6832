/** The commands that turn blocks into others and back: once for a selection, and in each of several selected cells of a table.
 * Tested by test/admin-components/rich-text-tables.test.ts.
 */
import type { ChainedCommands, Editor, SingleCommands } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import { leaveOutRoom } from './room.ts'
import type { Tool } from './tool.ts'

interface Turn extends Omit<Tool, 'group' | 'run' | 'isOn' | 'canRun'> {
  /** The type of the block. */
  node: string
  attrs?: Readonly<Record<string, unknown>>
  toggle(commands: SingleCommands): boolean
}

export function turnTool({ node, attrs = {}, toggle, ...tool }: Turn): Tool {
  const isTurned = (one: Node) => one.type.name === node && Object.entries(attrs).every(([name, value]) => one.attrs[name] === value)
  return {
    ...tool,
    group: 'turn',
    run: (e) =>
      void e
        .chain()
        .focus()
        .command(leaveOutRoom(node === 'blockquote'))
        .command(({ tr, commands, chain }) => (isOfCells(tr) ? toggleInCells(tr, chain, isTurned, toggle) : toggle(commands)))
        .run(),
    isOn: (e) => (isOfCells(e.state) ? isInAll(e.state.selection, isTurned) : e.isActive(node, attrs)),
    canRun: (e) => (isOfCells(e.state) ? e.isEditable : toggle(e.can())),
  }
}

type OfCells = { selection: CellSelection }

const isOfCells = <T extends Pick<Editor['state'], 'selection'>>(state: T): state is T & OfCells => state.selection instanceof CellSelection

function isInAll(selection: CellSelection, isTurned: (one: Node) => boolean): boolean {
  let isOn = true
  selection.forEachCell((cell) => {
    isOn &&= cell.children.every(isTurned)
  })
  return isOn
}

/** Off only if all of them have it, otherwise on in those that don't. */
function toggleInCells(
  tr: Transaction & OfCells,
  chain: () => ChainedCommands,
  isTurned: (one: Node) => boolean,
  toggle: Turn['toggle'],
): true {
  const { selection } = tr
  const isOn = isInAll(selection, isTurned)
  const before = tr.steps.length
  const cells: [cell: Node, at: number][] = []
  selection.forEachCell((cell, at) => void cells.push([cell, at]))
  // From the last one, so that the places of those before it stay the same.
  for (const [cell, at] of cells.sort(([, one], [, other]) => other - one)) {
    const words = TextSelection.between(tr.doc.resolve(at + 1), tr.doc.resolve(at + cell.nodeSize - 1))
    const isInCell = words.from > at && words.to < at + cell.nodeSize
    if (!isInCell || (!isOn && cell.children.every(isTurned))) continue
    tr.setSelection(words)
    chain()
      .command(({ commands }) => toggle(commands))
      .run()
  }
  tr.setSelection(selection.map(tr.doc, tr.mapping.slice(before)))
  return true
}
