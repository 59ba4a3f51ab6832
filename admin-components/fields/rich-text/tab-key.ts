/** The Tab key where it means something in the text: it never throws the writer out of a list or of code.
 * Tested by test/admin-components/writing-code.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'

const INDENT = '  '

export const TabKey = Extension.create({
  name: 'tabKey',
  // Before lists, which would take a block of code that follows them into themselves.
  priority: 1000,
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) => (editor.isActive('codeBlock') ? indent(editor) : isDeepest(editor)),
    'Shift-Tab': ({ editor }) => editor.isActive('codeBlock') && outdent(editor),
  }),
})

/** The selected lines, or the words after the caret. */
function indent({ state, view }: Editor): true {
  const { tr, selection } = state
  if (selection.empty) tr.insertText(INDENT)
  else for (const { start, words } of linesOfCode(state)) if (words !== '') tr.insertText(INDENT, start)
  view.dispatch(tr.scrollIntoView())
  return true
}

function outdent({ state, view }: Editor): true {
  const { tr } = state
  for (const { start, words } of linesOfCode(state)) tr.delete(start, start + (/^(\t| {1,2})/.exec(words)?.[0].length ?? 0))
  view.dispatch(tr.scrollIntoView())
  return true
}

/** Those with a part of the selection, from the last one. One that the selection only reaches the start of isn't selected. */
function linesOfCode({ doc, selection: { from, to } }: EditorState): { start: number; words: string }[] {
  const lines: { start: number; words: string }[] = []
  doc.nodesBetween(from, to, (node, at) => {
    if (!node.type.spec.code) return
    let start = at + 1
    for (const words of node.textContent.split('\n')) {
      if (start + words.length >= from && (start < to || start === from)) lines.unshift({ start, words })
      start += words.length + 1
    }
  })
  return lines
}

/** In an item of a list that can go no deeper, nor can the one around it. In a table, the key goes to the next cell. */
function isDeepest(editor: Editor): boolean {
  const items = ['listItem', 'taskItem'].filter((name) => editor.isActive(name))
  return items.length > 0 && !editor.isActive('table') && !items.some((name) => editor.can().sinkListItem(name))
}
