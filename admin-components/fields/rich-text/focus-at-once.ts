/** The text gets the focus before the next key. Tiptap waits for the next frame, and a letter that is typed before would press a button of the bar or menu that
 * still has it.
 * Tested by test/admin-components/letter-after-menu.test.ts.
 */
import { commands, Extension } from '@tiptap/core'

export const FocusAtOnce = Extension.create({
  name: 'focusAtOnce',
  addCommands: () => ({
    focus: (position, options) => (props) => {
      const { editor, view, dispatch } = props
      // After the commands that are run together with this one.
      if (dispatch && position !== false) queueMicrotask(() => !editor.isDestroyed && view.focus())
      return commands.focus(position, options)(props)
    },
  }),
})
