/** Where the focus is. Tested by test/admin-components/keyboard.test.ts. */

/** The element that has the focus, as seen from the tree that holds this one. */
export const focusedIn = (element: Element): Element | null => (element.getRootNode() as Document | ShadowRoot).activeElement

/** What had the focus is gone. The writing surface of a text isn't in the tree of its form, but keeps the page's focus all the same. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** The focused element, looking through all shadow roots. */
export function focused(): HTMLElement | undefined {
  let one = document.activeElement
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement
  return one instanceof HTMLElement && one !== document.body ? one : undefined
}
