/** Finds what scrolls around an element. Tested by test/admin-components/unmoved-words.test.ts. */

/** The page, or the drawer or full screen that contains the element. */
export function scrollerOf(start: HTMLElement): HTMLElement {
  for (let one: Node | null = start; one; one = outwards(one))
    if (one instanceof HTMLElement && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return document.documentElement
}

/** The node around a node as it is shown, through slots and shadow roots. */
export const outwards = (one: Node): Node | null =>
  one instanceof ShadowRoot ? one.host : ((one as Element).assignedSlot ?? one.parentNode)
