/** Backspace and Delete at the edges of items, for the innermost kind of list only: Tiptap goes on with the next kind after it has acted.
 * Tested by test/admin-components/writing-lists.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { ListKeymap, listHelpers } from '@tiptap/extension-list'

export const ListKeys = ListKeymap.extend({
  addKeyboardShortcuts() {
    const { listTypes } = this.options
    const back = ({ editor }: { editor: Editor }) =>
      listTypes.some(({ itemName, wrapperNames }) => listHelpers.handleBackspace(editor, itemName, wrapperNames))
    const forward = ({ editor }: { editor: Editor }) => listTypes.some(({ itemName }) => listHelpers.handleDelete(editor, itemName))
    return { ...this.parent?.(), Backspace: back, 'Mod-Backspace': back, Delete: forward, 'Mod-Delete': forward }
  },
})
