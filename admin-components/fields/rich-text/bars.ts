/** Alt+F10 goes to what can be done at the caret: the controls of a card or of code, the bar of the selection, of the link or of the table.
 * Pressed again it goes on to the next of them, and last to the toolbar.
 * Tested by test/admin-components/writing-keys.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { NodeSelection } from '@tiptap/pm/state'
import { focusedIn } from '../../parts/focus.ts'

export interface Bar extends HTMLElement {
  readonly isShown: boolean
  /** Puts the focus into it. */
  enter(): void
}

const BARS = ['cms-text-selection', 'cms-link-bubble', 'cms-table-menu', 'cms-text-toolbar']

export function enterNextBar(text: HTMLElement, editor: Editor): void {
  const bars = BARS.map((tag) => text.querySelector<Bar>(tag)).filter((bar): bar is Bar => bar?.isShown === true)
  const at = bars.findIndex((bar) => bar.contains(focusedIn(text)))
  for (const menu of bars[at]?.querySelectorAll<HTMLElement>("[popover='']:popover-open") ?? []) menu.hidePopover()
  const control = at === -1 && editor.isFocused ? controlAt(editor) : undefined
  if (control) {
    control.scrollIntoView({ block: 'nearest' })
    control.focus()
  } else bars[(at + 1) % bars.length]?.enter()
}

/** The first control of the selected card, or of the code in which the caret is. */
function controlAt({ view, state }: Editor): HTMLElement | null {
  const { selection } = state
  const { $from } = selection
  const at =
    selection instanceof NodeSelection && selection.node.isAtom ? selection.from : $from.parent.type.spec.code ? $from.before() : undefined
  const dom = at === undefined ? undefined : view.nodeDOM(at)
  return dom instanceof HTMLElement ? dom.querySelector<HTMLElement>('button, input, select, a[href]') : null
}
