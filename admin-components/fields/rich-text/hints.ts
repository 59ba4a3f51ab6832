/** The hints in an empty text and in the empty block at the caret. Tested by test/admin-components/writing-views.test.ts. */
import type { Editor, Extensions } from '@tiptap/core'
import { Placeholder, Selection } from '@tiptap/extensions'
import { hostOf } from './text-host.ts'
import { offersBlocks } from './tool.ts'

export const hints = (placeholder: string | undefined): Extensions => [
  Placeholder.configure({
    emptyEditorClass: 'empty-text',
    emptyNodeClass: 'empty-block',
    placeholder: ({ editor, node }) => hintFor(editor, placeholder, node.type.name, node.attrs['level']),
  }),
  // The selection stays visible while the focus is in a dialog.
  Selection.configure({ className: 'still-selected' }),
]

function hintFor(editor: Editor, placeholder: string | undefined, type: string, level: number): string {
  const { element, tools } = hostOf(editor)
  if (type === 'heading') return element.t('text.heading.level', { level })
  if (type === 'codeBlock') return ''
  const hasBlocks = offersBlocks(tools)
  if (editor.isEmpty) return placeholder ?? element.t(hasBlocks ? 'text.placeholder' : 'text.placeholder.words')
  return hasBlocks ? element.t('text.placeholder.block') : ''
}
