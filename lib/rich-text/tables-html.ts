/** Tables as HTML: rows of headers at the top become the `<thead>`, the widths of columns a `<colgroup>`. Tested by test/rich-text/to-html.test.ts. */
import type { RichTextNode } from './document.ts'
import { element, openTag } from './html-text.ts'
import { childrenOf } from './well-formed.ts'

/** The HTML inside the `<table>`; `inside` gives the HTML of a cell's contents. */
export function rowsHTML(table: RichTextNode, inside: (cell: RichTextNode) => string): string {
  const rows = childrenOf(table)
  const body = rows.findIndex((row) => childrenOf(row).some(({ type }) => type !== 'tableHeader'))
  const top = body < 0 ? rows.length : body
  const headers = headRows(rows, top)
  // A row of headers heads its columns even if one of them, which spans into the body, keeps it out of the head.
  const written = rows.map((row, index) => {
    const scope = index < top ? 'col' : 'row'
    const cells = childrenOf(row).map((cell) => cellHTML(cell, scope, inside(cell)))
    return element('tr', {}, cells.join(''))
  })
  const part = (name: string, all: readonly string[]) => (all.length > 0 ? element(name, {}, all.join('')) : '')
  return columnsOf(rows) + part('thead', written.slice(0, headers)) + part('tbody', written.slice(headers))
}

/** The most rows, up to `count`, that no cell reaches out of: browsers end each cell with the head of the table. */
function headRows(rows: readonly RichTextNode[], count: number): number {
  let [whole, end] = [0, 0]
  for (const [index, row] of rows.slice(0, count).entries()) {
    for (const { attrs = {} } of childrenOf(row)) end = Math.max(end, index + Number(attrs['rowspan'] ?? 1))
    if (end <= index + 1) whole = index + 1
  }
  return whole
}

function cellHTML({ type, attrs = {} }: RichTextNode, scope: string, content: string): string {
  const isHeader = type === 'tableHeader'
  const span = (name: string) => (Number(attrs[name] ?? 1) > 1 ? Number(attrs[name]) : undefined)
  const attributes = { scope: isHeader && scope, colspan: span('colspan'), rowspan: span('rowspan') }
  return element(isHeader ? 'th' : 'td', attributes, content)
}

/** Every row repeats the widths, so those of the first one are enough. */
function columnsOf([first]: readonly RichTextNode[]): string {
  const widths = (first ? childrenOf(first) : []).flatMap(({ attrs = {} }) => {
    const span = Number(attrs['colspan'] ?? 1)
    const own = Array.isArray(attrs['colwidth']) ? attrs['colwidth'] : []
    return Array.from({ length: span }, (_, index) => own[index] ?? null)
  })
  if (widths.every((width) => width === null)) return ''
  return element('colgroup', {}, widths.map((width) => openTag('col', { width })).join(''))
}
