/** Backspace at the edges of quotes: the first block of a quote leaves it, and what is below a quote joins its words at the caret.
 * Tested by test/admin-components/writing-lists.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import { type EditorState, NodeSelection, Selection, type Transaction } from '@tiptap/pm/state'
import { joinNext } from './delete-forward.ts'

export const QuoteEdges = Extension.create({
  name: 'quoteEdges',
  // Before the keys of lists.
  priority: 1000,
  addKeyboardShortcuts: () => ({ Backspace: ({ editor }) => leaveQuote(editor) || joinQuote(editor) }),
})

function leaveQuote({ state: { selection }, commands }: Editor): boolean {
  const { $from } = selection
  const isFirst = $from.depth > 1 && $from.node(-1).type.name === 'blockquote' && $from.index(-1) === 0
  return isAtStart(selection) && isFirst && commands.lift('blockquote')
}

function joinQuote({ state, view }: Editor): boolean {
  const tr = isAtStart(state.selection) && !state.selection.$from.parent.type.spec.code ? joinedWithQuote(state) : undefined
  if (tr) view.dispatch(tr.scrollIntoView())
  return tr !== undefined
}

/** As Delete does it at the end of the quote. */
function joinedWithQuote({ selection: { $from }, doc, tr }: EditorState): Transaction | undefined {
  const start = doc.resolve($from.before())
  if (start.nodeBefore?.type.name !== 'blockquote') return undefined
  const end = Selection.findFrom(start, -1)
  if (end instanceof NodeSelection) return tr.setSelection(end)
  return end ? joinNext({ selection: end, tr }) : undefined
}

const isAtStart = ({ empty, $from }: Selection): boolean => empty && $from.parent.isTextblock && $from.parentOffset === 0
