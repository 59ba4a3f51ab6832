/** A text that can't be changed: it can be reached by keyboard, scrolled and searched, and its tasks can't be ticked.
 * Tested by test/admin-components/rich-text-nodes.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

const REACHABLE: Record<string, string> = { 'aria-readonly': 'true', tabindex: '0' }

export const locked = (isLocked: () => boolean) =>
  Extension.create({
    name: 'locked',
    addProseMirrorPlugins: () => [new Plugin({ props: { attributes: () => (isLocked() ? REACHABLE : {}) } })],
  })

/** After the text was locked or unlocked. */
export function lockTasks({ view, isEditable }: Editor): void {
  for (const box of tickBoxesIn(view.dom)) box.disabled = !isEditable
}

export const tickBoxesIn = (element: HTMLElement) => element.querySelectorAll<HTMLInputElement>('label > input[type=checkbox]')

/** The editor hears no keys of such a text. */
export const isFindKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key === 'f' && (ctrlKey || metaKey) && !altKey && !shiftKey
