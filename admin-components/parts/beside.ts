/** Places what is in the top layer, such as a menu, next to something else: below it if there is room, otherwise above, and always inside the window.
 * Tested by test/admin-components/writing-touch.test.ts.
 */

const GAP = 4
/** The distance from the edges of the window. */
const EDGE = 8
/** A popover is at least this tall. */
const LEAST = 120

interface Place {
  /** Where it goes first. */
  side?: 'below' | 'above'
  align?: 'start' | 'center'
  /** The popover doesn't go above this, so that a bar which sticks to the top stays visible. */
  ceiling?: number
}

export function placeBeside(
  popover: HTMLElement,
  { top, bottom, left, right }: DOMRect,
  { side = 'below', align = 'start', ceiling = 0 }: Place = {},
): void {
  const { style } = popover
  style.maxBlockSize = ''
  const area = visibleArea()
  const { offsetWidth: width, offsetHeight } = popover
  const [highest, lowest] = [Math.max(area.top + EDGE, ceiling), area.bottom - EDGE]
  const room = { below: lowest - Math.max(bottom + GAP, highest), above: Math.min(top - GAP, lowest) - highest }
  const other = side === 'below' ? 'above' : 'below'
  const goesTo = offsetHeight <= room[side] || room[side] >= room[other] ? side : other
  const height = Math.min(offsetHeight, Math.max(LEAST, room[goesTo]))
  if (height < offsetHeight) style.maxBlockSize = `${height}px`
  const y = goesTo === 'below' ? bottom + GAP : top - GAP - height
  const isRightToLeft = getComputedStyle(popover).direction === 'rtl'
  const x = align === 'center' ? (left + right - width) / 2 : isRightToLeft ? right - width : left
  style.top = `${within(y, height, area.top, area.bottom)}px`
  style.left = `${within(x, width, area.left, area.right)}px`
}

/** At the lower edge of what can be seen, where thumbs are, and above a bar that is there already. */
export function placeAtBottom(popover: HTMLElement, bar = Number.POSITIVE_INFINITY): void {
  const { left, right, bottom: lowest } = visibleArea()
  const bottom = Math.min(lowest, bar)
  const { offsetWidth: width, offsetHeight: height, style } = popover
  style.top = `${bottom - EDGE - height}px`
  style.left = `${within((left + right - width) / 2, width, left, right)}px`
}

const within = (at: number, size: number, start: number, end: number): number => Math.max(start + EDGE, Math.min(at, end - EDGE - size))

/** Without what a phone's keyboard covers. */
function visibleArea(): DOMRect {
  const { offsetLeft = 0, offsetTop = 0, width = innerWidth, height = innerHeight } = window.visualViewport ?? {}
  return new DOMRect(offsetLeft, offsetTop, width, height)
}
