/** Keeps the focus in a field when the button that had it disappears, as with the last row that is removed.
 * Tested by test/admin-components/keyboard.test.ts.
 */
import type { CmsElement } from '../element.ts'
import type { Editing } from './editing.ts'

/** Focuses the first of these elements that is visible, unless something else has the focus. They exist only after the form has rendered. */
export async function keepFocus(field: CmsElement & { editing: Editing }, selectors: readonly string[]): Promise<void> {
  await field.editing.host.updateComplete
  await field.updateComplete
  if ((field.getRootNode() as ShadowRoot).activeElement) return
  for (const selector of selectors) {
    const found = field.querySelector<HTMLElement>(selector)
    if (found?.checkVisibility()) return found.focus()
  }
}
