/** The Tab key where it means something in the text: it never throws the writer out of a list or of code.
 * Tested by test/admin-components/text-shortcuts.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'

const INDENT = '  '

export const TabKey = Extension.create({
  name: 'tabKey',
  // Before lists, which would take a block of code that follows them into themselves.
  priority: 1000,
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) => {
      if (!editor.isActive('codeBlock')) return isDeepest(editor)
      editor.view.dispatch(editor.state.tr.insertText(INDENT).scrollIntoView())
      return true
    },
  }),
})

/** In an item of a list that can go no deeper, nor can the one around it. In a table, the key goes to the next cell. */
function isDeepest(editor: Editor): boolean {
  const items = ['listItem', 'taskItem'].filter((name) => editor.isActive(name))
  return items.length > 0 && !editor.isActive('table') && !items.some((name) => editor.can().sinkListItem(name))
}
