/** The Tab key where it means something in the text: it never throws the writer out of a list or of code. In a list in a cell, it goes to the
 * next cell only if there is nothing to nest. Tested by test/admin-components/tab-key.test.ts, in code by test/admin-components/writing-code.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { EditorState, Selection } from '@tiptap/pm/state'

const INDENT = '  '

export const TabKey = Extension.create({
  name: 'tabKey',
  // Before lists, which would take a block of code that follows them into themselves.
  priority: 1000,
  addKeyboardShortcuts: () => ({
    Tab: ({ editor }) => (editor.isActive('codeBlock') ? indent(editor) : nest(editor)),
    'Shift-Tab': ({ editor }) => (editor.isActive('codeBlock') ? outdent(editor) : unnest(editor)),
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

/** The innermost item that can go deeper. What can't stays where it is, unless there is a next cell. */
function nest({ commands, state: { selection } }: Editor): boolean {
  const { kinds, isInCell } = kindsOfItems(selection)
  return kinds.some((kind) => commands.sinkListItem(kind)) || (kinds.length > 0 && !isInCell)
}

/** In a cell, an item that isn't nested leaves the key to the table. */
function unnest({ commands, state: { selection } }: Editor): boolean {
  const { kinds, isInCell } = kindsOfItems(selection)
  return kinds[0] !== undefined && kinds.length > (isInCell ? 1 : 0) && commands.liftListItem(kinds[0])
}

/** The kinds of items that the whole selection is in, from the innermost one: within its cell, if it's in one. */
function kindsOfItems({ $from, $to }: Selection): { kinds: string[]; isInCell: boolean } {
  const kinds: string[] = []
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) {
    const { type, firstChild } = $from.node(depth)
    if (/cell$/.test(type.spec['tableRole'] ?? '')) return { kinds, isInCell: true }
    if (/^(?:list|task)Item$/.test(firstChild?.type.name ?? '')) kinds.push(firstChild?.type.name as string)
  }
  return { kinds, isInCell: false }
}
