/** Tells a table's frame whether the table fits into it, so that the frame scrolls only then (`data-fits`).
 * Tested by test/admin-components/list-table.test.ts.
 */

const measured = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const frame = target.closest<HTMLElement>('.table-frame')
    const table = frame?.querySelector('table')
    if (frame && table) frame.dataset['fits'] = String(table.offsetWidth <= frame.clientWidth)
  }
})

export function watchWidth(frame: Element | undefined): void {
  const table = frame?.querySelector('table')
  if (!frame || !table) return
  measured.observe(frame)
  measured.observe(table)
}
