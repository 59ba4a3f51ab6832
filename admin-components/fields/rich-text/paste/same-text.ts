/** Whether what is being pasted was copied or cut from the same text: then it stays as it is, even if the field no longer allows it.
 * Tested by test/admin-components/rich-text-settings.test.ts.
 */
import type { Editor } from '@tiptap/core'
import { hostOf } from '../text-host.ts'

const places = new WeakMap<Editor, string>()

/** Call while the clipboard is read; `place` is undefined for what comes from other programs. */
export function notePlace(editor: Editor, place: string | undefined): void {
  if (place === undefined) places.delete(editor)
  else places.set(editor, place)
}

export const isFromSameText = (editor: Editor): boolean => places.get(editor) === hostOf(editor).place()
