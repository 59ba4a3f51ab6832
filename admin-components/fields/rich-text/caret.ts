/** Makes keys act at the current caret. Browsers report caret moves in a separate task, and on a busy page the next key comes first:
 * Enter right after Ctrl+End would split the text at the old position. A text that gets the focus by Tab has its old selection only after a while,
 * and a key that comes before would act at its start.
 * Tested by test/admin-components/writing-keys.test.ts.
 */
import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

export const Caret = Extension.create({
  name: 'caret',
  addProseMirrorPlugins: () => {
    let isPressed = false
    const note = (now: boolean) => {
      isPressed = now
      return false
    }
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            mousedown: () => note(true),
            mouseup: () => note(false),
            focus: (view) => {
              if (!isPressed) view.focus()
              return false
            },
            keydown: ({ composing, dom }, { isComposing }) => {
              if (!composing && !isComposing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
              return false
            },
          },
        },
      }),
    ]
  },
})
