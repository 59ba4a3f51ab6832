/** Tables with merged cells stay well-formed, whatever is done with their rows, columns and cells, and look alike as HTML. */
import { type Node, Schema } from '@tiptap/pm/model'
import { EditorState, type Transaction } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  CellSelection,
  deleteColumn,
  deleteRow,
  fixTables,
  mergeCells,
  splitCell,
  TableMap,
} from '@tiptap/pm/tables'
import { expect } from 'chai'
import fc from 'fast-check'
import { removeBareRows } from '../../admin-components/fields/rich-text/bare-rows.ts'
import { toHTML } from '../../lib/rich-text/to-html.ts'
import { inDepth } from '../harness/depth.ts'

const attrs = { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } }
const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'text*', group: 'block' },
    table: { content: 'tableRow+', group: 'block', tableRole: 'table', isolating: true },
    tableRow: { content: '(tableCell | tableHeader)*', tableRole: 'row' },
    tableCell: { content: 'block+', attrs, tableRole: 'cell', isolating: true },
    tableHeader: { content: 'block+', attrs, tableRole: 'header_cell', isolating: true },
    text: {},
  },
})

const COMMANDS = [
  mergeCells,
  mergeCells,
  mergeCells,
  splitCell,
  deleteRow,
  deleteColumn,
  addRowAfter,
  addRowBefore,
  addColumnAfter,
  addColumnBefore,
]

const fresh = (rows: number, columns: number): Node =>
  schema.node('doc', null, [
    schema.node(
      'table',
      null,
      Array.from({ length: rows }, (_, row) =>
        schema.node(
          'tableRow',
          null,
          Array.from({ length: columns }, (_, column) =>
            schema.node('tableCell', null, [schema.node('paragraph', null, [schema.text(`${row}.${column}`)])]),
          ),
        ),
      ),
    ),
  ])

/** Selects the cells from one to another, and runs the command as the editor does. */
function changed(state: EditorState, command: (typeof COMMANDS)[number], [from, to]: [number, number]): EditorState {
  const { map } = TableMap.get(state.doc.firstChild as Node)
  const [one, other] = [from, to].map((at) => 1 + (map[at % map.length] ?? 0)) as [number, number]
  const selected = state.apply(state.tr.setSelection(CellSelection.create(state.doc, one, other)))
  let next = selected
  command(selected, (tr: Transaction) => {
    removeBareRows(tr)
    next = selected.apply(tr)
  })
  const fixed = fixTables(next)
  return fixed ? next.apply(fixed) : next
}

/** What each place of the grid shows. */
const gridOf = (table: Node): string[] => {
  const { map } = TableMap.get(table)
  const places = [...new Set(map)]
  return map.map((at) => String(places.indexOf(at)))
}

/** The same, as a browser reads HTML. */
function gridIn(html: string): string[] {
  const grid: string[][] = []
  let count = 0
  for (const [row, line] of [...html.matchAll(/<tr>(.*?)<\/tr>/g)].entries())
    for (const [, one = ''] of (line[1] ?? '').matchAll(/<t[dh]([^>]*)>/g)) {
      const span = (name: string) => Number(new RegExp(`${name}="(\\d+)"`).exec(one)?.[1] ?? 1)
      let column = 0
      while (grid[row]?.[column] !== undefined) column++
      for (let y = 0; y < span('rowspan'); y++)
        for (let x = 0; x < span('colspan'); x++) {
          grid[row + y] ??= []
          ;(grid[row + y] as string[])[column + x] = String(count)
        }
      count++
    }
  return grid.flat()
}

describe('admin-components: rows in which no cell begins', () => {
  it('are in no table, after any changes to tables with merged cells', () => {
    const change = fc.tuple(fc.constantFrom(...COMMANDS), fc.tuple(fc.nat(60), fc.nat(60)))
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(change, { maxLength: 12 }),
        (rows, columns, changes) => {
          let state = EditorState.create({ doc: fresh(rows, columns) })
          for (const [command, cells] of changes) {
            state = changed(state, command, cells)
            state.doc.check()
            const table = state.doc.firstChild as Node
            expect(
              table.children.every(({ childCount }) => childCount > 0),
              String(table),
            ).to.equal(true)
            expect(TableMap.get(table).problems ?? [], String(table)).to.deep.equal([])
            const html = toHTML(state.doc.toJSON())
            expect(gridIn(html), html).to.deep.equal(gridOf(table))
          }
        },
      ),
      { numRuns: inDepth(100, 3000) },
    )
  })

  it('make the cells that reach into them shorter, in what is stored and read', () => {
    const cell = (words: string, attrs?: object) => ({
      type: 'tableCell',
      ...(attrs && { attrs }),
      content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
    })
    const row = (...content: object[]) => ({ type: 'tableRow', content })
    const stored = { type: 'doc', content: [{ type: 'table', content: [row(cell('c', { rowspan: 2 })), row(), row(cell('i'))] }] }
    expect(toHTML(stored)).to.equal('<table><tbody><tr><td>c</td></tr><tr><td>i</td></tr></tbody></table>')
  })
})
