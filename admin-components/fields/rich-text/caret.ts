/** Makes keys act at the current caret. Browsers report caret moves in a separate task, and on a busy page the next key comes first:
 * Enter right after Ctrl+End would split the text at the old position.
 * Tested by test/admin-components/rich-text.test.ts.
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
