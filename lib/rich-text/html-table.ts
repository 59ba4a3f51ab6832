/** A `<table>` → a table node, with headers, spans and the widths of columns. Tested by test/rich-text/from-html.test.ts. */
import type { RichTextNode } from './document.ts'
import { stylesIn } from './html-marks.ts'
import { elementsIn, type HTMLElementNode, type HTMLTreeNode } from './html-tree.ts'

/** `read` gives the nodes inside a cell. The caption becomes a paragraph in front of the table. */
export function readTable(table: HTMLElementNode, read: (nodes: readonly HTMLTreeNode[]) => RichTextNode[]): RichTextNode[] {
  const caption = table.children.find(isElement('caption'))
  const widths = widthsOf(table)
  const content = rowsOf(table, false).map(({ row, isHead }) => rowOf(row, isHead, widths, read))
  const before: RichTextNode[] = caption ? [{ type: 'paragraph', content: read(caption.children) }] : []
  return [...before, { type: 'table', content }]
}

const isElement =
  (...names: string[]) =>
  (node: HTMLTreeNode): node is HTMLElementNode =>
    typeof node !== 'string' && names.includes(node.name)

function rowsOf({ children }: HTMLElementNode, isHead: boolean): { row: HTMLElementNode; isHead: boolean }[] {
  return children
    .filter(isElement('tr', 'thead', 'tbody', 'tfoot'))
    .flatMap((one) => (one.name === 'tr' ? [{ row: one, isHead }] : rowsOf(one, one.name === 'thead')))
}

function rowOf(
  row: HTMLElementNode,
  isHead: boolean,
  widths: readonly (number | null)[],
  read: (nodes: readonly HTMLTreeNode[]) => RichTextNode[],
): RichTextNode {
  let column = 0
  const content = row.children.filter(isElement('td', 'th')).map(({ name, attributes, children }) => {
    const [colspan, rowspan] = [spanOf(attributes['colspan']), spanOf(attributes['rowspan'])]
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

const MOST_CELLS = 1000

function spanOf(text: string | undefined): number {
  const span = Number.parseInt(text ?? '', 10)
  return span >= 1 ? Math.min(span, MOST_CELLS) : 1
}

function widthsOf({ children }: HTMLElementNode): (number | null)[] {
  return elementsIn(children.filter(isElement('colgroup', 'col')), 'col').flatMap(({ attributes }) => {
    const width = Number.parseInt(
      /^\d+(?:px)?$/.exec(attributes['width'] ?? stylesIn(attributes['style'] ?? '')['width'] ?? '')?.[0] ?? '',
      10,
    )
    return Array.from({ length: spanOf(attributes['span']) }, () => (width > 0 ? width : null))
  })
}
