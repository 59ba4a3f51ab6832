/** Places what is in the top layer, such as a menu, next to something else: below it if there is room, otherwise above, and always inside the window.
 * Tested by test/admin-components/keyboard.test.ts.
 */

const GAP = 4
/** The distance from the edges of the window. */
const EDGE = 8

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
  const { offsetWidth: width, offsetHeight: height, style } = popover
  const fits = { below: bottom + GAP + height <= innerHeight - EDGE, above: top - GAP - height >= Math.max(EDGE, ceiling) }
  const isBelow = side === 'below' ? fits.below || !fits.above : !fits.above && fits.below
  const y = isBelow ? bottom + GAP : top - GAP - height
  const isRightToLeft = getComputedStyle(popover).direction === 'rtl'
  const x = align === 'center' ? (left + right - width) / 2 : isRightToLeft ? right - width : left
  style.top = `${within(y, height, innerHeight)}px`
  style.left = `${within(x, width, innerWidth)}px`
}

const within = (at: number, size: number, all: number): number => Math.max(EDGE, Math.min(at, all - EDGE - size))
