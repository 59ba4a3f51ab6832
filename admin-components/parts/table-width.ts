/** Tells a table's frame whether the table fits into it (`data-fits`), and whether more columns follow (`data-more`). A frame that scrolls
 * sideways would keep the headings from sticking to the window, so they are moved there (`--head`). Tested by test/admin-components/list-table.test.ts.
 */

const wide = new Set<HTMLElement>()

const measured = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const frame = target.closest<HTMLElement>('.table-frame')
    const table = frame?.querySelector('table')
    if (!frame || !table) continue
    const fits = table.offsetWidth <= frame.clientWidth
    frame.dataset['fits'] = String(fits)
    sayMore(frame)
    if (fits) wide.delete(frame)
    else wide.add(frame)
  }
  moveHeadings()
})

export function watchWidth(frame: Element | undefined): void {
  const table = frame?.querySelector('table')
  if (!frame || !table) return
  measured.observe(frame)
  measured.observe(table)
  frame.addEventListener('scroll', scrolled, { passive: true })
}

const scrolled = ({ currentTarget }: Event): void => sayMore(currentTarget as HTMLElement)

/** In right-to-left languages, the offset of what is scrolled is negative. */
function sayMore(frame: HTMLElement): void {
  const rest = frame.scrollWidth - frame.clientWidth - Math.abs(frame.scrollLeft)
  frame.toggleAttribute('data-more', rest > 1)
}

function moveHeadings(): void {
  for (const frame of wide) {
    if (!frame.isConnected) {
      wide.delete(frame)
      continue
    }
    const { top, height } = frame.getBoundingClientRect()
    const room = height - (frame.querySelector('thead')?.offsetHeight ?? 0)
    frame.style.setProperty('--head', `${Math.round(Math.max(0, Math.min(-top, room)))}px`)
  }
}

window.addEventListener('scroll', moveHeadings, { passive: true })
