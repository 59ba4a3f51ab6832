/** Prepares what the first letter in an opened text would otherwise wait for: code that hasn't run yet.
 * Tested by test/admin-components/speed.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import { sizeOf } from './size.ts'
import type { StoredText } from './stored.ts'

/** Writes into a copy of the text, up to the value that would be stored. */
export function prepareForTyping(editor: Editor, text: StoredText): void {
  setTimeout(() => {
    if (editor.isDestroyed || !editor.isEditable) return
    const { state } = editor
    const { doc } = state.applyTransaction(state.tr.insertText('a ', Selection.atStart(state.doc).from)).state
    sizeOf(text.valueOf(doc))
  })
}
