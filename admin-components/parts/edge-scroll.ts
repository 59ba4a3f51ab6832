/** Scrolls when something is dragged to the upper or lower edge: the page, or the frame around it that scrolls, such as a drawer or a full screen.
 * Tested by test/admin-components/writing-views.test.ts.
 */

/** The distance from the edge at which it starts to scroll. */
const EDGE = 60
const STEP = 12

/** `y`: where the pointer is. */
export function scrollAtEdge(dragged: Element, y: number): void {
  const frame = frameOf(dragged)
  const { top, bottom } = frame?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
  if (y < top + EDGE) (frame ?? window).scrollBy(0, -STEP)
  else if (y > bottom - EDGE) (frame ?? window).scrollBy(0, STEP)
}

/** Undefined for the page itself. */
function frameOf(dragged: Element): Element | undefined {
  for (let one: Element | null = dragged; one && one !== document.body; one = one.assignedSlot ?? one.parentElement ?? hostOf(one))
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return undefined
}

const hostOf = (one: Element): Element | null => (one.getRootNode() as Partial<ShadowRoot>).host ?? null
