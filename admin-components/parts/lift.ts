/** How far toasts are lifted from the bottom of the screen, so that they cover none of the actions there. Tested by test/admin-components/lift.test.ts. */

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** What stays at the bottom: the actions of a document, of what is selected, of a role and of a dialog, and notices. */
export const BARS = '.reach, .chosen, .at-hand, .foot, .offline, .seen-as, .session-ended, .uploads, .running'

/** The distance to the edge of the screen. */
const EDGE = 16
const GAP = 8

/** The distance of toasts to the bottom of the screen, above the bars that would be under them there, however many lie on each other. */
export function liftOver(
  { left, right, height }: { left: number; right: number; height: number },
  bars: readonly Box[],
  screen: number,
): number {
  const beneath = bars.filter((bar) => bar.left < right && bar.right > left && bar.bottom > bar.top)
  let bottom = screen - EDGE
  for (const { top, bottom: end } of beneath.toSorted((a, b) => b.bottom - a.bottom))
    if (top < bottom && end > bottom - height) bottom = top - GAP
  return screen - Math.max(bottom, height + GAP)
}
