/** Tables, with headers, merged cells and columns of a set width. Tested by test/admin-components/rich-text-tables.test.ts. */
import { Extension, type Extensions } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow, TableView } from '@tiptap/extension-table'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { MOST_CELLS } from '../../../lib/rich-text/limits.ts'
import { OWN_DIRECTION } from './direction.ts'

/** Only what a stored cell has. */
const ofCell = { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null, parseHTML: widthsIn } }

function widthsIn(cell: HTMLElement): number[] | null {
  const widths = (cell.getAttribute('colwidth') ?? '').split(',').map(Number)
  return widths.every((width) => Number.isSafeInteger(width) && width > 0) ? widths : null
}

const spanIn = (name: 'colspan' | 'rowspan') => (cell: HTMLElement) =>
  Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? '1', 10) || 1, 1), MOST_CELLS)

const addAttributes = () => ({
  ...ofCell,
  colspan: { default: 1, parseHTML: spanIn('colspan') },
  rowspan: { default: 1, parseHTML: spanIn('rowspan') },
})

/** A column is never narrower than a word, in pixels, unless somebody makes it so: on a phone, a wide table scrolls. */
const WORD = 112

/** With more columns, or on a phone, columns are as wide as their words need. Fewer columns stay equal, so that they don't move while one writes. */
const MOST_EQUAL = 3

class DirectedTable extends TableView {
  constructor(node: Node, _cellMinWidth: number, view?: EditorView) {
    super(node, WORD, view)
    // What scrolls has the direction, so that a wide table begins with its first column.
    this.dom.dir = OWN_DIRECTION.HTMLAttributes.dir
    makeReachable(this.dom, view?.editable !== false)
    this.#fitWords()
  }

  override update(node: Node): boolean {
    const isSame = super.update(node)
    if (isSame) this.#fitWords()
    return isSame
  }

  #fitWords(): void {
    this.table.classList.toggle('has-many', this.colgroup.childElementCount > MOST_EQUAL)
  }
}

/** A wide table scrolls with the caret, or by the arrow keys if the text is locked. */
function makeReachable(wrapper: HTMLElement, isEditable: boolean): void {
  // The default, which tells tools that check pages where the caret can go.
  wrapper.setAttribute('contenteditable', 'inherit')
  if (isEditable) wrapper.removeAttribute('tabindex')
  else wrapper.tabIndex = 0
}

/** A field is locked and unlocked while its text is open. */
const ReachableTables = Extension.create({
  name: 'reachableTables',
  addProseMirrorPlugins: () => [
    new Plugin({
      view: (view) => {
        let wasEditable = view.editable
        return {
          update: ({ dom, editable }) => {
            if (editable === wasEditable) return
            wasEditable = editable
            for (const wrapper of dom.querySelectorAll<HTMLElement>('.tableWrapper')) makeReachable(wrapper, editable)
          },
        }
      },
    }),
  ],
})

export const tables: Extensions = [
  Table.configure({ View: DirectedTable, resizable: true, cellMinWidth: 48, allowTableNodeSelection: true }),
  TableRow,
  TableCell.extend({ addAttributes }),
  TableHeader.extend({ addAttributes }),
  ReachableTables,
]
