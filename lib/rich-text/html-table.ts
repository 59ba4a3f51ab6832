/** A `<table>` → a table node, with headers, spans and the widths of columns. Tested by test/rich-text/from-html.test.ts. */
import type { RichTextNode } from './document.ts'
import { stylesIn } from './html-meaning.ts'
import { elementsIn, type HTMLElementNode, type HTMLTreeNode } from './html-tree.ts'
import { MOST_CELLS } from './limits.ts'

type Read = (nodes: readonly HTMLTreeNode[]) => RichTextNode[]

/** `read` gives the nodes inside a cell. The caption becomes a paragraph in front of the table, behind what no cell contains. */
export function readTable(table: HTMLElementNode, read: Read): RichTextNode[] {
  const caption = table.children.find(isElement('caption'))
  const widths = widthsOf(table)
  const rows = rowsOf(table, false)
  const strays = [...straysIn(table, caption), ...rows.flatMap(({ row }) => row.children.filter(not(isElement(...CELLS))))]
  const last = rows.at(-1)?.group
  const content = rows.map((one) => rowOf(one, one.group !== last, widths, read))
  const before: RichTextNode[] = caption ? [{ type: 'paragraph', content: read(caption.children) }] : []
  return [...read(strays), ...before, { type: 'table', content }]
}

const CELLS = ['td', 'th']
const SECTIONS = ['thead', 'tbody', 'tfoot', 'colgroup']

const isElement =
  (...names: string[]) =>
  (node: HTMLTreeNode): node is HTMLElementNode =>
    typeof node !== 'string' && names.includes(node.name)

const not =
  (isOne: (node: HTMLTreeNode) => boolean) =>
  (node: HTMLTreeNode): boolean =>
    !isOne(node)

/** Cells can't reach from one into the next. */
interface RowGroup {
  rows: number
}

interface TableLine {
  row: HTMLElementNode
  isHead: boolean
  group: RowGroup
  /** Its place in the group. */
  index: number
}

/** Cells without a row are in a row of their own, as browsers read them. */
function rowsOf({ children }: HTMLElementNode, isHead: boolean): TableLine[] {
  const rows: TableLine[] = []
  let cells: HTMLElementNode[] | undefined
  let group: RowGroup = { rows: 0 }
  const add = (row: HTMLElementNode) => rows.push({ row, isHead, group, index: group.rows++ })
  for (const one of children) {
    if (isElement(...CELLS)(one)) {
      if (!cells) {
        cells = []
        add({ name: 'tr', attributes: {}, children: cells })
      }
      cells.push(one)
      continue
    }
    if (isElement('tr')(one)) add(one)
    else if (isElement(...SECTIONS)(one)) {
      for (const line of rowsOf(one, one.name === 'thead')) rows.push(line)
      group = { rows: 0 }
    } else continue
    cells = undefined
  }
  return rows
}

/** Contents of a table outside of its cells, which browsers show in front of it. */
function straysIn({ children }: HTMLElementNode, caption?: HTMLElementNode): HTMLTreeNode[] {
  return children.flatMap((one) => {
    if (one === caption) return []
    if (isElement(...SECTIONS)(one)) return straysIn(one)
    return isElement('tr', 'col', ...CELLS)(one) ? [] : [one]
  })
}

/** `isBounded`: another part of the table follows, into which no cell reaches. */
function rowOf({ row, isHead, group, index }: TableLine, isBounded: boolean, widths: readonly (number | null)[], read: Read): RichTextNode {
  let column = 0
  const content = row.children.filter(isElement(...CELLS)).map(({ name, attributes, children }) => {
    const rest = group.rows - index
    const colspan = spanOf(attributes['colspan'])
    const rows = attributes['rowspan']?.trim() === '0' ? rest : spanOf(attributes['rowspan'])
    const rowspan = isBounded ? Math.min(rows, rest) : rows
    const colwidth = widths.slice(column, column + colspan)
    column += colspan
    const attrs = {
      ...(colspan > 1 && { colspan }),
      ...(rowspan > 1 && { rowspan }),
      ...(colwidth.some((width) => width !== null) && { colwidth }),
    }
    const type = isHead || name === 'th' ? 'tableHeader' : 'tableCell'
    return { type, ...(Object.keys(attrs).length > 0 && { attrs }), content: read(children) }
  })
  return { type: 'tableRow', content }
}

function spanOf(text: string | undefined): number {
  const span = Number.parseInt(text ?? '', 10)
  return span >= 1 ? Math.min(span, MOST_CELLS) : 1
}

function widthsOf({ children }: HTMLElementNode): (number | null)[] {
  const columns = elementsIn(children.filter(isElement('colgroup', 'col')), 'col').slice(0, MOST_CELLS)
  const widths = columns.flatMap(({ attributes }) => {
    const width = Number.parseInt(
      /^\d+(?:px)?$/.exec(attributes['width'] ?? stylesIn(attributes['style'] ?? '')['width'] ?? '')?.[0] ?? '',
      10,
    )
    return Array.from({ length: spanOf(attributes['span']) }, () => (width > 0 ? width : null))
  })
  return widths.slice(0, MOST_CELLS)
}
