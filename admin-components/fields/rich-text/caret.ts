/** Keys act where the caret is. Browsers report a moved caret in a task of its own, and a busy page handles the next key before that:
 * Enter right after Ctrl+End would split the text where the caret was before.
 */
import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'

export const Caret = Extension.create({
  name: 'caret',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown: ({ composing, dom }, { isComposing }) => {
            if (!composing && !isComposing) dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
            return false
          },
        },
      },
    }),
  ],
})
