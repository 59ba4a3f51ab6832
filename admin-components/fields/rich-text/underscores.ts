/** An underscore inside a word is no Markdown: `_private_` is italic at once, and gets its underscores back when the next letter makes it `_private_name`.
 * Tested by test/admin-components/writing-markdown.test.ts.
 */
import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import { markdownIn } from './undo-steps.ts'

export const Underscores = Extension.create({
  name: 'underscores',
  // Before what is typed is read as Markdown.
  priority: 1000,
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        props: {
          handleTextInput: (view, _from, _to, text) => {
            const goesOn = /^[\p{L}\p{N}]/u.test(text) && markdownIn(view.state)?.text === '_'
            if (!goesOn || !editor.commands.undo()) return false
            view.dispatch(view.state.tr.insertText(text).scrollIntoView())
            return true
          },
        },
      }),
    ]
  },
})
