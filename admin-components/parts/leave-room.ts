/** A bar at the bottom of the screen takes its own room: pages end above it, and so do the bars that stay at their bottom (`--below`).
 * Tested by test/admin-components/seen-as.test.ts.
 */
let bar: HTMLElement | undefined
let frame: HTMLElement | null | undefined

/** When it is drawn, it is not yet where it belongs. */
const measured = new ResizeObserver(() => {
  frame = bar?.parentElement
  frame?.style.setProperty('--below', `${bar?.offsetHeight ?? 0}px`)
})

export function leaveRoom(element: Element | undefined): void {
  measured.disconnect()
  frame?.style.removeProperty('--below')
  bar = element as HTMLElement | undefined
  if (bar) measured.observe(bar)
}
